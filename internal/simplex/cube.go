package simplex

import (
	"context"

	"whittle.dev/internal/simplex/rational"
)

// The unit cube test (M. Bromberger and C. Weidenbach, "Fast cube tests for LIA constraint solving", IJCAR
// 2016): if a cube with edges of length 1 fits into the feasible region, the point in its centre stays inside
// when it is rounded. The cube fits around x if x satisfies every inequality sum a_j*x_j <= b with b less by
// half the sum of the |a_j| of integer variables; bounds on these variables themselves are integers, which
// rounding respects anyway. It finds points far from the corners, where unbounded regions have most of them.

// cube reports whether it found integer values. It leaves the bounds as they were.
func (s *Solver) cube(ctx context.Context) bool {
	for i := range s.forms.list {
		x := &s.vars[s.forms.list[i].v]
		if x.active && s.fixed(x) && s.halfWidth(&s.forms.list[i]).Sign() > 0 {
			return false
		}
	}
	found := s.shrink() && s.Check(ctx) == Feasible
	s.unshrink()
	if !found {
		return false
	}
	for i := range s.vars {
		if x := &s.vars[i]; x.form < 0 && x.integer && !x.value.IsInt() {
			x.value = rational.Exactly(x.value.R.Add(rational.Frac(1, 2)).Floor())
		}
	}
	for i := range s.forms.list {
		if f := &s.forms.list[i]; s.vars[f.v].active {
			s.vars[f.v].value = s.evaluate(f.terms)
		}
	}
	return true
}

// halfWidth returns half the width of the unit cube in the direction of a form.
func (s *Solver) halfWidth(f *form) rational.Value {
	var sum rational.Rat
	for _, t := range f.terms {
		if s.vars[t.v].integer {
			sum = sum.Add(t.coef.Rat().Abs())
		}
	}
	return rational.Exactly(sum.Div(rational.Of(2)))
}

// shrink moves the bounds of forms inwards, on top of the trail. It returns false if bounds cross.
func (s *Solver) shrink() bool {
	s.ints.base = s.Mark()
	for i := range s.forms.list {
		f := &s.forms.list[i]
		x := &s.vars[f.v]
		if !x.active || x.lo == 0 && x.hi == 0 {
			continue
		}
		half := s.halfWidth(f)
		if half.IsZero() {
			continue
		}
		lo, hi := x.lo, x.hi
		if lo != 0 && hi != 0 && s.bounds[hi].val.Sub(half).Less(s.bounds[lo].val.Add(half)) {
			return false
		}
		for _, b := range []int32{lo, hi} {
			if b == 0 {
				continue
			}
			old := s.bounds[b]
			if old.upper {
				x.hi = int32(len(s.bounds))
				old.val = old.val.Sub(half)
			} else {
				x.lo = int32(len(s.bounds))
				old.val = old.val.Add(half)
			}
			old.prev = b
			s.bounds = append(s.bounds, old)
		}
		if !x.pending {
			x.pending = true
			s.pending = append(s.pending, f.v)
		}
	}
	return true
}

// unshrink takes the bounds of shrink back. What was feasible with them is so without.
func (s *Solver) unshrink() {
	s.Backtrack(s.ints.base)
	for _, v := range s.pending {
		s.vars[v].pending = false
	}
	s.pending = s.pending[:0]
}
