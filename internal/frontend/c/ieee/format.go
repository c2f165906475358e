package ieee

import (
	"math/big"
	"math/bits"

	"whittle.dev/term"
)

// Format is a binary interchange format: a sign, an exponent and a fraction.
type Format struct {
	Exponent int // bits of the exponent
	Fraction int // bits of the significand without the leading one, which is not stored
}

// The formats of float and double.
var (
	Binary32 = Format{Exponent: 8, Fraction: 23}
	Binary64 = Format{Exponent: 11, Fraction: 52}
)

// Width is how many bits a representation has.
func (f Format) Width() int { return 1 + f.Exponent + f.Fraction }

// Floats makes terms about numbers of a format.
type Floats struct {
	Format
	ts        *term.Store
	precision int // bits of a significand with its leading one
	exponents int // bits of exponents while computing: signed, wide enough for products of subnormal numbers
	bias      uint64
}

// New returns the operations on numbers of a format.
func New(ts *term.Store, f Format) *Floats {
	return &Floats{Format: f, ts: ts, precision: f.Fraction + 1, exponents: f.Exponent + 4,
		bias: 1<<(f.Exponent-1) - 1}
}

// parts is a number taken apart. Its value is significand * 2^(exponent - fraction): the leading bit of the
// significand is a one unless the number is zero, infinite or a NaN.
type parts struct {
	bits                term.Term // the representation
	sign                term.Term // a Bool, as the next three
	zero, infinite, nan term.Term
	exponent            term.Term
	significand         term.Term
}

func (f *Floats) fraction(x term.Term) term.Term { return f.ts.Extract(f.Fraction-1, 0, x) }
func (f *Floats) biased(x term.Term) term.Term   { return f.ts.Extract(f.Width()-2, f.Fraction, x) }
func (f *Floats) magnitude(x term.Term) term.Term {
	return f.ts.Extract(f.Width()-2, 0, x)
}

// sign is whether the bit of the sign is set.
func (f *Floats) sign(x term.Term) term.Term { return isOne(f.ts, f.Width()-1, x) }

func isOne(ts *term.Store, bit int, x term.Term) term.Term {
	return ts.Eq(ts.Extract(bit, bit, x), ts.BV(1, 1))
}

func isZero(ts *term.Store, x term.Term) term.Term { return ts.Eq(x, ts.BV(ts.Sort(x).Width(), 0)) }

func (f *Floats) greatest() term.Term { return f.ones(f.Exponent) }

func (f *Floats) ones(width int) term.Term {
	return f.ts.BVBig(width, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(width)), big.NewInt(1)))
}

// IsNaN is whether x is no number.
func (f *Floats) IsNaN(x term.Term) term.Term {
	return f.ts.And(f.ts.Eq(f.biased(x), f.greatest()), f.ts.Not(isZero(f.ts, f.fraction(x))))
}

// IsInfinite is whether x is an infinity.
func (f *Floats) IsInfinite(x term.Term) term.Term {
	return f.ts.And(f.ts.Eq(f.biased(x), f.greatest()), isZero(f.ts, f.fraction(x)))
}

// IsFinite is whether x is a number and no infinity.
func (f *Floats) IsFinite(x term.Term) term.Term { return f.ts.Not(f.ts.Eq(f.biased(x), f.greatest())) }

// IsZero is whether x is one of the zeros.
func (f *Floats) IsZero(x term.Term) term.Term { return isZero(f.ts, f.magnitude(x)) }

// IsNormal is whether x is finite, and neither zero nor subnormal.
func (f *Floats) IsNormal(x term.Term) term.Term {
	return f.ts.And(f.IsFinite(x), f.ts.Not(isZero(f.ts, f.biased(x))))
}

// IsNegative is whether the sign of x is set, be x a number or not.
func (f *Floats) IsNegative(x term.Term) term.Term { return f.sign(x) }

// Neg is -x: another sign, and nothing else.
func (f *Floats) Neg(x term.Term) term.Term {
	return f.ts.Concat(f.ts.BVNot(f.ts.Extract(f.Width()-1, f.Width()-1, x)), f.magnitude(x))
}

// Abs is x without its sign.
func (f *Floats) Abs(x term.Term) term.Term { return f.ts.Concat(f.ts.BV(1, 0), f.magnitude(x)) }

// CopySign is x with the sign of y.
func (f *Floats) CopySign(x, y term.Term) term.Term {
	return f.ts.Concat(f.ts.Extract(f.Width()-1, f.Width()-1, y), f.magnitude(x))
}

// Infinity is the infinity of a sign, which is a Bool.
func (f *Floats) Infinity(sign term.Term) term.Term {
	return f.join(sign, f.greatest(), f.ts.BV(f.Fraction, 0))
}

// Zero is the zero of a sign, which is a Bool.
func (f *Floats) Zero(sign term.Term) term.Term {
	return f.join(sign, f.ts.BV(f.Exponent, 0), f.ts.BV(f.Fraction, 0))
}

// invalid is what an invalid operation gives.
func (f *Floats) invalid() term.Term {
	return f.join(f.ts.True(), f.greatest(), f.ts.Concat(f.ts.BV(1, 1), f.ts.BV(f.Fraction-1, 0)))
}

// QuietNaN is the NaN that has neither a sign nor a payload.
func (f *Floats) QuietNaN() term.Term { return f.Abs(f.invalid()) }

// quiet is a NaN as the result of an operation.
func (f *Floats) quiet(x term.Term) term.Term {
	return f.ts.BVOr(x, f.ts.Concat(f.ts.BV(f.Exponent+1, 0),
		f.ts.Concat(f.ts.BV(1, 1), f.ts.BV(f.Fraction-1, 0))))
}

func (f *Floats) join(sign, biased, fraction term.Term) term.Term {
	return f.ts.Concat(f.bit(sign), f.ts.Concat(biased, fraction))
}

func (f *Floats) bit(c term.Term) term.Term { return f.ts.Ite(c, f.ts.BV(1, 1), f.ts.BV(1, 0)) }

// exponentOf is a constant among exponents.
func (f *Floats) exponentOf(e int) term.Term {
	return f.ts.BV(f.exponents, uint64(e)&(1<<f.exponents-1))
}

func (f *Floats) takeApart(x term.Term) parts {
	ts := f.ts
	subnormal := isZero(ts, f.biased(x))
	exponent := ts.BVSub(ts.ZeroExt(f.exponents-f.Exponent, f.biased(x)), f.exponentOf(int(f.bias)))
	exponent = ts.Ite(subnormal, f.exponentOf(1-int(f.bias)), exponent)
	significand := ts.Concat(f.bit(ts.Not(subnormal)), f.fraction(x))
	significand, exponent = f.normalise(significand, exponent)
	return parts{bits: x, sign: f.sign(x), zero: f.IsZero(x), infinite: f.IsInfinite(x), nan: f.IsNaN(x),
		exponent: exponent, significand: significand}
}

// normalise shifts a significand to the left until its leading bit is a one, and lowers the exponent by that.
func (f *Floats) normalise(significand, exponent term.Term) (term.Term, term.Term) {
	ts, w := f.ts, f.ts.Sort(significand).Width()
	for k := 1 << (bits.Len(uint(w-1)) - 1); k > 0; k /= 2 {
		if k >= w {
			continue
		}
		low := isZero(ts, ts.Extract(w-1, w-k, significand))
		significand = ts.Ite(low, ts.Concat(ts.Extract(w-1-k, 0, significand), ts.BV(k, 0)), significand)
		exponent = ts.Ite(low, ts.BVSub(exponent, f.exponentOf(k)), exponent)
	}
	return significand, exponent
}

// shiftSticky shifts x to the right. The last bit of the result is set if ones are shifted out.
func shiftSticky(ts *term.Store, x, by term.Term) term.Term {
	w, n := ts.Sort(x).Width(), ts.Sort(by).Width()
	for k := 0; k < n; k++ {
		set := isOne(ts, k, by)
		shifted := ts.Ite(isZero(ts, x), x, ts.BV(w, 1))
		if k < 31 && 1<<k < w {
			d := 1 << k
			shifted = ts.ZeroExt(d, ts.Extract(w-1, d, x))
			lost := ts.Not(isZero(ts, ts.Extract(d-1, 0, x)))
			shifted = ts.BVOr(shifted, ts.Ite(lost, ts.BV(w, 1), ts.BV(w, 0)))
		}
		x = ts.Ite(set, shifted, x)
	}
	return x
}

// round makes a representation of significand * 2^(exponent + 1 - w), where w is the width of the
// significand, which is not zero. Its last bit may be a sticky one.
func (f *Floats) round(sign, exponent, significand term.Term) term.Term {
	ts := f.ts
	if w := ts.Sort(significand).Width(); w < f.precision+2 {
		significand = ts.Concat(significand, ts.BV(f.precision+2-w, 0))
	}
	w := ts.Sort(significand).Width()
	significand, exponent = f.normalise(significand, exponent)
	least := f.exponentOf(1 - int(f.bias))
	tiny := ts.BVSlt(exponent, least)
	significand = shiftSticky(ts, significand, ts.Ite(tiny, ts.BVSub(least, exponent), f.exponentOf(0)))

	kept := ts.Extract(w-1, w-f.precision, significand)
	half := isOne(ts, w-f.precision-1, significand)
	rest := ts.Not(isZero(ts, ts.Extract(w-f.precision-2, 0, significand)))
	up := ts.And(half, ts.Or(rest, isOne(ts, 0, kept)))

	biased := ts.BVAdd(exponent, f.exponentOf(int(f.bias)))
	biased = ts.Ite(isOne(ts, f.precision-1, kept), ts.Ite(tiny, f.exponentOf(1), biased), f.exponentOf(0))
	tooLarge := ts.BVSge(biased, f.exponentOf(1<<f.Exponent-1))
	// A carry out of the fraction goes to the exponent, where it belongs; the last one makes it an infinity.
	magnitude := ts.Concat(ts.Extract(f.Exponent-1, 0, biased), ts.Extract(f.Fraction-1, 0, kept))
	magnitude = ts.BVAdd(magnitude, ts.ZeroExt(f.Exponent+f.Fraction-1, f.bit(up)))
	infinite := ts.Concat(f.greatest(), ts.BV(f.Fraction, 0))
	return ts.Concat(f.bit(sign), ts.Ite(tooLarge, infinite, magnitude))
}
