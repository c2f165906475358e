package schedule_test

import (
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/dpr/schedule"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/trace"
)

const prelude = `#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x; pthread_t t, u;
#define TWO(after) int main(void) { pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0); \
	pthread_join(t, 0); pthread_join(u, 0); after; return 0; }
`

const (
	unlocked = `void *f(void *a) { int old = x; x = old + 1; return 0; } TWO(assert(x == 2))`
	locked   = `void *f(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
		TWO(assert(x == 2))`
)

// TestHunters: a lost update and its race are found with traces that replay, and the same ones each time;
// with a lock nothing is found in as many edges.
func TestHunters(t *testing.T) {
	const edges = 200_000
	for _, tc := range []struct {
		name, text string
		prop       property.Property
		found      bool
	}{
		{"lost update", unlocked, property.UnreachCall, true},
		{"locked", locked, property.UnreachCall, false},
		{"race", unlocked, property.NoDataRace, true},
		{"no race", locked, property.NoDataRace, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			cfg := compiled.File("p.c", prelude+tc.text)
			cfg.Property = tc.prop
			p := compiled.Lowered(t, cfg)
			var again [2]int
			for i := range again {
				tr, executions, err := hunt(t, p, tc.prop, edges)
				if err != nil {
					t.Fatal(err)
				}
				if (tr != nil) != tc.found {
					t.Fatalf("found %v, want %v", tr != nil, tc.found)
				}
				again[i] = executions
				if tr == nil {
					continue
				}
				r, err := interp.NewReplayer(p)
				if err != nil {
					t.Fatal(err)
				}
				if _, _, err := r.Replay(t.Context(), tr, 0); err != nil {
					t.Errorf("the trace does not replay: %v", err)
				}
			}
			if again[0] != again[1] {
				t.Errorf("%d executions, and %d the second time", again[0], again[1])
			}
		})
	}
}

// hunt looks for a violation, and returns its trace, nil without one, and the number of executions.
func hunt(t *testing.T, p *cfa.Program, prop property.Property, edges uint64) (*trace.Trace, int, error) {
	if prop == property.NoDataRace {
		r, err := schedule.NewRacer(t.Context(), p)
		if err != nil {
			return nil, 0, err
		}
		err = r.Run(edges)
		return r.Trace, r.Executions, err
	}
	h, err := schedule.NewHunter(t.Context(), p, prop)
	if err != nil {
		return nil, 0, err
	}
	err = h.Run(edges)
	return h.Trace, h.Executions, err
}
