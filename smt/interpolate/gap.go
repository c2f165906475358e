package interpolate

import (
	"context"

	"whittle.dev/internal/simplex/rational"
	"whittle.dev/smt"
	"whittle.dev/smt/interpolate/internal/linear"
	"whittle.dev/term"
)

// gap is a linear form that the side A bounds from above and the side B from below, so that the bounds leave
// no value in common. Any constant between them makes an interpolant.
type gap struct {
	form              linear.Row   // coprime integers, constant zero
	low, high         rational.Rat // A implies form <= low, B implies form >= high
	lowOpen, highOpen bool         // strictly
}

// gapOf makes a gap of the sums of both sides in a proof, over shared variables; ok is false if one of the
// sides is absurd alone.
func gapOf(a, b linear.Row) (g gap, ok bool) {
	if len(a.Sum) == 0 {
		return g, false
	}
	g.form = linear.Row{Sum: a.Sum}.Normal(func(linear.Var) bool { return false })
	k := g.form.Sum[0].Coef.Div(a.Sum[0].Coef) // positive
	g.low, g.high = a.Const.Mul(k).Neg(), b.Const.Mul(k)
	g.lowOpen, g.highOpen = a.Rel == linear.Lt, b.Rel == linear.Lt
	return g, true
}

// tighten rounds the bounds if the form has integer values.
func (g gap) tighten(integral bool) gap {
	if !integral {
		return g
	}
	one := rational.Of(1)
	if g.lowOpen {
		g.low = g.low.Ceil().Sub(one)
	} else {
		g.low = g.low.Floor()
	}
	if g.highOpen {
		g.high = g.high.Floor().Add(one)
	} else {
		g.high = g.high.Ceil()
	}
	g.lowOpen, g.highOpen = false, false
	return g
}

// row chooses an interpolant.
func (g gap) row(strength Strength, integral bool) linear.Row {
	g = g.tighten(integral)
	limit, open := g.low, g.lowOpen
	switch {
	case strength == Strong:
	case strength == Weak && integral:
		limit = g.high.Sub(rational.Of(1))
	case strength == Weak:
		limit, open = g.high, !g.highOpen
	case g.low.Less(g.high):
		limit, open = simplest(g.low, g.high), false
	default:
		open = !g.highOpen
	}
	r := linear.Row{Sum: g.form.Sum, Const: limit.Neg()}
	if open {
		r.Rel = linear.Lt
	}
	return r
}

// simplest is zero, or the least integer, or else low, of the numbers c with low <= c < high.
func simplest(low, high rational.Rat) rational.Rat {
	var zero rational.Rat
	switch {
	case low.Sign() <= 0 && high.Sign() > 0:
		return zero
	case low.Sign() > 0:
		if c := low.Ceil(); c.Less(high) {
			return c
		}
	default:
		if c := high.Ceil().Sub(rational.Of(1)); !c.Less(low) {
			return c
		}
	}
	return low
}

// cut returns the interpolant of a proof.
func (b *brancher) cut(proof []linear.Part) term.Term {
	left, right := b.sum(proof, sideA), b.sum(proof, sideB)
	g, ok := gapOf(left, right)
	if !ok {
		return b.p.st.Bool(!left.Absurd())
	}
	return b.p.voc.formula(g.row(b.strength, b.p.voc.allIntegral(g.form)))
}

// reach is what the sides of a gap are looked for with: it decides whether the form is smaller in every
// solution of A than in every one of B.
func (x *pair) reach(ctx context.Context, form linear.Row) (g gap, found bool, status smt.Status) {
	m := x.mark()
	defer x.back(m)
	// form(A) >= form(B)
	one := rational.Of(1)
	b := form.Rename(copyOf(sideB))
	r := linear.Combine(b, one.Neg(), form.Rename(copyOf(sideA)))
	r.Rel = linear.Le
	x.add(link, r)
	feasible, known := x.tab.Check(ctx)
	switch {
	case !known:
		return g, false, smt.Unknown
	case feasible:
		return g, false, smt.Sat
	}
	proof := x.tab.Proof()
	g, found = gapOf(x.sum(proof, sideA), x.sum(proof, sideB))
	return g, found, smt.Unsat
}
