package box

import "math/bits"

// Box is a set of values of a bit-vector of at most 64 bits: those that are in the unsigned range and,
// read as two's complement, in the signed one. Neither range alone does: a counter that is -1 at times is
// everything as an unsigned number, and an address in the upper half is as a signed one.
//
// It is another domain than that of package absint: the intersection of both ranges is often no interval
// around the circle, and what a comparison leaves may be nothing, which an operation then passes on.
type Box struct {
	Low, High uint64
	Min, Max  int64
	Empty     bool // the empty set
}

// Nothing is the empty set.
func Nothing() Box { return Box{Empty: true} }

// Mask has the low n bits.
func Mask(n int) uint64 {
	if n >= 64 {
		return ^uint64(0)
	}
	return 1<<n - 1
}

// AsSigned reads the low w bits of v as two's complement.
func AsSigned(w int, v uint64) int64 { return int64(v<<(64-w)) >> (64 - w) }

// MinSigned and MaxSigned are the least and the greatest number of w bits.
func MinSigned(w int) int64 { return -1 << (w - 1) }
func MaxSigned(w int) int64 { return 1<<(w-1) - 1 }

// Full is all values of a width; of more than 64 bits, it is never looked at.
func Full(w int) Box {
	w = max(1, min(w, 64))
	return Box{Low: 0, High: Mask(w), Min: MinSigned(w), Max: MaxSigned(w)}
}

// Single is the set of one value.
func Single(w int, v uint64) Box {
	v &= Mask(w)
	return Box{Low: v, High: v, Min: AsSigned(w, v), Max: AsSigned(w, v)}
}

// Unsigned is the set of the values from lo to hi.
func Unsigned(w int, lo, hi uint64) Box {
	x := Full(w)
	x.Low, x.High = lo, hi
	return x.Reduce(w)
}

// Signed is the set of the values from lo to hi.
func Signed(w int, lo, hi int64) Box {
	x := Full(w)
	x.Min, x.Max = lo, hi
	return x.Reduce(w)
}

// Constant returns the only value.
func (x Box) Constant() (uint64, bool) { return x.Low, !x.Empty && x.Low == x.High }

// Reduce lets each range profit from the other one.
func (x Box) Reduce(w int) Box {
	if x.Empty || x.Low > x.High || x.Min > x.Max {
		return Nothing()
	}
	half := uint64(1) << (w - 1)
	if x.High < half || x.Low >= half {
		x.Min, x.Max = max(x.Min, AsSigned(w, x.Low)), min(x.Max, AsSigned(w, x.High))
	}
	if x.Min > x.Max {
		return Nothing()
	}
	if x.Min >= 0 || x.Max < 0 {
		x.Low, x.High = max(x.Low, uint64(x.Min)&Mask(w)), min(x.High, uint64(x.Max)&Mask(w))
	}
	if x.Low > x.High {
		return Nothing()
	}
	return x
}

// Hull is the least interval around both.
func (x Box) Hull(y Box) Box {
	if x.Empty {
		return y
	}
	if y.Empty {
		return x
	}
	return Box{Low: min(x.Low, y.Low), High: max(x.High, y.High), Min: min(x.Min, y.Min),
		Max: max(x.Max, y.Max)}
}

// Meet is what both have in common, exactly.
func (x Box) Meet(w int, y Box) Box {
	if x.Empty || y.Empty {
		return Nothing()
	}
	return Box{Low: max(x.Low, y.Low), High: min(x.High, y.High), Min: max(x.Min, y.Min),
		Max: min(x.Max, y.Max)}.Reduce(w)
}

// Without removes the value of y, if that is only one and at an end.
func (x Box) Without(w int, y Box) Box {
	c, ok := y.Constant()
	if !ok || x.Empty {
		return x
	}
	if x.Low == x.High && x.Low == c {
		return Nothing()
	}
	if x.Low == c {
		x.Low++
	} else if x.High == c {
		x.High--
	}
	if s := AsSigned(w, c); x.Min == s && x.Min < x.Max {
		x.Min++
	} else if x.Max == s && x.Min < x.Max {
		x.Max--
	}
	return x.Reduce(w)
}

// AddSigned adds numbers; ok is false where that overflows the width.
func AddSigned(w int, a, b int64) (int64, bool) {
	c := a + b
	if (a >= 0) == (b >= 0) && (c >= 0) != (a >= 0) {
		return 0, false
	}
	return c, c >= MinSigned(w) && c <= MaxSigned(w)
}

// Add has the sums.
func (x Box) Add(w int, y Box) Box {
	if x.Empty || y.Empty {
		return Nothing()
	}
	out := Full(w)
	lo, c1 := bits.Add64(x.Low, y.Low, 0)
	hi, c2 := bits.Add64(x.High, y.High, 0)
	over1, over2 := c1 != 0 || lo > Mask(w), c2 != 0 || hi > Mask(w)
	if over1 == over2 { // none of the sums wraps around, or all do
		out.Low, out.High = lo&Mask(w), hi&Mask(w)
	}
	a, ok1 := AddSigned(w, x.Min, y.Min)
	b, ok2 := AddSigned(w, x.Max, y.Max)
	if ok1 && ok2 {
		out.Min, out.Max = a, b
	}
	return out.Reduce(w)
}

// Not is the set of the complements.
func (x Box) Not(w int) Box {
	if x.Empty {
		return x
	}
	return Box{Low: ^x.High & Mask(w), High: ^x.Low & Mask(w), Min: ^x.Max, Max: ^x.Min}
}

// Neg has the negated values.
func (x Box) Neg(w int) Box { return x.Not(w).Add(w, Single(w, 1)) }

// Sub has the differences.
func (x Box) Sub(w int, y Box) Box {
	if a, ok := x.Constant(); ok {
		if b, ok := y.Constant(); ok {
			return Single(w, a-b)
		}
	}
	if x.Empty || y.Empty {
		return Nothing()
	}
	out := x.Add(w, y.Neg(w))
	if x.Low >= y.High { // no borrow
		out = out.Meet(w, Unsigned(w, x.Low-y.High, x.High-y.Low))
	}
	return out
}

// Mul has the products.
func (x Box) Mul(w int, y Box) Box {
	if x.Empty || y.Empty {
		return Nothing()
	}
	out := Full(w)
	if h, l := bits.Mul64(x.High, y.High); h == 0 && l <= Mask(w) {
		out.Low, out.High = x.Low*y.Low, l
	}
	const small = 1 << 31
	if x.Min > -small && x.Max < small && y.Min > -small && y.Max < small {
		a, b, c, d := x.Min*y.Min, x.Min*y.Max, x.Max*y.Min, x.Max*y.Max
		if lo, hi := min(a, b, c, d), max(a, b, c, d); lo >= MinSigned(w) && hi <= MaxSigned(w) {
			out.Min, out.Max = lo, hi
		}
	}
	return out.Reduce(w)
}

// below is the least number of the form 2^k-1 that is not less than v.
func below(v uint64) uint64 { return Mask(bits.Len64(v)) }

// And has what the bits of both have in common.
func (x Box) And(w int, y Box) Box {
	if x.Empty || y.Empty {
		return Nothing()
	}
	if a, ok := x.Constant(); ok {
		if b, ok := y.Constant(); ok {
			return Single(w, a&b)
		}
	}
	return Unsigned(w, 0, min(x.High, y.High))
}

// Or has the values with the bits of either.
func (x Box) Or(w int, y Box) Box {
	if x.Empty || y.Empty {
		return Nothing()
	}
	if a, ok := x.Constant(); ok {
		if b, ok := y.Constant(); ok {
			return Single(w, a|b)
		}
	}
	return Unsigned(w, max(x.Low, y.Low), below(x.High|y.High))
}

// Xor has the values with the bits in which they differ.
func (x Box) Xor(w int, y Box) Box {
	if x.Empty || y.Empty {
		return Nothing()
	}
	if a, ok := x.Constant(); ok {
		if b, ok := y.Constant(); ok {
			return Single(w, a^b)
		}
	}
	return Unsigned(w, 0, below(x.High|y.High))
}

// ShiftRight shifts in zeros; by w or more that gives 0.
func (x Box) ShiftRight(w int, y Box) Box {
	if x.Empty || y.Empty {
		return Nothing()
	}
	// Shifting by 64 or more gives 0 in Go as well.
	return Unsigned(w, x.Low>>min(y.High, 64), x.High>>min(y.Low, 64))
}

// Divide is the unsigned quotient.
func (x Box) Divide(w int, y Box) Box {
	if x.Empty || y.Empty {
		return Nothing()
	}
	if y.Low == 0 {
		return Full(w)
	}
	return Unsigned(w, x.Low/y.High, x.High/y.Low)
}

// Remainder is the unsigned one; that of a division by 0 is the dividend.
func (x Box) Remainder(w int, y Box) Box {
	switch {
	case x.Empty || y.Empty:
		return Nothing()
	case y.Low == 0:
		return Unsigned(w, 0, x.High)
	case x.High < y.Low:
		return x
	}
	return Unsigned(w, 0, min(x.High, y.High-1))
}

// Extract takes n bits from lo on.
func (x Box) Extract(lo, n int) Box {
	if x.Empty {
		return x
	}
	out := Full(n)
	a, b := x.Low>>lo, x.High>>lo
	if n == 64 || a>>n == b>>n {
		out = Unsigned(n, a&Mask(n), b&Mask(n))
	}
	if lo == 0 && x.Min >= MinSigned(n) && x.Max <= MaxSigned(n) {
		out = out.Meet(n, Signed(n, x.Min, x.Max))
	}
	return out
}

// Concat puts x before the n bits of y, w bits in all.
func (x Box) Concat(w, n int, y Box) Box {
	if x.Empty || y.Empty {
		return Nothing()
	}
	return Unsigned(w, x.Low<<n|y.Low, x.High<<n|y.High)
}

// Truth is a set of truth values.
type Truth uint8

const (
	Never  Truth = 0
	Yes    Truth = 1
	No     Truth = 2
	Either Truth = Yes | No
)

// Not has the negated truth values.
func (a Truth) Not() Truth { return a>>1&1 | a&1<<1 }

// And has those of conjunctions.
func (a Truth) And(b Truth) Truth { return a&b&Yes | (a|b)&No }

// Or has those of disjunctions.
func (a Truth) Or(b Truth) Truth { return (a|b)&Yes | a&b&No }

// Equals says whether values of two boxes are equal.
func (x Box) Equals(y Box) Truth {
	switch {
	case x.Empty || y.Empty:
		return Never
	case x.High < y.Low || y.High < x.Low || x.Max < y.Min || y.Max < x.Min:
		return No
	case x.Low == x.High && y == x:
		return Yes
	}
	return Either
}

// Less compares as unsigned numbers.
func (x Box) Less(y Box) Truth {
	switch {
	case x.Empty || y.Empty:
		return Never
	case x.High < y.Low:
		return Yes
	case x.Low >= y.High:
		return No
	}
	return Either
}

// LessSigned compares as signed numbers.
func (x Box) LessSigned(y Box) Truth {
	switch {
	case x.Empty || y.Empty:
		return Never
	case x.Max < y.Min:
		return Yes
	case x.Min >= y.Max:
		return No
	}
	return Either
}
