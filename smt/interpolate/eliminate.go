package interpolate

import (
	"context"

	"whittle.dev/internal/simplex/rational"
	"whittle.dev/smt/interpolate/internal/linear"
	"whittle.dev/term"
)

// Project returns literals that follow from the given ones and whose symbols are all kept: for linear
// constraints over reals the exact projection, for integers that of the rationals and the congruences that
// follow from single equations, of equations of other sorts all that they say about what is kept. It fails if
// a formula is no literal, or if the projection is too large.
func (p *Interpolator) Project(ctx context.Context, literals []term.Term, keep func(sym term.Term) bool) (
	out []term.Term, ok bool) {
	literals = p.st.Conjuncts(literals...)
	c, ok := p.conjunction(literals)
	if !ok {
		return nil, false
	}
	kept := func(t term.Term) bool {
		for _, s := range p.symbolsOf(t) {
			if !keep(s) {
				return false
			}
		}
		return true
	}
	known := func(v linear.Var) bool { return kept(p.voc.terms[v]) }
	rows, ok := linear.Project(ctx, c.rows, known, p.voc.integral, maxRows)
	if !ok {
		return nil, false
	}
	for _, r := range rows {
		out = append(out, p.voc.formula(r))
	}
	for _, r := range c.rows {
		if t := p.voc.remainder(r, known); t != term.None && !p.st.IsConst(t) {
			out = append(out, t)
		}
	}
	for _, e := range newClasses(p.st, c.equal).consequences(kept) {
		out = append(out, e.formula(p.st))
	}
	for _, t := range literals {
		if th := p.fact(t).theory; (th == foreign || th == theoryApart) && kept(t) {
			out = append(out, t)
		}
	}
	return out, true
}

// remainder returns what an equation of integers says of the kept variables by divisibility, or None.
func (v *vocabulary) remainder(r linear.Row, kept func(linear.Var) bool) term.Term {
	if r.Rel != linear.Eq || !v.allIntegral(r) {
		return term.None
	}
	divisor := rational.Int{}
	rest := linear.Row{Rel: linear.Eq, Const: r.Const}
	for _, m := range r.Sum {
		if kept(m.Var) {
			rest.Sum = append(rest.Sum, m)
		} else {
			divisor = rational.Gcd(divisor, m.Coef.Num())
		}
	}
	if divisor.IsZero() || divisor.IsUnit() {
		return term.None
	}
	return v.congruence(rest, divisor)
}
