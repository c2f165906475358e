package ranking

import (
	"math/big"
	"slices"

	"whittle.dev/internal/proof/measures"
	"whittle.dev/internal/simplex"
	"whittle.dev/internal/simplex/rational"
	"whittle.dev/term"
)

// fitMost is fit for real samples and as many of the others as can be. Of those that contradict the rest the
// one with the largest numbers is dropped: it is far from what is reached, most likely.
func (y *synthesis) fitMost(target int) *measures.Measure {
	if m := y.fitSome(target, true); m != nil {
		return m
	}
	return y.fitSome(target, false)
}

// fitSome is fitMost with variables as numbers with a sign alone, or with all features.
func (y *synthesis) fitSome(target int, plain bool) *measures.Measure {
	soft := slices.Clone(y.samples)
	for {
		m, conflict := y.fit(slices.Concat(y.real, soft), target, plain)
		if m == nil && len(conflict) == 0 { // the coefficients are large
			for i := range soft {
				conflict = append(conflict, len(y.real)+i)
			}
		}
		worst := -1
		for _, i := range conflict {
			if i -= len(y.real); i >= 0 && (worst < 0 || soft[i].size() > soft[worst].size()) {
				worst = i
			}
		}
		if m != nil || worst < 0 || y.ctx.Err() != nil {
			return m
		}
		soft = slices.Delete(soft, worst, worst+1)
	}
}

// size is about how many bits the numbers of a sample have.
func (x sample) size() int {
	n := 0
	for _, v := range x.before {
		n = max(n, v.BitLen())
	}
	return n
}

// fit is a measure that no sample increases and that those of the target decrease, with a coefficient for
// each feature at each location where it can be used. It is nil if there is none with small coefficients, or
// if some samples contradict each other, whose indices are returned. A plain one is made of variables as
// numbers with a sign.
func (y *synthesis) fit(samples []sample, target int, plain bool) (m *measures.Measure, conflict []int) {
	s := simplex.New(simplex.Config{})
	one := rational.Exactly(rational.Of(1))
	vars := map[int][]simplex.Var{} // by location: of each feature, and of the constant
	for _, l := range y.c.Locs {
		for i := range len(y.features) + 1 {
			v := s.NewVar(false)
			vars[l] = append(vars[l], v)
			bound := one
			switch {
			case i == len(y.features):
				bound = rational.Exactly(rational.Of(64))
			case !y.usable[l][i],
				plain && (!y.features[i].Signed || y.st.Op(y.features[i].Term) != term.OpSymbol):
				bound = rational.Exactly(rational.Of(0))
			}
			s.Assert(v, true, bound, 0)
			s.Assert(v, false, bound.Neg(), 0)
		}
	}
	// The target falls by at least this much, so that the coefficients can be between -1 and 1.
	least := rational.Frac(1, 64)
	failed := func() []int {
		for _, a := range s.Conflict() {
			if a.Reason > 0 {
				conflict = append(conflict, int(a.Reason)-1)
			}
		}
		return conflict
	}
	for i, x := range samples {
		why := simplex.Reason(i + 1)
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
				return nil, []int{i}
			}
			continue
		}
		// terms = factor * form >= bound
		if !s.Assert(form, factor.Sign() < 0, rational.Exactly(bound.Div(factor)), why) {
			return nil, failed()
		}
	}
	if s.Check(y.ctx) != simplex.Feasible {
		return nil, failed()
	}
	common := rational.OfInt(1)
	for _, l := range y.c.Locs {
		for _, v := range vars[l] {
			common = rational.Lcm(common, s.Assigned(v).R.Den())
		}
	}
	m = y.measure()
	for _, l := range y.c.Locs {
		f := m.At[l]
		for i, v := range vars[l] {
			n, ok := s.Assigned(v).R.MulInt(common).Int64()
			switch {
			case !ok:
				return nil, nil
			case i == len(y.features) && max(n, -n) <= maxConstant:
				f.Constant = n
			case i < len(y.features) && max(n, -n) <= maxCoefficient:
				f.Coefs[i] = n
			default:
				return nil, nil
			}
		}
		m.At[l] = f
	}
	return m, nil
}
