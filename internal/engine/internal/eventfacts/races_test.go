package eventfacts_test

import (
	"testing"

	"whittle.dev/internal/engine/internal/eventfacts"
)

// TestRaces looks for pairs of accesses that may race: only those of two threads that nothing orders, one of
// which writes, to bytes that they may share.
func TestRaces(t *testing.T) {
	const prelude = `#include <pthread.h>
#include <stdatomic.h>
int x, y, r, arr[4]; atomic_int z; char bytes[8];
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
pthread_t t;
void *a(void *); 
`
	for _, tt := range []struct {
		name, src string
		races     bool
	}{
		{"two writes", `void *a(void *p) { x = 1; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); x = 2; }`, true},
		{"before the creation", `void *a(void *p) { x = 1; return 0; }
int main(void) { x = 2; pthread_create(&t, 0, a, 0); }`, false},
		{"after the join", `void *a(void *p) { x = 1; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_join(t, 0); x = 2; }`, false},
		{"two reads", `void *a(void *p) { if (x) reach_error(); return 0; }
int main(void) { pthread_create(&t, 0, a, 0); if (x) reach_error(); }`, false},
		{"two atomic writes", `void *a(void *p) { z = 1; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); z = 2; }`, false},
		{"other elements", `void *a(void *p) { arr[1] = 1; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); arr[2] = 2; }`, false},
		{"an unknown element", `void *a(void *p) { arr[1] = 1; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); arr[__VERIFIER_nondet_int() & 3] = 2; }`, true},
		{"a part of a word", `void *a(void *p) { *(int *)bytes = 1; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); bytes[3] = 2; }`, true},
		{"beside a word", `void *a(void *p) { *(int *)bytes = 1; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); bytes[4] = 2; }`, false},
	} {
		known := prepared(t, prelude+tt.src)
		pairs, err := eventfacts.Races(known.Graph, known.Cells, known.Order, known.Writers,
			eventfacts.NewMeter(t.Context(), nil))
		if err != nil || (len(pairs) > 0) != tt.races {
			t.Errorf("%s: %d pairs (%v)", tt.name, len(pairs), err)
		}
		for _, p := range pairs {
			if p.First.Thread == p.Second.Thread || !p.First.Write && !p.Second.Write {
				t.Errorf("%s: no race: %+v", tt.name, p)
			}
		}
	}
}
