package term

import "math/bits"

// Division by zero is defined: bvudiv gives all ones, bvurem the dividend, and
// the signed operators follow from these.

// powerOfTwo returns k if t is the literal 2^k.
func (s *Store) powerOfTwo(t Term) (k int, ok bool) {
	if v, small := s.small(t); small {
		return bits.TrailingZeros64(v), v != 0 && v&(v-1) == 0
	}
	if !s.IsConst(t) {
		return 0, false
	}
	v := s.ConstBig(t)
	k = int(v.TrailingZeroBits())
	return k, v.Sign() > 0 && v.BitLen() == k+1
}

// BVUDiv returns the unsigned quotient; all ones if b is 0.
func (s *Store) BVUDiv(a, b Term) Term {
	sort := s.wantBV2(OpBVUDiv, a, b)
	if t := s.fold2(OpBVUDiv, sort, a, b); t != None {
		return t
	}
	if s.IsConst(b) {
		if s.isZero(b) {
			return s.allOnes(sort)
		}
		if k, ok := s.powerOfTwo(b); ok {
			return s.shiftRight(k, a)
		}
		if t := s.narrow(OpBVUDiv, a, b); t != None {
			return t
		}
	}
	return s.intern(head(OpBVUDiv, sort), a, b, 0)
}

// BVURem returns the unsigned remainder; a if b is 0.
func (s *Store) BVURem(a, b Term) Term {
	sort := s.wantBV2(OpBVURem, a, b)
	if t := s.fold2(OpBVURem, sort, a, b); t != None {
		return t
	}
	switch {
	case a == b, s.isZero(a):
		return s.zero(sort)
	case s.isZero(b):
		return a
	}
	if k, ok := s.powerOfTwo(b); ok {
		if k == 0 {
			return s.zero(sort)
		}
		return s.ZeroExt(sort.Width()-k, s.Extract(k-1, 0, a))
	}
	if t := s.narrow(OpBVURem, a, b); t != None {
		return t
	}
	return s.intern(head(OpBVURem, sort), a, b, 0)
}

// narrow divides only the bits that can be set, if both operands have high bits
// that are known to be 0. For a quotient the divisor must not be 0.
func (s *Store) narrow(op Op, a, b Term) Term {
	z := min(s.highZeros(a, zeroRun), s.highZeros(b, zeroRun))
	w := s.width(a)
	if z == 0 || z >= w || !s.deeper() {
		return None
	}
	defer func() { s.depth-- }()
	x, y := s.Extract(w-1-z, 0, a), s.Extract(w-1-z, 0, b)
	if op == OpBVUDiv {
		return s.ZeroExt(z, s.BVUDiv(x, y))
	}
	return s.ZeroExt(z, s.BVURem(x, y))
}

// nonNegative reports whether the sign bits of both operands are known to be 0.
func (s *Store) nonNegative(a, b Term) bool {
	return s.highZeros(a, zeroRun) > 0 && s.highZeros(b, zeroRun) > 0
}

// BVSDiv returns the signed quotient, rounded towards zero; for a divisor 0 it is
// 1 if a is negative, else -1.
func (s *Store) BVSDiv(a, b Term) Term {
	sort := s.wantBV2(OpBVSDiv, a, b)
	if t := s.fold2(OpBVSDiv, sort, a, b); t != None {
		return t
	}
	switch {
	case s.isBV(b, 1) && sort.Width() > 1:
		return a
	case s.isOnes(b):
		return s.BVNeg(a)
	case s.nonNegative(a, b):
		return s.BVUDiv(a, b)
	}
	if k, ok := s.powerOfTwo(b); ok && k > 0 && k < sort.Width()-1 {
		return s.signedShift(k, a)
	}
	return s.intern(head(OpBVSDiv, sort), a, b, 0)
}

// BVSRem returns the signed remainder with the sign of a; a if b is 0.
func (s *Store) BVSRem(a, b Term) Term { return s.signedRemainder(OpBVSRem, a, b) }

// BVSMod returns the signed remainder with the sign of b; a if b is 0.
func (s *Store) BVSMod(a, b Term) Term { return s.signedRemainder(OpBVSMod, a, b) }

func (s *Store) signedRemainder(op Op, a, b Term) Term {
	sort := s.wantBV2(op, a, b)
	if t := s.fold2(op, sort, a, b); t != None {
		return t
	}
	switch {
	case a == b, s.isZero(a), s.isBV(b, 1), s.isOnes(b):
		return s.zero(sort)
	case s.isZero(b):
		return a
	case s.nonNegative(a, b):
		return s.BVURem(a, b)
	}
	if k, ok := s.powerOfTwo(b); ok && k > 0 && k < sort.Width()-1 {
		if op == OpBVSRem {
			return s.signedLow(k, a)
		}
		return s.ZeroExt(sort.Width()-k, s.Extract(k-1, 0, a))
	}
	return s.intern(head(op, sort), a, b, 0)
}

// signedShift returns a / 2^k rounded towards zero, 0 < k < w-1: an arithmetic shift of a, after 2^k-1 was
// added to a negative a. An adder is much cheaper for a solver than a divider.
func (s *Store) signedShift(k int, a Term) Term {
	w := s.width(a)
	signs := s.SignExt(k-1, s.Extract(w-1, w-1, a))
	sum := s.BVAdd(a, s.ZeroExt(w-k, signs))
	return s.SignExt(k, s.Extract(w-1, k, sum))
}

// signedLow returns the remainder with the sign of a of a / 2^k, 0 < k < w-1: the
// low bits of a, under ones if a is negative and they are not all 0.
func (s *Store) signedLow(k int, a Term) Term {
	w := s.width(a)
	low := s.Extract(k-1, 0, a)
	negative := s.Eq(s.Extract(w-1, w-1, a), s.BV(1, 1))
	below := s.And(negative, s.Not(s.Eq(low, s.BV(k, 0))))
	sort := BitVec(w - k)
	return s.Concat(s.Ite(below, s.allOnes(sort), s.zero(sort)), low)
}
