package interp_test

import (
	"slices"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/testing/randcfa"
	"whittle.dev/internal/testing/testflag"
)

// seen is what an observer was told of an edge.
type seen struct {
	edge         cfa.EdgeID
	addr, lo, hi uint64
}

// watcher is an observer that has had enough after so many edges.
type watcher struct {
	seen []seen
	most int
}

// Executed implements interp.Observer.
func (w *watcher) Executed(e *cfa.Edge, x *interp.Executed) (more bool) {
	s := seen{e.ID, x.Addr, x.Lo, x.Hi}
	if _, ok := e.Op.(cfa.Assume); ok {
		s.lo, s.hi = 0, 0 // it has no value
	}
	w.seen = append(w.seen, s)
	return len(w.seen) < w.most
}

// TestObserved compares executions that take the short way with those edge by edge, in a machine that is used
// again and again.
func TestObserved(t *testing.T) {
	long := 0
	for seed := range testflag.Seeds(40) {
		p := randcfa.New(seed)
		code, err := interp.NewCode(p)
		if err != nil {
			t.Fatal(err)
		}
		short := code.Start(interp.Config{})
		for _, most := range []int{1, 2, 5, 1000} {
			for input := range uint64(4) {
				want, got := &watcher{most: most}, &watcher{most: most}
				cfg := interp.Config{Decider: interp.NewRandom(input), Observer: want, MaxSteps: 2000}
				m := code.Start(cfg)
				ev := interp.Local
				for ev < interp.Blocked && len(want.seen) < most {
					if ev, err = m.Step(0); err != nil {
						t.Fatal(err)
					}
				}
				cfg.Decider, cfg.Observer = interp.NewRandom(input), got
				short.Again(cfg)
				ev2, err := short.Observed(t.Context(), 0)
				if err != nil || !slices.Equal(got.seen, want.seen) || short.Steps() != m.Steps() ||
					(ev >= interp.Blocked) != (ev2 >= interp.Blocked) ||
					short.Outcome().Kind != m.Outcome().Kind {
					t.Fatalf("seed %d, input %d, %d edges: %v %v, %v\n%v\n%v", seed, input, most, ev2, ev,
						err, got.seen, want.seen)
				}
				long = max(long, len(got.seen))
			}
		}
	}
	if long < 20 {
		t.Errorf("no execution has more than %d edges", long)
	}
}
