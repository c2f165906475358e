package ranking

import (
	"math/big"

	"whittle.dev/internal/simplex"
	"whittle.dev/internal/simplex/rational"
)

// fit is a measure that no sample increases and that those of the target decrease, with a coefficient for
// each feature at each location where it can be used; nil: there is none with small coefficients.
func (y *synthesis) fit(samples []sample, target int) *measure {
	s := simplex.New(simplex.Config{})
	one := rational.Exactly(rational.Of(1))
	vars := map[int][]simplex.Var{} // by location: of each feature, and of the constant
	for _, l := range y.c.locs {
		for i := range len(y.features) + 1 {
			v := s.NewVar(false)
			vars[l] = append(vars[l], v)
			bound := one
			switch {
			case i == len(y.features):
				bound = rational.Exactly(rational.Of(64))
			case !y.usable[l][i]:
				bound = rational.Exactly(rational.Of(0))
			}
			s.Assert(v, true, bound, 0)
			s.Assert(v, false, bound.Neg(), 0)
		}
	}
	// The target falls by at least this much, so that the coefficients can be between -1 and 1.
	least := rational.Frac(1, 64)
	for _, x := range samples {
		e := &y.g.Edges[x.edge]
		var terms []simplex.Term
		add := func(n *big.Int, v simplex.Var) {
			if n.Sign() != 0 {
				terms = append(terms, simplex.Term{Coef: rational.FromBig(new(big.Rat).SetInt(n)), Var: v})
			}
		}
		for i := range y.features {
			add(x.before[i], vars[e.From][i])
			add(new(big.Int).Neg(x.after[i]), vars[e.To][i])
		}
		if e.From != e.To {
			add(big.NewInt(1), vars[e.From][len(y.features)])
			add(big.NewInt(-1), vars[e.To][len(y.features)])
		}
		bound := rational.Of(0)
		if x.edge == target {
			bound = least
		}
		form, factor, ok := s.Form(terms)
		if !ok { // all coefficients are zero
			if x.edge == target {
				return nil
			}
			continue
		}
		// terms = factor * form >= bound
		if !s.Assert(form, factor.Sign() < 0, rational.Exactly(bound.Div(factor)), 0) {
			return nil
		}
	}
	if s.Check(y.ctx) != simplex.Feasible {
		return nil
	}
	common := rational.OfInt(1)
	for _, l := range y.c.locs {
		for _, v := range vars[l] {
			common = rational.Lcm(common, s.Assigned(v).R.Den())
		}
	}
	m := y.measure()
	for _, l := range y.c.locs {
		f := m.at[l]
		for i, v := range vars[l] {
			n, ok := s.Assigned(v).R.MulInt(common).Int64()
			switch {
			case !ok:
				return nil
			case i == len(y.features) && max(n, -n) <= maxConstant:
				f.constant = n
			case i < len(y.features) && max(n, -n) <= maxCoefficient:
				f.coefs[i] = n
			default:
				return nil
			}
		}
		m.at[l] = f
	}
	return m
}
