package native

import (
	"context"
	"testing"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// TestBounds asks for each number whether it is divided with the right result, and with no other one.
func TestBounds(t *testing.T) {
	const w = 4
	st := term.NewStore()
	x := st.BVXor(st.Symbol("a", term.BitVec(w)), st.Symbol("b", term.BitVec(w))) // its bits are gates
	for k := uint64(1); k < 1<<w; k++ {
		s := New(st, Config{NoWords: true, NoPreprocess: true, NoSimulation: true})
		q, r := st.BVUDiv(x, st.BV(w, k)), st.BVURem(x, st.BV(w, k))
		var remainders int
		for v := range uint64(1) << w {
			at := st.Eq(x, st.BV(w, v))
			yes := st.And(st.Eq(q, st.BV(w, v/k)), st.Eq(r, st.BV(w, v%k)))
			if res := s.Check(context.Background(), at, yes); res.Status != smt.Sat {
				t.Errorf("%d / %d: %v", v, k, res)
			}
			if res := s.Check(context.Background(), at, st.Not(yes)); res.Status != smt.Unsat {
				t.Errorf("%d / %d is something else: %v", v, k, res)
			}
			if s.Check(context.Background(), st.Eq(r, st.BV(w, v))).Status == smt.Sat {
				remainders++
			}
		}
		if remainders != int(k) {
			t.Errorf("%d remainders of %d", remainders, k)
		}
	}
}
