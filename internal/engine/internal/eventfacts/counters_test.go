package eventfacts_test

import (
	"testing"

	"whittle.dev/internal/engine/internal/events"
)

// alive tells whether a violation may be reachable, by what the values of the reads are, and whether anything
// is counted.
func alive(t *testing.T, src string) (reached, counts bool) {
	t.Helper()
	known := prepared(t, `#include <pthread.h>
int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_t t, u, v;
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
`+src)
	if err := known.AnalyseValues(1 << 20); err != nil || known.Values == nil {
		t.Fatal(known.Values, err)
	}
	return known.Alive()[events.ViolationGoal] > 0, known.Values.Counts()
}

// TestCounters bounds what threads count, exactly: as many increments as there are, and none below zero for a
// thread that takes only what is there.
func TestCounters(t *testing.T) {
	const up = "void *a(void *p) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }\n"
	for _, tt := range []struct {
		name, src string
		want      bool
	}{
		{"up to three", up + `int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0);
pthread_create(&v, 0, a, 0); if (x > 3) reach_error(); }`, false},
		{"three", up + `int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0);
pthread_create(&v, 0, a, 0); if (x > 2) reach_error(); }`, true},
		{"never below zero", up + `void *b(void *p) { int k = x; if (k > 0) x = k - 1; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); if (x < 0) reach_error(); }`,
			false},
		{"below zero", up + `void *b(void *p) { x--; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); if (x < 0) reach_error(); }`,
			true},
	} {
		got, counts := alive(t, tt.src)
		if got != tt.want || !counts {
			t.Errorf("%s: may be reached: %t; counted: %t", tt.name, got, counts)
		}
	}
}
