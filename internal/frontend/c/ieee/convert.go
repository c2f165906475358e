package ieee

import "whittle.dev/term"

// FromInt is the number that is nearest to an integer.
func (f *Floats) FromInt(x term.Term, signed bool) term.Term {
	ts, w := f.ts, f.ts.Sort(x).Width()
	sign, magnitude := ts.False(), x
	if signed {
		sign = isOne(ts, w-1, x)
		magnitude = ts.Ite(sign, ts.BVNeg(x), x)
	}
	return ts.Ite(isZero(ts, x), f.Zero(ts.False()), f.round(sign, f.exponentOf(w-1), magnitude))
}

// ToInt is x without its fraction, as an integer of a width; in is whether it is one of those.
func (f *Floats) ToInt(x term.Term, width int, signed bool) (value, in term.Term) {
	ts := f.ts
	p := f.takeApart(x)
	// The significand, after the point, is shifted before it; what is beyond the width shows in a bit more.
	w := width + 1 + f.precision
	e := ts.BVAdd(p.exponent, f.exponentOf(1))
	small := ts.Or(p.zero, ts.BVSlt(e, f.exponentOf(1)))
	large := ts.Or(ts.Not(f.IsFinite(x)), f.exceeds(e, width))
	amount := ts.Ite(ts.Or(small, large), f.exponentOf(0), e)
	shifted := ts.BVShl(ts.ZeroExt(width+1, p.significand), fit(ts, amount, w))
	magnitude := ts.Ite(small, ts.BV(width+1, 0), ts.Extract(w-1, f.precision, shifted))
	limit := ts.ZeroExt(1, f.ones(width)) // 2^width - 1
	if signed {
		limit = ts.ZeroExt(2, f.ones(width-1))
		limit = ts.Ite(p.sign, ts.BVAdd(limit, ts.BV(width+1, 1)), limit)
	} else {
		limit = ts.Ite(p.sign, ts.BV(width+1, 0), limit)
	}
	magnitudeOf := ts.Extract(width-1, 0, magnitude)
	value = ts.Ite(p.sign, ts.BVNeg(magnitudeOf), magnitudeOf)
	return value, ts.Or(small, ts.And(ts.Not(large), ts.BVUle(magnitude, limit)))
}

// exceeds is whether an exponent is above a width, which may be more than exponents can be.
func (f *Floats) exceeds(e term.Term, width int) term.Term {
	if width >= 1<<(f.exponents-1) {
		return f.ts.False()
	}
	return f.ts.BVSgt(e, f.exponentOf(width))
}

// fit is a number that is not negative in another width.
func fit(ts *term.Store, x term.Term, width int) term.Term {
	switch w := ts.Sort(x).Width(); {
	case w < width:
		return ts.ZeroExt(width-w, x)
	case w > width:
		return ts.Extract(width-1, 0, x)
	}
	return x
}

// To is the number of another format that is nearest to x.
func (f *Floats) To(g *Floats, x term.Term) term.Term {
	if f.Format == g.Format {
		return x
	}
	ts := f.ts
	p := f.takeApart(x)
	exponent := p.exponent
	if f.exponents < g.exponents {
		exponent = ts.SignExt(g.exponents-f.exponents, exponent)
	}
	var result term.Term
	if f.exponents > g.exponents {
		result = g.roundWide(f, p)
	} else {
		result = g.round(p.sign, exponent, p.significand)
	}
	payload := f.fraction(f.quiet(x))
	if d := g.Fraction - f.Fraction; d >= 0 {
		payload = ts.Concat(payload, ts.BV(d, 0))
		if d == 0 {
			payload = f.fraction(f.quiet(x))
		}
	} else {
		payload = ts.Extract(f.Fraction-1, f.Fraction-g.Fraction, payload)
	}
	result = ts.Ite(p.zero, g.Zero(p.sign), result)
	result = ts.Ite(p.infinite, g.Infinity(p.sign), result)
	return ts.Ite(p.nan, g.join(p.sign, g.greatest(), payload), result)
}

// roundWide rounds a number whose exponent may be one that g cannot compute with: such a number becomes an
// infinity, or is below all others and becomes zero.
func (g *Floats) roundWide(f *Floats, p parts) term.Term {
	ts := f.ts
	far := 1<<(g.exponents-2) - 1
	high := ts.BVSgt(p.exponent, f.exponentOf(far))
	low := ts.BVSlt(p.exponent, f.exponentOf(-far))
	exponent := ts.Extract(g.exponents-1, 0, p.exponent)
	exponent = ts.Ite(high, g.exponentOf(far), ts.Ite(low, g.exponentOf(-far), exponent))
	return g.round(p.sign, exponent, p.significand)
}

// Mode says in which direction an integer is looked for.
type Mode uint8

// The modes.
const (
	Down Mode = iota // floor
	Up               // ceil
	Truncate
	Even // rint: to the nearest, to the even one in the middle
	Away // round: to the nearest, away from zero in the middle
)

// Integral is an integer beside x, as a number of the same format.
func (f *Floats) Integral(x term.Term, mode Mode) term.Term {
	ts := f.ts
	p := f.takeApart(x)
	// The significand with its point at a fixed place: numbers of this exponent and above are integers.
	w := f.precision + 2
	whole := ts.BVSge(p.exponent, f.exponentOf(f.Fraction))
	below := ts.Ite(whole, f.exponentOf(0), ts.BVSub(f.exponentOf(f.Fraction), p.exponent))
	fixed := shiftSticky(ts, ts.Concat(p.significand, ts.BV(2, 0)), below)
	integer := ts.Extract(w-1, 2, fixed)
	half, rest := isOne(ts, 1, fixed), isOne(ts, 0, fixed)
	inexact := ts.Or(half, rest)
	var up term.Term
	switch mode {
	case Down:
		up = ts.And(p.sign, inexact)
	case Up:
		up = ts.And(ts.Not(p.sign), inexact)
	case Truncate:
		up = ts.False()
	case Even:
		up = ts.And(half, ts.Or(rest, isOne(ts, 0, integer)))
	case Away:
		up = half
	}
	magnitude := ts.BVAdd(ts.ZeroExt(1, integer), ts.ZeroExt(f.precision, f.bit(up)))
	result := ts.Ite(isZero(ts, magnitude), f.Zero(p.sign),
		f.round(p.sign, f.exponentOf(f.precision), magnitude))
	result = ts.Ite(ts.Or(whole, p.zero), x, result)
	result = ts.Ite(p.infinite, x, result)
	return ts.Ite(p.nan, f.quiet(x), result)
}
