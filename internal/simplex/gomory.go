package simplex

import "whittle.dev/internal/simplex/rational"

// Gomory's mixed integer cut (R. Gomory, "An algorithm for the mixed integer problem", RAND RM-2597, 1960;
// in the form of Dutertre and de Moura, SRI-CSL-06-01, section 4.3). Let x = sum a_j*x_j be the row of an
// integer variable whose value has the fraction f, and let all x_j be at a bound, at the distance s_j >= 0
// from it elsewhere. Then x = value + sum a_j*s_j, with the sign of a_j turned for upper bounds, and as x
// is an integer it has to rise by 1-f or to fall by f: sum c_j*s_j >= 1 with
//
//	c_j = a_j/(1-f) or -a_j/f      for a real x_j, as a_j is positive or negative
//	c_j = f_j/(1-f) or (1-f_j)/f   for an integer one, where f_j is the fraction of a_j, whichever is less

const (
	cutTries = 8  // rows that are looked at for a cut
	cutTerms = 60 // a longer cut costs more than it gains
	cutBits  = 10 // coefficients beyond make the numbers of the matrix big
)

// gomory returns the shortest cut among those of the first fractional rows.
func (n *integers) gomory() (Step, bool) {
	best, found := cutDraft{}, false
	for i, v := range n.fractions {
		if i == cutTries {
			break
		}
		if c, ok := n.gomoryOf(v); ok && (!found || len(c.terms) < len(best.terms)) {
			best, found = c, true
		}
	}
	if !found {
		return Step{}, false
	}
	return n.finish(&best)
}

// cutDraft is sum terms >= least, a consequence of the bounds in from.
type cutDraft struct {
	terms []Term
	least rational.Rat
	from  []Antecedent
}

// gomoryOf derives the cut of the row in which v is basic.
func (n *integers) gomoryOf(v Var) (c cutDraft, ok bool) {
	x := &n.vars[v]
	if !x.value.D.IsZero() {
		return c, false
	}
	f := x.value.R.Sub(x.value.R.Floor())
	row := n.matrix.rows[x.row]
	own := n.matrix.coefBase(x.row).Neg()
	c.least = rational.Of(1)
	for i := range row {
		e := &row[i]
		if e.v == v {
			continue
		}
		y := &n.vars[e.v]
		if n.fixed(y) {
			c.from = append(c.from, n.reason(y.lo), n.reason(y.hi))
			continue
		}
		a := e.coef.Rat().DivInt(own)
		bound, upper := y.lo, false
		if bound == 0 || !n.bounds[bound].val.Equal(y.value) {
			bound, upper = y.hi, true
			a = a.Neg()
		}
		if bound == 0 || !n.bounds[bound].val.Equal(y.value) || !y.value.D.IsZero() {
			return c, false // it can move
		}
		k := cutFactor(a, f, y.integer)
		if k.IsZero() {
			continue
		}
		c.from = append(c.from, n.reason(bound))
		if upper {
			k = k.Neg()
		}
		c.terms = append(c.terms, Term{k, e.v})
		c.least = c.least.Add(y.value.R.Mul(k))
	}
	return c, true
}

// cutFactor is c_j for the coefficient a of a variable and the fraction f.
func cutFactor(a, f rational.Rat, integer bool) rational.Rat {
	one := rational.Of(1)
	if !integer {
		if a.Sign() > 0 {
			return a.Div(one.Sub(f))
		}
		return a.Neg().Div(f)
	}
	fa := a.Sub(a.Floor())
	up, down := fa.Div(one.Sub(f)), one.Sub(fa).Div(f)
	if down.Less(up) {
		return down
	}
	return up
}

// finish makes a step of a cut, unless it is too long, its numbers are too big, or it excludes nothing.
func (n *integers) finish(c *cutDraft) (Step, bool) {
	sum := n.collect(c.terms)
	if len(sum) == 0 {
		return Step{Kind: Conflict, From: c.from}, true // 0 >= least, which is positive
	}
	if len(sum) > cutTerms {
		return Step{}, false
	}
	var value rational.Rat
	num, den := rational.Int{}, rational.OfInt(1)
	for _, t := range sum {
		num = rational.Gcd(num, t.Coef.Num())
		den = rational.Lcm(den, t.Coef.Den())
		value = value.Add(t.Coef.Mul(n.Assigned(t.Var).R))
	}
	scale := num.Rat().DivInt(den)
	for _, t := range sum {
		if t.Coef.Div(scale).Num().Size() > cutBits {
			return Step{}, false
		}
	}
	if !value.Less(c.least) {
		return Step{}, false
	}
	v, factor, _ := n.Form(sum)
	step := Step{Kind: Cut, Var: v, Upper: factor.Sign() < 0, Bound: c.least.Div(factor), From: c.from}
	if n.vars[v].integer && step.Upper {
		step.Bound = step.Bound.Floor()
	} else if n.vars[v].integer {
		step.Bound = step.Bound.Ceil()
	}
	n.stats.Cuts++
	return step, true
}
