package ieee

import "whittle.dev/term"

// withNaNs is result unless an operand is a NaN.
func (f *Floats) withNaNs(result term.Term, x, y parts) term.Term {
	return f.ts.Ite(x.nan, f.quiet(x.bits), f.ts.Ite(y.nan, f.quiet(y.bits), result))
}

// Add is x + y.
func (f *Floats) Add(x, y term.Term) term.Term {
	ts := f.ts
	px, py := f.takeApart(x), f.takeApart(y)
	// The operand of the greater magnitude comes first, so differences are never negative.
	swap := ts.BVUlt(f.magnitude(x), f.magnitude(y))
	a, b := f.choose(swap, py, px), f.choose(swap, px, py)
	differ := ts.Xor(px.sign, py.sign)

	// A carry in front, and three bits after: with fewer a difference would not be rounded right.
	const behind = 3
	large := ts.ZeroExt(1, ts.Concat(a.significand, ts.BV(behind, 0)))
	small := ts.ZeroExt(1, ts.Concat(b.significand, ts.BV(behind, 0)))
	small = shiftSticky(ts, small, ts.BVSub(a.exponent, b.exponent))
	sum := ts.Ite(differ, ts.BVSub(large, small), ts.BVAdd(large, small))
	result := f.round(a.sign, ts.BVAdd(a.exponent, f.exponentOf(1)), sum)

	zero := f.Zero(ts.And(px.sign, py.sign))
	result = ts.Ite(isZero(ts, sum), zero, result)
	result = ts.Ite(b.zero, ts.Ite(a.zero, zero, a.bits), result)
	result = ts.Ite(a.infinite, ts.Ite(ts.And(b.infinite, differ), f.invalid(), a.bits), result)
	return f.withNaNs(result, px, py)
}

func (f *Floats) choose(c term.Term, x, y parts) parts {
	ite := func(a, b term.Term) term.Term { return f.ts.Ite(c, a, b) }
	return parts{bits: ite(x.bits, y.bits), sign: ite(x.sign, y.sign), zero: ite(x.zero, y.zero),
		infinite: ite(x.infinite, y.infinite), nan: ite(x.nan, y.nan),
		exponent: ite(x.exponent, y.exponent), significand: ite(x.significand, y.significand)}
}

// Sub is x - y.
func (f *Floats) Sub(x, y term.Term) term.Term {
	return f.ts.Ite(f.IsNaN(y), f.Add(x, y), f.Add(x, f.Neg(y)))
}

// Mul is x * y.
func (f *Floats) Mul(x, y term.Term) term.Term {
	ts := f.ts
	px, py := f.takeApart(x), f.takeApart(y)
	sign := ts.Xor(px.sign, py.sign)
	product := ts.BVMul(ts.ZeroExt(f.precision, px.significand), ts.ZeroExt(f.precision, py.significand))
	exponent := ts.BVAdd(ts.BVAdd(px.exponent, py.exponent), f.exponentOf(1))
	result := f.round(sign, exponent, product)
	zero, infinite := ts.Or(px.zero, py.zero), ts.Or(px.infinite, py.infinite)
	result = ts.Ite(zero, f.Zero(sign), result)
	result = ts.Ite(infinite, ts.Ite(zero, f.invalid(), f.Infinity(sign)), result)
	return f.withNaNs(result, px, py)
}

// Div is x / y.
func (f *Floats) Div(x, y term.Term) term.Term {
	ts := f.ts
	px, py := f.takeApart(x), f.takeApart(y)
	sign := ts.Xor(px.sign, py.sign)
	// The quotient of significands is between a half and two; two more bits than precision are enough.
	w := 2*f.precision + 2
	dividend := ts.Concat(px.significand, ts.BV(f.precision+2, 0))
	divisor := ts.ZeroExt(f.precision+2, ts.Ite(py.zero, ts.BV(f.precision, 1), py.significand))
	quotient := ts.Extract(f.precision+2, 0, ts.BVUDiv(dividend, divisor))
	sticky := ts.Not(ts.Eq(ts.BVMul(ts.ZeroExt(w-f.precision-3, quotient), divisor), dividend))
	result := f.round(sign, ts.BVSub(px.exponent, py.exponent), ts.Concat(quotient, f.bit(sticky)))
	result = ts.Ite(px.zero, f.Zero(sign), result)
	result = ts.Ite(py.zero, ts.Ite(px.zero, f.invalid(), f.Infinity(sign)), result)
	result = ts.Ite(px.infinite, ts.Ite(py.infinite, f.invalid(), f.Infinity(sign)),
		ts.Ite(py.infinite, f.Zero(sign), result))
	return f.withNaNs(result, px, py)
}

// Sqrt is the square root of x, bit by bit.
func (f *Floats) Sqrt(x term.Term) term.Term {
	ts := f.ts
	p := f.takeApart(x)
	// The radicand is the significand or twice that, so that what is left of the exponent is even.
	odd := isOne(ts, 0, p.exponent)
	n := f.precision + 2 // bits of the root: one to round by, and one in reserve
	radicand := ts.Concat(ts.BV(1, 0), p.significand)
	radicand = ts.Ite(odd, ts.Concat(p.significand, ts.BV(1, 0)), radicand)
	if pad := 2*n - f.precision - 1; pad > 0 {
		radicand = ts.Concat(radicand, ts.BV(pad, 0))
	}
	w := n + 2
	root, rest := ts.BV(w, 0), ts.BV(w, 0)
	for i := n - 1; i >= 0; i-- {
		rest = ts.Concat(ts.Extract(w-3, 0, rest), ts.Extract(2*i+1, 2*i, radicand))
		try := ts.Concat(ts.Extract(w-3, 0, root), ts.BV(2, 1))
		fits := ts.BVUge(rest, try)
		rest = ts.Ite(fits, ts.BVSub(rest, try), rest)
		root = ts.Concat(ts.Extract(w-2, 0, root), f.bit(fits))
	}
	half := ts.BVAShr(p.exponent, f.exponentOf(1))
	sticky := f.bit(ts.Not(isZero(ts, rest)))
	result := f.round(ts.False(), half, ts.Concat(ts.Extract(n-1, 0, root), sticky))
	result = ts.Ite(p.sign, f.invalid(), ts.Ite(p.infinite, x, result))
	result = ts.Ite(p.zero, x, result)
	return ts.Ite(p.nan, f.quiet(x), result)
}

// Eq is x == y: zeros are equal, and a NaN is equal to nothing.
func (f *Floats) Eq(x, y term.Term) term.Term {
	ts := f.ts
	return ts.And(ts.Not(f.IsNaN(x)), ts.Not(f.IsNaN(y)),
		ts.Or(ts.Eq(x, y), ts.And(f.IsZero(x), f.IsZero(y))))
}

// Lt is x < y, false if one of them is a NaN.
func (f *Floats) Lt(x, y term.Term) term.Term {
	ts := f.ts
	less := ts.BVUlt(f.magnitude(x), f.magnitude(y))
	greater := ts.BVUlt(f.magnitude(y), f.magnitude(x))
	sx, sy := f.sign(x), f.sign(y)
	ordered := ts.Ite(sx, ts.Ite(sy, greater, ts.True()), ts.Ite(sy, ts.False(), less))
	return ts.And(f.Ordered(x, y), ts.Not(ts.And(f.IsZero(x), f.IsZero(y))), ordered)
}

// Le is x <= y, false if one of them is a NaN.
func (f *Floats) Le(x, y term.Term) term.Term { return f.ts.Or(f.Lt(x, y), f.Eq(x, y)) }

// Ordered is whether neither is a NaN.
func (f *Floats) Ordered(x, y term.Term) term.Term {
	return f.ts.And(f.ts.Not(f.IsNaN(x)), f.ts.Not(f.IsNaN(y)))
}
