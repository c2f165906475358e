package native

import (
	"context"
	"fmt"
	"testing"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// TestDiamonds asks for the equality of the ends of a chain of diamonds; one that is broken lets them differ.
func TestDiamonds(t *testing.T) {
	st := term.NewStore()
	for _, sort := range []term.Sort{st.SortSymbol("U"), term.Int, term.Real} {
		for _, broken := range []bool{false, true} {
			const n = 60
			s := New(st, Config{Conflicts: 100})
			x := func(name string, i int) term.Term {
				return st.Symbol(fmt.Sprint(st.SortString(sort), name, i), sort)
			}
			for i := range n {
				y := x("y", i)
				lower := st.And(st.Eq(x("x", i), x("z", i)), st.Eq(x("z", i), x("x", i+1)))
				if broken && i == n/2 {
					lower = st.Eq(x("z", i), x("x", i+1))
				}
				s.Assert(st.Or(st.And(st.Eq(x("x", i), y), st.Eq(y, x("x", i+1))), lower))
			}
			s.Assert(st.Not(st.Eq(x("x", 0), x("x", n))))
			want := smt.Unsat
			if broken {
				want = smt.Sat
			}
			if got := s.Check(context.Background()); got.Status != want {
				t.Errorf("sort %s, broken %v: %v, want %v", st.SortString(sort), broken, got, want)
			}
		}
	}
}
