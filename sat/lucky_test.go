package sat

import (
	"context"
	"testing"
)

// TestLucky gives a long chain of implications, which the first attempt
// satisfies, and one with an addition that ends all attempts.
func TestLucky(t *testing.T) {
	for _, bad := range []bool{false, true} {
		s := New(Config{})
		for range luckyVars {
			s.NewVar()
		}
		n := Var(s.NumVars())
		for v := Var(1); v+2 <= n; v++ {
			s.AddClause(v.Pos(), (v + 1).Pos(), (v + 2).Neg())
		}
		if bad {
			// The first two decisions of four variables, from either side, leave no value for a third one, if
			// they are both false for the first four and both true for the others.
			for _, neg := range []bool{false, true} {
				base := Var(1)
				if neg {
					base = 5
				}
				l := func(i Var, not bool) Lit { return MkLit(base+i, neg != not) }
				s.AddClause(l(0, false), l(1, false), l(2, false))
				s.AddClause(l(0, false), l(1, false), l(2, true))
				s.AddClause(l(3, false), l(2, false), l(1, false))
				s.AddClause(l(3, false), l(2, false), l(1, true))
			}
		}
		if got := s.Solve(context.Background()); got != Sat {
			t.Fatal(got)
		}
		st := s.Statistics()
		if got, want := st.Lucky, int64(1); !bad && got != want {
			t.Errorf("lucky %d times, want %d", got, want)
		}
		if bad && st.Lucky != 0 {
			t.Error("luck where there is none")
		}
	}
}
