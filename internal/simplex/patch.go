package simplex

import "whittle.dev/internal/simplex/rational"

// Patching moves variables that are not basic, without leaving any bounds, to values for which their terms
// in the rows of integer variables are integers (as in z3; de Moura and Bjorner, TACAS 2008). Where the
// feasible region is roomy this finds integer values without any split. A real variable in the row of an
// integer one takes its fraction over.

// patch reports whether it moved anything.
func (n *integers) patch() bool {
	moved := false
	for _, v := range n.fractions {
		moved = n.shift(v) || moved
	}
	for i := range n.vars {
		x := &n.vars[i]
		if !x.integer || !x.active || x.row >= 0 || len(n.matrix.cols[i]) == 0 || n.fixed(x) {
			continue
		}
		period := n.period(Var(i))
		if period.IsOne() {
			continue
		}
		quotient := x.value.R.DivInt(period)
		if quotient.IsInt() {
			continue
		}
		down, up := n.room(Var(i))
		to := rational.Exactly(quotient.Floor().MulInt(period))
		if to.Sub(x.value).Less(down.val) && down.closed {
			to = rational.Exactly(quotient.Ceil().MulInt(period))
			if up.closed && up.val.Less(to.Sub(x.value)) {
				continue
			}
		}
		n.update(Var(i), to)
		n.stats.Patched++
		moved = true
	}
	n.commit()
	return moved
}

// shift gives an integer value to a basic variable by moving a real one of its row, if no other integer
// variable depends on that, and makes the real one basic, where it takes up further fractions.
func (n *integers) shift(v Var) bool {
	m := &n.matrix
	r := n.vars[v].row
	if n.vars[v].value.IsInt() {
		return false // moved by another shift
	}
search:
	for _, e := range m.rows[r] {
		x := &n.vars[e.v]
		if e.v == v || x.integer || n.fixed(x) {
			continue
		}
		for _, p := range m.cols[e.v] {
			if p.row != r && n.vars[m.base[p.row]].integer {
				continue search
			}
		}
		value := n.vars[v].value
		down, up := n.room(e.v)
		for _, to := range []rational.Rat{value.Floor(), value.Ceil()} {
			by := rational.Exactly(to).Sub(value).MulInt(m.coefBase(r).Neg()).DivInt(e.coef)
			if down.closed && by.Less(down.val) || up.closed && up.val.Less(by) {
				continue
			}
			n.update(e.v, x.value.Add(by))
			n.pivot(r, e.v)
			n.stats.Patched++
			return true
		}
	}
	return false
}

// period returns the least positive number whose multiples, as values of v, make its terms integers in all
// rows whose basic variable is one.
func (n *integers) period(v Var) rational.Int {
	m := &n.matrix
	period := rational.OfInt(1)
	for _, p := range m.cols[v] {
		if n.vars[m.base[p.row]].integer {
			period = rational.Lcm(period, m.rows[p.row][p.at].coef.Rat().DivInt(m.coefBase(p.row)).Den())
		}
	}
	return period
}

// reach is an end of an interval, if closed.
type reach struct {
	val    rational.Value
	closed bool
}

// room returns how far the value of v, not basic, can fall and rise with all variables within their bounds.
func (n *integers) room(v Var) (down, up reach) {
	m := &n.matrix
	narrow := func(x *variable, rate rational.Rat) {
		for _, b := range []int32{x.lo, x.hi} {
			if b == 0 {
				continue
			}
			far := n.bounds[b].val.Sub(x.value).Mul(rate.Inv())
			if (b == x.hi) == (rate.Sign() > 0) {
				if !up.closed || far.Less(up.val) {
					up = reach{far, true}
				}
			} else if !down.closed || down.val.Less(far) {
				down = reach{far, true}
			}
		}
	}
	narrow(&n.vars[v], rational.Of(1))
	for _, p := range m.cols[v] {
		rate := m.rows[p.row][p.at].coef.Neg().Rat().DivInt(m.coefBase(p.row))
		narrow(&n.vars[m.base[p.row]], rate)
	}
	return down, up
}
