package run

import (
	"slices"
	"testing"
	"time"

	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// TestHunterFindsWhatIsFar: violations after more turns of a loop than can be executed are found, and the
// trace says how many it does not show.
func TestHunterFindsWhatIsFar(t *testing.T) {
	const head = `
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
unsigned n;
unsigned add(unsigned x) { return x + 3; }
`
	tests := []struct {
		name, text string
		holds      bool
	}{
		{"register", `int main(void) {
	unsigned x = 10;
	while (x >= 10) x = add(x);
	if (x == 0) reach_error(); }`, false},
		{"memory", `int main(void) {
	while (n < 3000000000u) { if (n < 1000000000u) n++; else n += 2; }
	if (n == 3000000000u) reach_error(); }`, false},
		{"before an input", `int main(void) {
	for (unsigned i = 0; i < 3000000000u; i++) n += 2;
	int a = __VERIFIER_nondet_int();
	if (a == 1234 && n == 1705032704u) reach_error(); }`, false},
		{"the same inputs", `int main(void) {
	unsigned x = 0, y = 0;
	while (__VERIFIER_nondet_int()) {
		if (__VERIFIER_nondet_int() > 0) x += 3; else y++;
		if (x == 3000000000u) reach_error(); } }`, false},
		{"a thread", `#include <pthread.h>
pthread_mutex_t m; unsigned x;
void *f(void *a) {
	while (1) {
		pthread_mutex_lock(&m); x += 3; pthread_mutex_unlock(&m);
		if (x == 3000000000u) reach_error(); } }
int main(void) {
	pthread_t t, u;
	pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0);
	pthread_join(t, 0); }`, false},
		{"sum", `int main(void) {
	unsigned long s = 0;
	for (unsigned long i = 0; i <= 3000000000u; i++) s += i;
	if (s != 4500000001500000000u) reach_error(); }`, true},
	}
	for _, c := range tests {
		o, err := Check(t.Context(), program(t, head+c.text), Options{Timeout: 5 * time.Minute})
		if err != nil || o.Engine != "auto (dpr)" {
			t.Errorf("%s: %s: %s because of %s, %v", c.name, o.Engine, o.Verdict, o.Result.Why, err)
			continue
		}
		if c.holds {
			if o.Verdict != property.Holds() {
				t.Errorf("%s: %s because of %s", c.name, o.Verdict, o.Result.Why)
			}
			continue
		}
		jumps := func(s trace.Step) bool { return s.Kind == trace.KindJump }
		if o.Verdict.Kind != property.False || !slices.ContainsFunc(o.Result.Trace.Steps, jumps) {
			t.Errorf("%s: %s, or nothing was jumped", c.name, o.Verdict)
		}
	}
}

// TestHunterFindsRaces: a data race after long loops is found, which is too far for the other engines.
func TestHunterFindsRaces(t *testing.T) {
	task := program(t, `#include <pthread.h>
int x, y, a[1000]; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *p) {
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&m); a[i] += x; x += a[(i * 7) % 1000]; pthread_mutex_unlock(&m);
	}
	y = x;
	return 0;
}
int main(void) {
	pthread_t t, u;
	pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0);
	pthread_join(t, 0); pthread_join(u, 0);
}`)
	task.Property = string(property.NoDataRace)
	o, err := Check(t.Context(), task, Options{Timeout: 5 * time.Minute})
	if err != nil || o.Verdict.Kind != property.False || o.Engine != "auto (dpr)" {
		t.Errorf("%s: %s because of %s, %v", o.Engine, o.Verdict, o.Result.Why, err)
	}
}
