package certify

import (
	"context"
	"slices"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/proof"
	"whittle.dev/term"
)

// TestCertifySplitState divides states into two: those with a zero at some place, and the others. Their union
// is known where the state was.
func TestCertifySplitState(t *testing.T) {
	unions, failed := int64(0), 0
	for _, name := range []string{"counter", "slab_elevator.c", "insertion_sort.c"} {
		c := explore(t, loadExample(t, name))
		x, err := multistate.NewStepper(context.Background(), c.task.Program, unreduced)
		if err != nil {
			t.Fatal(err)
		}
		s := x.Terms()
		for i, b := range c.cert.states {
			st, err := x.Decode(b)
			if err != nil {
				t.Fatal(err)
			}
			for _, val := range st.View().Values {
				if s.IsConst(val) || s.Sort(val).IsBool() {
					continue
				}
				low := s.BVUlt(val, s.BV(s.Sort(val).Width(), 3))
				states := slices.Clone(c.cert.states)
				states[i] = x.Encode(nil, st.Altered(-1, term.None, low))
				states = slices.Insert(states, i, x.Encode(nil, st.Altered(-1, term.None, s.Not(low))))
				out := &proof.MultiStates{}
				_, err := (&Certificate{states: states}).check(t.Context(), c.task, engine.Result{}, out)
				if err != nil {
					failed++ // from a part of a state a step may go further than from all of it
					continue
				}
				unions += out.Unions
			}
		}
	}
	t.Logf("%d inclusions in several states; %d invariants that are none when states are divided", unions,
		failed)
	if unions < 10 {
		t.Errorf("%d inclusions in several states", unions)
	}
}
