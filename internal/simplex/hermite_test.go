package simplex

import (
	"context"
	"testing"

	"whittle.dev/internal/simplex/rational"
)

// TestUnbounded decides conjunctions over integers without bounds, on which splits of single variables go on
// for ever.
func TestUnbounded(t *testing.T) {
	type equation struct {
		coefs []int64 // of x0, x1, ...
		lo    int64
		hi    int64
	}
	for _, c := range []struct {
		name string
		eqs  []equation
		want bool
	}{
		{"no multiple of 3 is 1", []equation{{[]int64{3, -3, 6}, 1, 1}}, false},
		{"a strip without points", []equation{{[]int64{3, -3}, 1, 2}}, false},
		{"a strip with points", []equation{{[]int64{3, -2}, 1, 1}}, true},
		{"two equations, each with solutions",
			[]equation{{[]int64{1, 1, 2}, 0, 0}, {[]int64{1, -1, 2}, 1, 1}}, false},
		{"the second rests on a range",
			[]equation{{[]int64{1, 1, 2}, 0, 0}, {[]int64{3, -3, 6}, 1, 2}}, false},
		{"Bezout", []equation{{[]int64{6, 10, 15}, 1, 1}}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := New(Config{})
			for range 3 {
				s.NewVar(true)
			}
			ok := true
			for _, e := range c.eqs {
				var terms []Term
				for v, k := range e.coefs {
					terms = append(terms, Term{rational.Of(k), Var(v)})
				}
				f, factor, _ := s.Form(terms)
				for _, upper := range []bool{true, false} {
					val := rational.Of(e.lo)
					if upper {
						val = rational.Of(e.hi)
					}
					ok = s.Assert(f, upper == (factor.Sign() > 0), rational.Exactly(val.Div(factor)), 0) && ok
				}
			}
			steps := 0
			if got := ok && search(t, s, &steps); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

// search decides what was asserted by depth-first search.
func search(t testing.TB, s *Solver, steps *int) bool {
	ctx := context.Background()
	if *steps++; *steps > 10000 {
		t.Fatal("the search does not end")
	}
	if s.Check(ctx) == Infeasible {
		return false
	}
	step := s.Step(ctx)
	in := func(upper bool, val rational.Rat) bool {
		m := s.Mark()
		defer s.Backtrack(m)
		return s.Assert(step.Var, upper, rational.Exactly(val), 0) && search(t, s, steps)
	}
	switch step.Kind {
	case Integral:
		return true
	case Split:
		return in(true, step.Bound) || in(false, step.Bound.Add(rational.Of(1)))
	case Cut:
		return in(step.Upper, step.Bound)
	}
	return false
}
