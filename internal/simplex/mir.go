package simplex

import "whittle.dev/internal/simplex/rational"

// Mixed integer rounding of single constraints (G. Nemhauser and L. Wolsey, "A recursive procedure to
// generate all cuts for 0-1 mixed integer programs", Mathematical Programming 46, 1990; the choice of
// bounds and divisors follows H. Marchand and L. Wolsey, "Aggregation and mixed integer rounding to solve
// MIPs", Operations Research 49(3), 2001). A form at its bound is sum a_j*x_j <= b. With s_j >= 0 the
// distance of x_j from its nearer bound and a divisor d it reads sum (a_j/d)*s_j <= b', and with f the
// fraction of b' and f_j that of a_j/d
//
//	sum (floor(a_j/d) + max(0, f_j-f)/(1-f)) * s_j <= floor(b')
//
// over integers; a real s_j has the factor min(0, a_j/d)/(1-f).

// mir returns the cut of a tight form that the values at hand violate most.
func (n *integers) mir() (Step, bool) {
	var best cutDraft
	var most rational.Rat
	tries := 0
	for i := range n.forms.list {
		f := &n.forms.list[i]
		x := &n.vars[f.v]
		if !x.active || x.row >= 0 || len(f.terms) > cutTerms {
			continue
		}
		for _, b := range []int32{x.lo, x.hi} {
			if b == 0 || !n.bounds[b].val.Equal(x.value) || !x.value.D.IsZero() {
				continue
			}
			if c, miss, ok := n.mirOf(f, b); ok && most.Less(miss) {
				best, most = c, miss
			}
			tries++
		}
		if tries > 8*cutTries {
			break
		}
	}
	if most.IsZero() {
		return Step{}, false
	}
	return n.finish(&best)
}

// mirTerm is a term of the constraint at hand, measured from a bound.
type mirTerm struct {
	coef  rational.Rat // of s_j in sum <= b
	dist  rational.Rat // s_j now
	v     Var
	bound int32 // 0: no bound, s_j is x_j
}

// mirOf tries divisors for the constraint of form f at bound b.
func (n *integers) mirOf(f *form, b int32) (best cutDraft, most rational.Rat, found bool) {
	fractional := false
	for _, t := range f.terms {
		fractional = fractional || n.vars[t.v].integer && !n.vars[t.v].value.IsInt()
	}
	if !fractional {
		return best, most, false
	}
	rest := n.bounds[b].val.R
	if !n.bounds[b].upper {
		rest = rest.Neg()
	}
	var terms []mirTerm
	for _, t := range f.terms {
		x := &n.vars[t.v]
		if !x.value.D.IsZero() {
			return best, most, false
		}
		m := mirTerm{coef: t.coef.Rat(), dist: x.value.R, v: t.v, bound: n.nearer(x)}
		if !n.bounds[b].upper {
			m.coef = m.coef.Neg()
		}
		if m.bound != 0 {
			at := n.bounds[m.bound].val
			if !at.D.IsZero() {
				return best, most, false
			}
			rest = rest.Sub(at.R.Mul(m.coef))
			m.dist = m.dist.Sub(at.R)
			if n.bounds[m.bound].upper {
				m.coef, m.dist = m.coef.Neg(), m.dist.Neg()
			}
		}
		terms = append(terms, m)
	}
	for _, t := range terms {
		if !n.vars[t.v].integer || t.dist.IsZero() {
			continue
		}
		for _, scale := range []int64{1, 2, 4} {
			d := t.coef.Abs().Mul(rational.Of(scale))
			if c, miss, ok := n.round(terms, rest, d, b); ok && most.Less(miss) {
				best, most, found = c, miss, true
			}
		}
	}
	return best, most, found
}

// nearer returns the bound of x nearer to its value, 0 if it has none.
func (tr *trail) nearer(x *variable) int32 {
	if x.lo == 0 {
		return x.hi
	}
	if x.hi != 0 && tr.bounds[x.hi].val.Sub(x.value).Less(x.value.Sub(tr.bounds[x.lo].val)) {
		return x.hi
	}
	return x.lo
}

// round is the cut of sum terms <= rest for the divisor d, and by how much the values violate it, relative to
// the greatest of its coefficients.
func (n *integers) round(terms []mirTerm, rest, d rational.Rat, b int32) (c cutDraft, miss rational.Rat,
	ok bool) {
	rest = rest.Div(d)
	f := rest.Sub(rest.Floor())
	if f.IsZero() {
		return c, miss, false
	}
	room := rational.Of(1).Sub(f)
	c.least = rest.Floor().Neg()
	c.from = append(c.from, n.reason(b))
	miss = rest.Floor().Neg()
	var size rational.Rat
	for _, t := range terms {
		a := t.coef.Div(d)
		k := a.Floor()
		switch fa := a.Sub(k); {
		case t.bound == 0 && (!n.vars[t.v].integer || !fa.IsZero()):
			return c, miss, false
		case !n.vars[t.v].integer:
			k = rational.Rat{}
			if a.Sign() < 0 {
				k = a.Div(room)
			}
		case f.Less(fa):
			k = k.Add(fa.Sub(f).Div(room))
		}
		miss = miss.Add(k.Mul(t.dist))
		if size.Less(k.Abs()) {
			size = k.Abs()
		}
		// The cut in terms of x_j again, turned into sum >= least.
		k = k.Neg()
		if t.bound != 0 {
			c.from = append(c.from, n.reason(t.bound))
			if n.bounds[t.bound].upper {
				k = k.Neg()
			}
			c.least = c.least.Add(k.Mul(n.bounds[t.bound].val.R))
		}
		if !k.IsZero() {
			c.terms = append(c.terms, Term{k, t.v})
		}
	}
	if size.IsZero() || miss.Sign() <= 0 {
		return c, miss, false
	}
	return c, miss.Div(size), true
}
