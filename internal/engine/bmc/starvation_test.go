package bmc

import (
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
)

// TestStarvation looks for executions in which all threads that are left wait for ever.
func TestStarvation(t *testing.T) {
	const head = "#include <pthread.h>\n#include <semaphore.h>\n_Atomic int turn, other; sem_t s;\n" +
		"pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;\n" +
		"extern int __VERIFIER_nondet_int(void);\n"
	const start = "int main(void) { pthread_t t; sem_init(&s, 0, 0); pthread_create(&t, 0, f, 0);\n"
	for _, p := range []struct {
		name, text string
		found      bool
	}{
		{"the value comes and goes", `void *f(void *p) { while (turn != 1) ; return 0; }` + start +
			`turn = 1; turn = 0; pthread_join(t, 0); }`, true},
		{"the value stays", `void *f(void *p) { while (turn != 1) ; return 0; }` + start +
			`turn = 0; turn = 1; pthread_join(t, 0); }`, false},
		{"of an input", `void *f(void *p) { while (turn != 77) ; return 0; }` + start +
			`int x = __VERIFIER_nondet_int(); turn = x * x - 22; pthread_join(t, 0); }`, true},
		{"two locks", `void *f(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&k);
			pthread_mutex_unlock(&k); pthread_mutex_unlock(&m); return 0; }` + start +
			`pthread_mutex_lock(&k); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&k);
			pthread_join(t, 0); }`, true},
		{"a semaphore", `void *f(void *p) { sem_wait(&s); return 0; }` + start +
			`while (!turn) ; sem_post(&s); }`, true},
		{"others go on", `void *f(void *p) { for (;;) other = !other; }` + start + `while (turn != 1) ; }`, false},
	} {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			cfg := compiled.File("p.c", head+p.text)
			cfg.Property = property.NoStarvation
			cfg.Propositions = []c.Proposition{{Text: "0", Bit: 63}}
			res, err := New(Config{}).Check(t.Context(), engine.Task{Program: compiled.Program(t, cfg),
				Property: property.NoStarvation, MaxUnwind: 2,
				Temporal: &engine.Temporal{Fairness: property.Weak}})
			if err != nil {
				t.Fatal(err)
			}
			want := property.Unknown
			if p.found {
				want = property.False
			}
			if res.Verdict.Kind != want {
				t.Errorf("%s: %s", res.Verdict, res.Why)
			}
		})
	}
}
