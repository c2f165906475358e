package eventfacts

import "math/bits"

// interval is a set of values of a bit-vector of at most 64 bits: those that are in the unsigned range and,
// read as two's complement, in the signed one. Neither range alone does: a counter that is -1 at times is
// everything as an unsigned number, and an address in the upper half is as a signed one.
//
// It is another domain than that of package absint: the intersection of both ranges is often no interval
// around the circle, and what a comparison leaves may be nothing, which an operation then passes on.
type interval struct {
	ulo, uhi uint64
	slo, shi int64
	none     bool // the empty set
}

// nothing is the empty set.
func nothing() interval { return interval{none: true} }

func mask(n int) uint64 {
	if n >= 64 {
		return ^uint64(0)
	}
	return 1<<n - 1
}

// signed reads the low w bits of v as two's complement.
func signed(w int, v uint64) int64 { return int64(v<<(64-w)) >> (64 - w) }

func minSigned(w int) int64 { return -1 << (w - 1) }
func maxSigned(w int) int64 { return 1<<(w-1) - 1 }

// full is all values of a width; of more than 64 bits, it is never looked at.
func full(w int) interval {
	w = max(1, min(w, 64))
	return interval{ulo: 0, uhi: mask(w), slo: minSigned(w), shi: maxSigned(w)}
}

func single(w int, v uint64) interval {
	v &= mask(w)
	return interval{ulo: v, uhi: v, slo: signed(w, v), shi: signed(w, v)}
}

// unsignedRange is the set of the values from lo to hi.
func unsignedRange(w int, lo, hi uint64) interval {
	x := full(w)
	x.ulo, x.uhi = lo, hi
	return x.reduce(w)
}

// signedRange is the set of the values from lo to hi.
func signedRange(w int, lo, hi int64) interval {
	x := full(w)
	x.slo, x.shi = lo, hi
	return x.reduce(w)
}

// constant returns the only value.
func (x interval) constant() (uint64, bool) { return x.ulo, !x.none && x.ulo == x.uhi }

// reduce lets each range profit from the other one.
func (x interval) reduce(w int) interval {
	if x.none || x.ulo > x.uhi || x.slo > x.shi {
		return nothing()
	}
	half := uint64(1) << (w - 1)
	if x.uhi < half || x.ulo >= half {
		x.slo, x.shi = max(x.slo, signed(w, x.ulo)), min(x.shi, signed(w, x.uhi))
	}
	if x.slo > x.shi {
		return nothing()
	}
	if x.slo >= 0 || x.shi < 0 {
		x.ulo, x.uhi = max(x.ulo, uint64(x.slo)&mask(w)), min(x.uhi, uint64(x.shi)&mask(w))
	}
	if x.ulo > x.uhi {
		return nothing()
	}
	return x
}

// hull is the least interval around both.
func (x interval) hull(y interval) interval {
	if x.none {
		return y
	}
	if y.none {
		return x
	}
	return interval{ulo: min(x.ulo, y.ulo), uhi: max(x.uhi, y.uhi), slo: min(x.slo, y.slo),
		shi: max(x.shi, y.shi)}
}

func (x interval) meet(w int, y interval) interval {
	if x.none || y.none {
		return nothing()
	}
	return interval{ulo: max(x.ulo, y.ulo), uhi: min(x.uhi, y.uhi), slo: max(x.slo, y.slo),
		shi: min(x.shi, y.shi)}.reduce(w)
}

// without removes the value of y, if that is only one and at an end.
func (x interval) without(w int, y interval) interval {
	c, ok := y.constant()
	if !ok || x.none {
		return x
	}
	if x.ulo == x.uhi && x.ulo == c {
		return nothing()
	}
	if x.ulo == c {
		x.ulo++
	} else if x.uhi == c {
		x.uhi--
	}
	if s := signed(w, c); x.slo == s && x.slo < x.shi {
		x.slo++
	} else if x.shi == s && x.slo < x.shi {
		x.shi--
	}
	return x.reduce(w)
}

// addSigned adds numbers; ok is false where that overflows the width.
func addSigned(w int, a, b int64) (int64, bool) {
	c := a + b
	if (a >= 0) == (b >= 0) && (c >= 0) != (a >= 0) {
		return 0, false
	}
	return c, c >= minSigned(w) && c <= maxSigned(w)
}

func (x interval) add(w int, y interval) interval {
	if x.none || y.none {
		return nothing()
	}
	out := full(w)
	lo, c1 := bits.Add64(x.ulo, y.ulo, 0)
	hi, c2 := bits.Add64(x.uhi, y.uhi, 0)
	over1, over2 := c1 != 0 || lo > mask(w), c2 != 0 || hi > mask(w)
	if over1 == over2 { // none of the sums wraps around, or all do
		out.ulo, out.uhi = lo&mask(w), hi&mask(w)
	}
	a, ok1 := addSigned(w, x.slo, y.slo)
	b, ok2 := addSigned(w, x.shi, y.shi)
	if ok1 && ok2 {
		out.slo, out.shi = a, b
	}
	return out.reduce(w)
}

// not is the set of the complements.
func (x interval) not(w int) interval {
	if x.none {
		return x
	}
	return interval{ulo: ^x.uhi & mask(w), uhi: ^x.ulo & mask(w), slo: ^x.shi, shi: ^x.slo}
}

func (x interval) neg(w int) interval { return x.not(w).add(w, single(w, 1)) }

func (x interval) sub(w int, y interval) interval {
	if a, ok := x.constant(); ok {
		if b, ok := y.constant(); ok {
			return single(w, a-b)
		}
	}
	if x.none || y.none {
		return nothing()
	}
	out := x.add(w, y.neg(w))
	if x.ulo >= y.uhi { // no borrow
		out = out.meet(w, unsignedRange(w, x.ulo-y.uhi, x.uhi-y.ulo))
	}
	return out
}

func (x interval) mul(w int, y interval) interval {
	if x.none || y.none {
		return nothing()
	}
	out := full(w)
	if h, l := bits.Mul64(x.uhi, y.uhi); h == 0 && l <= mask(w) {
		out.ulo, out.uhi = x.ulo*y.ulo, l
	}
	const small = 1 << 31
	if x.slo > -small && x.shi < small && y.slo > -small && y.shi < small {
		a, b, c, d := x.slo*y.slo, x.slo*y.shi, x.shi*y.slo, x.shi*y.shi
		if lo, hi := min(a, b, c, d), max(a, b, c, d); lo >= minSigned(w) && hi <= maxSigned(w) {
			out.slo, out.shi = lo, hi
		}
	}
	return out.reduce(w)
}

// below is the least number of the form 2^k-1 that is not less than v.
func below(v uint64) uint64 { return mask(bits.Len64(v)) }

func (x interval) and(w int, y interval) interval {
	if x.none || y.none {
		return nothing()
	}
	if a, ok := x.constant(); ok {
		if b, ok := y.constant(); ok {
			return single(w, a&b)
		}
	}
	return unsignedRange(w, 0, min(x.uhi, y.uhi))
}

func (x interval) or(w int, y interval) interval {
	if x.none || y.none {
		return nothing()
	}
	if a, ok := x.constant(); ok {
		if b, ok := y.constant(); ok {
			return single(w, a|b)
		}
	}
	return unsignedRange(w, max(x.ulo, y.ulo), below(x.uhi|y.uhi))
}

func (x interval) xor(w int, y interval) interval {
	if x.none || y.none {
		return nothing()
	}
	if a, ok := x.constant(); ok {
		if b, ok := y.constant(); ok {
			return single(w, a^b)
		}
	}
	return unsignedRange(w, 0, below(x.uhi|y.uhi))
}

// shiftRight shifts in zeros; by w or more that gives 0.
func (x interval) shiftRight(w int, y interval) interval {
	if x.none || y.none {
		return nothing()
	}
	// Shifting by 64 or more gives 0 in Go as well.
	return unsignedRange(w, x.ulo>>min(y.uhi, 64), x.uhi>>min(y.ulo, 64))
}

// divide is the unsigned quotient.
func (x interval) divide(w int, y interval) interval {
	if x.none || y.none {
		return nothing()
	}
	if y.ulo == 0 {
		return full(w)
	}
	return unsignedRange(w, x.ulo/y.uhi, x.uhi/y.ulo)
}

// remainder is the unsigned one; that of a division by 0 is the dividend.
func (x interval) remainder(w int, y interval) interval {
	switch {
	case x.none || y.none:
		return nothing()
	case y.ulo == 0:
		return unsignedRange(w, 0, x.uhi)
	case x.uhi < y.ulo:
		return x
	}
	return unsignedRange(w, 0, min(x.uhi, y.uhi-1))
}

// extract takes n bits from lo on.
func (x interval) extract(lo, n int) interval {
	if x.none {
		return x
	}
	out := full(n)
	a, b := x.ulo>>lo, x.uhi>>lo
	if n == 64 || a>>n == b>>n {
		out = unsignedRange(n, a&mask(n), b&mask(n))
	}
	if lo == 0 && x.slo >= minSigned(n) && x.shi <= maxSigned(n) {
		out = out.meet(n, signedRange(n, x.slo, x.shi))
	}
	return out
}

// concat puts x before the n bits of y, w bits in all.
func (x interval) concat(w, n int, y interval) interval {
	if x.none || y.none {
		return nothing()
	}
	return unsignedRange(w, x.ulo<<n|y.ulo, x.uhi<<n|y.uhi)
}

// truth is a set of truth values.
type truth uint8

const (
	never  truth = 0
	yes    truth = 1
	no     truth = 2
	either truth = yes | no
)

func (a truth) not() truth { return a>>1&1 | a&1<<1 }

func (a truth) and(b truth) truth { return a&b&yes | (a|b)&no }

func (a truth) or(b truth) truth { return (a|b)&yes | a&b&no }

func (x interval) equals(y interval) truth {
	switch {
	case x.none || y.none:
		return never
	case x.uhi < y.ulo || y.uhi < x.ulo || x.shi < y.slo || y.shi < x.slo:
		return no
	case x.ulo == x.uhi && y == x:
		return yes
	}
	return either
}

func (x interval) less(y interval) truth {
	switch {
	case x.none || y.none:
		return never
	case x.uhi < y.ulo:
		return yes
	case x.ulo >= y.uhi:
		return no
	}
	return either
}

func (x interval) lessSigned(y interval) truth {
	switch {
	case x.none || y.none:
		return never
	case x.shi < y.slo:
		return yes
	case x.slo >= y.shi:
		return no
	}
	return either
}
