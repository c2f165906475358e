package words

import "math/bits"

// domain is a set of values of a node, at least those that it can have: the intersection of three views. A
// value x is in it only if all bits of one are set in x, no bit outside of may is, lo <= x <= hi, and slo <=
// x^sign <= shi. The last is the order of signed numbers, moved to begin at 0.
//
// Known bits and intervals are the usual abstract values of bit-vector solvers (Michel and Van Hentenryck,
// "Constraint satisfaction over bit-vectors", CP 2012). Package absint evaluates forwards, and to one
// interval; this domain is revised in both directions and in place, and known bits matter as much as ranges.
type domain struct {
	one, may uint64
	lo, hi   uint64
	slo, shi uint64
}

// ones is the mask of width w, 1 to 64.
func ones(w uint8) uint64 { return ^uint64(0) >> (64 - w) }

// signBit is the highest bit of width w.
func signBit(w uint8) uint64 { return 1 << (w - 1) }

// full is the set of all values.
func full(w uint8) domain {
	m := ones(w)
	return domain{may: m, hi: m, shi: m}
}

// single is the set of x alone.
func single(w uint8, x uint64) domain {
	y := x ^ signBit(w)
	return domain{x, x, x, x, y, y}
}

func (d *domain) isSingle() bool { return d.one == d.may }

// disjoint reports that two sets have no common value, as far as one view shows it.
func (d *domain) disjoint(e *domain) bool {
	return d.one&^e.may|e.one&^d.may != 0 || d.hi < e.lo || e.hi < d.lo || d.shi < e.slo || e.shi < d.slo
}

// meet is the intersection, view by view.
func (d *domain) meet(e *domain) domain {
	return domain{d.one | e.one, d.may & e.may, max(d.lo, e.lo), min(d.hi, e.hi), max(d.slo, e.slo),
		min(d.shi, e.shi)}
}

// join holds the values of both.
func (d *domain) join(e *domain) domain {
	return domain{d.one & e.one, d.may | e.may, min(d.lo, e.lo), max(d.hi, e.hi), min(d.slo, e.slo),
		max(d.shi, e.shi)}
}

// atLeast returns the smallest x >= lo that has all bits of one and none outside of may.
func atLeast(lo, one, may uint64) (x uint64, ok bool) {
	wrong := lo&^may | one&^lo
	if wrong == 0 {
		return lo, true
	}
	i := uint(bits.Len64(wrong) - 1)
	if one>>i&1 != 0 { // a missing bit: setting it makes x greater, the rest is free
		return lo>>i<<i | 1<<i | one&(1<<i-1), true
	}
	// A bit too many: a zero above it must become one. The highest wrong bit
	// is i, so that all above is as it should be but for the free zeros.
	free := may &^ lo >> i >> 1 << 1 << i
	if free == 0 {
		return 0, false
	}
	j := uint(bits.TrailingZeros64(free))
	return lo>>j<<j | 1<<j | one&(1<<j-1), true
}

// tighten makes the three views agree. It returns false if the set is empty.
func (d *domain) tighten(w uint8) bool {
	m, sign := ones(w), signBit(w)
	for {
		old := *d
		if d.one&^d.may != 0 {
			return false
		}
		// Unsigned interval and bits.
		if d.lo > d.hi {
			return false
		}
		if known := ^(uint64(1)<<bits.Len64(d.lo^d.hi) - 1); known&m != 0 {
			d.one |= d.lo & known
			d.may &= d.lo | ^known
			if d.one&^d.may != 0 {
				return false
			}
		}
		var ok bool
		if d.lo, ok = atLeast(d.lo, d.one, d.may); !ok {
			return false
		}
		if d.hi, ok = atLeast(m^d.hi, m&^d.may, m&^d.one); !ok {
			return false
		}
		d.hi ^= m
		// The signed one sees the highest bit upside down.
		if d.lo > d.hi || d.slo > d.shi {
			return false
		}
		if (d.lo^d.hi)&sign == 0 {
			d.slo, d.shi = max(d.slo, d.lo^sign), min(d.shi, d.hi^sign)
		}
		if d.slo > d.shi {
			return false
		}
		flip := sign &^ (d.one ^ d.may) // the sign bit if it is known
		one, may := d.one^flip, d.may^flip
		if known := ^(uint64(1)<<bits.Len64(d.slo^d.shi) - 1); known&m != 0 {
			one |= d.slo & known
			may &= d.slo | ^known
			if one&^may != 0 {
				return false
			}
			flip = sign &^ (one ^ may)
			d.one, d.may = one^flip, may^flip
		}
		if d.slo, ok = atLeast(d.slo, one, may); !ok {
			return false
		}
		if d.shi, ok = atLeast(m^d.shi, m&^may, m&^one); !ok {
			return false
		}
		d.shi ^= m
		if d.slo > d.shi {
			return false
		}
		if (d.slo^d.shi)&sign == 0 {
			d.lo, d.hi = max(d.lo, d.slo^sign), min(d.hi, d.shi^sign)
		}
		if d.one == old.one && d.may == old.may && d.lo == old.lo && d.hi == old.hi && d.slo == old.slo &&
			d.shi == old.shi {
			return true
		}
	}
}

// pick returns a value that fits the bits and, if that is easy, the unsigned interval:
// x as far as it may be so.
func (d *domain) pick(x uint64) uint64 {
	x = x&d.may | d.one
	if x < d.lo {
		x, _ = atLeast(d.lo, d.one, d.may)
	} else if x > d.hi {
		return d.hi // conforms after tighten
	}
	return x
}
