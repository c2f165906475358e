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
func (n *integers) cube(ctx context.Context) bool {
	for i := range n.forms.list {
		x := &n.vars[n.forms.list[i].v]
		if x.active && n.fixed(x) && n.halfWidth(&n.forms.list[i]).Sign() > 0 {
			return false
		}
	}
	found := n.shrink() && n.Check(ctx) == Feasible
	n.unshrink()
	if !found {
		return false
	}
	for i := range n.vars {
		if x := &n.vars[i]; x.form < 0 && x.integer && !x.value.IsInt() {
			x.value = rational.Exactly(x.value.R.Add(rational.Frac(1, 2)).Floor())
		}
	}
	for i := range n.forms.list {
		if f := &n.forms.list[i]; n.vars[f.v].active {
			n.vars[f.v].value = n.evaluate(f.terms)
		}
	}
	return true
}

// halfWidth returns half the width of the unit cube in the direction of a form.
func (tab *tableau) halfWidth(f *form) rational.Value {
	var sum rational.Rat
	for _, t := range f.terms {
		if tab.vars[t.v].integer {
			sum = sum.Add(t.coef.Rat().Abs())
		}
	}
	return rational.Exactly(sum.Div(rational.Of(2)))
}

// shrink moves the bounds of forms inwards, on top of the trail. It returns false if bounds cross.
func (n *integers) shrink() bool {
	n.base = n.Mark()
	for i := range n.forms.list {
		f := &n.forms.list[i]
		x := &n.vars[f.v]
		if !x.active || x.lo == 0 && x.hi == 0 {
			continue
		}
		half := n.halfWidth(f)
		if half.IsZero() {
			continue
		}
		lo, hi := x.lo, x.hi
		if lo != 0 && hi != 0 && n.bounds[hi].val.Sub(half).Less(n.bounds[lo].val.Add(half)) {
			return false
		}
		for _, b := range []int32{lo, hi} {
			if b == 0 {
				continue
			}
			old := n.bounds[b]
			if old.upper {
				x.hi = int32(len(n.bounds))
				old.val = old.val.Sub(half)
			} else {
				x.lo = int32(len(n.bounds))
				old.val = old.val.Add(half)
			}
			old.prev = b
			n.bounds = append(n.bounds, old)
		}
		if !x.pending {
			x.pending = true
			n.pending = append(n.pending, f.v)
		}
	}
	return true
}

// unshrink takes the bounds of shrink back. What was feasible with them is so without.
func (n *integers) unshrink() {
	n.retract(n.base)
	for _, v := range n.pending {
		n.vars[v].pending = false
	}
	n.pending = n.pending[:0]
}
