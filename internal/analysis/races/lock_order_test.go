package races_test

import (
	"strings"
	"testing"

	"whittle.dev/internal/analysis/races"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/randprog"
	"whittle.dev/internal/testing/testflag"
)

// order runs the analysis as the check of a program does.
func order(t *testing.T, text string) (*cfa.Program, *races.LockOrder) {
	cfg := compiled.File("a.c", text)
	cfg.Property = property.NoDeadlock
	p := compiled.Lowered(t, cfg)
	p.Terms.Freeze()
	res, err := races.AnalyseDeadlocks(t.Context(), inlined(t, p), false)
	if err != nil {
		t.Fatal(err)
	}
	return p, res
}

// TestLockOrder looks at small programs: what is free of deadlocks, and what is not said to be. Each of the
// latter has a deadlock, or is beyond this analysis.
func TestLockOrder(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		locks     string // in their order; empty: it is not shown
	}{
		{"one lock", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return 0; } TWO(f, f)`, "m"},
		{"one order", `void *f(void *a) { LOCK(m); LOCK(n); x++; UNLOCK(n); UNLOCK(m); return 0; } TWO(f, f)`,
			"m n"},
		{"the other order", `void *f(void *a) { LOCK(n); LOCK(m); UNLOCK(m); UNLOCK(n); return 0; } TWO(f, f)`,
			"n m"},
		{"crosswise", `void *f(void *a) { LOCK(m); LOCK(n); UNLOCK(n); UNLOCK(m); return 0; }
void *g(void *a) { LOCK(n); LOCK(m); UNLOCK(m); UNLOCK(n); return 0; } TWO(f, g)`, ""},
		{"crosswise in calls", `void in(void) { LOCK(m); UNLOCK(m); }
void *f(void *a) { LOCK(m); LOCK(n); UNLOCK(n); UNLOCK(m); return 0; }
void *g(void *a) { LOCK(n); in(); UNLOCK(n); return 0; } TWO(f, g)`, ""},
		{"crosswise on one path", `void *f(void *a) { LOCK(m); LOCK(n); UNLOCK(n); UNLOCK(m); return 0; }
void *g(void *a) { if (a) LOCK(n); LOCK(m); UNLOCK(m); if (a) UNLOCK(n); return 0; } TWO(f, g)`, ""},
		{"again", `void *f(void *a) { LOCK(m); LOCK(m); UNLOCK(m); return 0; } TWO(f, f)`, ""},
		{"again on one path", `void *f(void *a) { LOCK(m); if (!x) UNLOCK(m); x++; LOCK(m); UNLOCK(m); return 0; }
TWO(f, f)`, ""},
		{"not given back", `void *f(void *a) { LOCK(m); return 0; } TWO(f, f)`, ""},
		{"not given back before pthread_exit", `void *f(void *a) { LOCK(m); if (a) pthread_exit(0); UNLOCK(m);
return 0; } TWO(f, f)`, ""},
		{"given back by another one", `void *f(void *a) { LOCK(m); return 0; }
void *g(void *a) { UNLOCK(m); return 0; } TWO(f, g)`, ""},
		{"trylock", `void *f(void *a) { LOCK(m); if (!pthread_mutex_trylock(&n)) UNLOCK(n); UNLOCK(m); return 0; }
void *g(void *a) { LOCK(n); if (!pthread_mutex_trylock(&m)) UNLOCK(m); UNLOCK(n); return 0; } TWO(f, g)`, "m n"},
		{"a lock that trylock has taken", `void *f(void *a) { if (pthread_mutex_trylock(&m)) return 0;
LOCK(n); UNLOCK(n); UNLOCK(m); return 0; }
void *g(void *a) { LOCK(n); LOCK(m); UNLOCK(m); UNLOCK(n); return 0; } TWO(f, g)`, ""},
		{"a join under a lock", `void *f(void *a) { LOCK(m); UNLOCK(m); return 0; }
int main(void) { pthread_create(&t, 0, f, 0); LOCK(m); pthread_join(t, 0); UNLOCK(m); }`, ""},
		{"a join under a lock that the other thread does not take", `void *f(void *a) { LOCK(n); UNLOCK(n); return 0; }
int main(void) { pthread_create(&t, 0, f, 0); LOCK(m); pthread_join(t, 0); UNLOCK(m); }`, "m n"},
		{"a join under a lock that a third thread takes", `void *f(void *a) { LOCK(n); UNLOCK(n); return 0; }
void *g(void *a) { LOCK(n); LOCK(m); UNLOCK(m); UNLOCK(n); return 0; }
int main(void) { pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); LOCK(m); pthread_join(t, 0);
UNLOCK(m); pthread_join(u, 0); }`, ""},
		{"a thread that joins", `void *f(void *a) { return 0; }
void *g(void *a) { pthread_join(t, 0); return 0; }
int main(void) { pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); }`, ""},
		{"joined twice", `void *f(void *a) { LOCK(m); UNLOCK(m); return 0; }
int main(void) { pthread_create(&t, 0, f, 0); pthread_join(t, 0); pthread_join(t, 0); }`, "m"},
		{"joined in a loop", `pthread_t all[9]; void *f(void *a) { LOCK(m); UNLOCK(m); return 0; }
int main(void) { int i, n = __VERIFIER_nondet_int(); if (n > 9) return 0;
for (i = 0; i < n; i++) pthread_create(&all[i], 0, f, 0); for (i = 0; i < n; i++) pthread_join(all[i], 0); }`, "m"},
		{"a semaphore", `#include <semaphore.h>
sem_t s; void *f(void *a) { sem_wait(&s); return 0; } TWO(f, f)`, ""},
		{"a condition", `pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *f(void *a) { LOCK(m); while (!x) pthread_cond_wait(&c, &m); UNLOCK(m); return 0; } TWO(f, f)`, ""},
		{"initialised", `pthread_mutex_t k; void *f(void *a) { LOCK(k); x++; UNLOCK(k); return 0; }
int main(void) { pthread_mutex_init(&k, 0); pthread_create(&t, 0, f, 0); pthread_join(t, 0); }`, "k"},
		{"initialised too late", `pthread_mutex_t k; void *f(void *a) { LOCK(k); x++; UNLOCK(k); return 0; }
int main(void) { pthread_create(&t, 0, f, 0); pthread_mutex_init(&k, 0); pthread_join(t, 0); }`, ""},
		{"a spin lock of the program", `int k; void *f(void *a) { while (__sync_lock_test_and_set(&k, 1)) ;
LOCK(m); UNLOCK(m); k = 0; return 0; } TWO(f, f)`, "m"},
		{"many threads", `void *f(void *a) { LOCK(m); LOCK(n); UNLOCK(n); UNLOCK(m); return 0; }
int main(void) { while (__VERIFIER_nondet_int()) pthread_create(&t, 0, f, 0); }`, "m n"},
		{"locks of an array", `pthread_mutex_t k[4]; int d[4]; void *f(void *a) { int i = __VERIFIER_nondet_int() & 3;
LOCK(k[i]); d[i]++; LOCK(m); x++; UNLOCK(m); UNLOCK(k[i]); return 0; } TWO(f, f)`, "k[...] m"},
		{"locks of an array through a pointer", `struct { int n; pthread_mutex_t l; } k[4], *p;
void *f(void *a) { for (int i = 0; i < 4; i++) { __auto_type e = &k[i]; LOCK(e->l); e->n++; UNLOCK(e->l); }
LOCK(k[2].l); UNLOCK(k[2].l); return 0; }
int main(void) { for (int i = 0; i < 4; i++) pthread_mutex_init(&k[i].l, 0);
pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0); }`, "k[...]"},
		{"two locks of an array", `pthread_mutex_t k[4]; void *f(void *a) { int i = __VERIFIER_nondet_int() & 3;
int j = __VERIFIER_nondet_int() & 3; LOCK(k[i]); LOCK(k[j]); UNLOCK(k[j]); UNLOCK(k[i]); return 0; }
TWO(f, f)`, ""},
		{"a changed index", `pthread_mutex_t k[4]; void *f(void *a) { int i = __VERIFIER_nondet_int() & 3;
LOCK(k[i]); i ^= 1; UNLOCK(k[i]); return 0; } TWO(f, f)`, ""},
		{"a lock of an array that is kept", `pthread_mutex_t k[4]; void *f(void *a) {
for (int i = 0; i < 4; i++) LOCK(k[i]); return 0; } TWO(f, f)`, ""},
		{"another lock of an array is released", `pthread_mutex_t k[4]; void *f(void *a) {
int i = __VERIFIER_nondet_int() & 3; LOCK(k[i]); UNLOCK(k[3]); return 0; } TWO(f, f)`, ""},
		{"a lock of an array is made anew", `pthread_mutex_t k[4]; void *f(void *a) { LOCK(k[1]); UNLOCK(k[1]);
return 0; } int main(void) { LOCK(k[1]); for (int i = 0; i < 4; i++) if (__VERIFIER_nondet_int())
pthread_mutex_init(&k[i], 0); pthread_create(&t, 0, f, 0); int i = __VERIFIER_nondet_int() & 3; LOCK(k[i]); }`, ""},
		{"crosswise with an array", `pthread_mutex_t k[4]; void *f(void *a) { int i = __VERIFIER_nondet_int() & 3;
LOCK(k[i]); LOCK(m); UNLOCK(m); UNLOCK(k[i]); return 0; }
void *g(void *a) { int i = __VERIFIER_nondet_int() & 3; LOCK(m); LOCK(k[i]); UNLOCK(k[i]); UNLOCK(m); return 0; }
TWO(f, g)`, ""},
		{"an invalid access", `void *f(void *a) { LOCK(m); UNLOCK(m); return 0; }
int main(void) { int *p = 0; pthread_create(&t, 0, f, 0); if (__VERIFIER_nondet_int()) *p = 1; }`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, res := order(t, prelude+tt.src)
			if res.Free != (tt.locks != "") {
				t.Fatalf("free %v (%s at %s)", res.Free, res.Why, p.Files.Format(res.Pos))
			}
			if got := strings.Join(res.Locks, " "); res.Free && got != tt.locks {
				t.Errorf("the order is %q, want %q", got, tt.locks)
			}
		})
	}
}

// TestLockOrderAgainstEnumeration: what is said to have no deadlock has none in an enumeration of all
// executions.
func TestLockOrderAgainstEnumeration(t *testing.T) {
	t.Run("all waiting", func(t *testing.T) { orderAgainstEnumeration(t, 60, randprog.NewWaiting) })
	t.Run("locks of arrays", func(t *testing.T) { orderAgainstEnumeration(t, 30, randprog.NewStriped) })
}

func orderAgainstEnumeration(t *testing.T, programs int, next func(int64) string) {
	free, stuck := 0, 0
	for seed := range testflag.Seeds(programs) {
		text := next(seed)
		p, res := order(t, text)
		if !res.Free {
			continue
		}
		truth, err := enumerate.Run(t.Context(), p,
			enumerate.Options{MaxStates: 5_000, AllBits: 8, Circles: true})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		free++
		if len(truth.Deadlocks) > 0 {
			stuck++
			t.Errorf("seed %d: said to have no deadlock\n%s", seed, text)
		}
	}
	t.Logf("%d programs are free of deadlocks, %d of them wrongly", free, stuck)
	if free == 0 {
		t.Error("none of the random programs is free of deadlocks")
	}
}
