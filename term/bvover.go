package term

// Overflow predicates of SMT-LIB 2.7. Those that are a comparison become one; the
// others stay, since a solver has the carry or the high product at hand.

// BVNegO returns that -t overflows: t is the least signed value.
func (s *Store) BVNegO(t Term) Term { return s.Eq(t, s.minSigned(s.wantBV(OpBVNegO, t))) }

// BVUSubO returns that the unsigned a - b underflows: a < b.
func (s *Store) BVUSubO(a, b Term) Term { return s.BVUlt(a, b) }

// BVSDivO returns that the signed a / b overflows: the least value by -1.
func (s *Store) BVSDivO(a, b Term) Term {
	sort := s.wantBV2(OpBVSDivO, a, b)
	return s.And(s.BVNegO(a), s.Eq(b, s.allOnes(sort)))
}

// BVUAddO returns that the unsigned a + b overflows.
func (s *Store) BVUAddO(a, b Term) Term {
	sort := s.wantBV2(OpBVUAddO, a, b)
	if t := s.foldCmp(OpBVUAddO, sort, a, b); t != None {
		return t
	}
	a, b = s.order2(a, b)
	switch {
	case s.isZero(b), s.highZeros(a, zeroRun) > 0 && s.highZeros(b, zeroRun) > 0:
		return falseTerm
	case s.IsConst(b): // a > max - b
		return s.BVUlt(s.BVNot(b), a)
	}
	return s.intern(head(OpBVUAddO, Bool), a, b, 0)
}

// BVSAddO returns that the signed a + b overflows.
func (s *Store) BVSAddO(a, b Term) Term {
	sort := s.wantBV2(OpBVSAddO, a, b)
	if t := s.foldCmp(OpBVSAddO, sort, a, b); t != None {
		return t
	}
	a, b = s.order2(a, b)
	if s.signBits(a) > 1 && s.signBits(b) > 1 {
		return falseTerm
	}
	if s.IsConst(b) && sort.Width() > 1 {
		least := s.minSigned(sort)
		if s.highZeros(b, 1) > 0 { // a > most - b
			return s.BVSlt(s.BVSub(s.BVNot(least), b), a)
		}
		return s.BVSlt(a, s.BVSub(least, b)) // a < least - b
	}
	return s.intern(head(OpBVSAddO, Bool), a, b, 0)
}

// signBits returns a number of high bits of t that are known to be equal, at least 1.
func (s *Store) signBits(t Term) int {
	k := max(1, s.highZeros(t, zeroRun))
	n := s.node(t)
	switch n.op() {
	case OpSignExt:
		k = max(k, 1+int(n.arg[1]))
	case OpConst:
		k = max(k, s.highZeros(s.BVNot(t), 1))
	}
	return k
}

// BVSSubO returns that the signed a - b overflows.
func (s *Store) BVSSubO(a, b Term) Term {
	sort := s.wantBV2(OpBVSSubO, a, b)
	if t := s.foldCmp(OpBVSSubO, sort, a, b); t != None {
		return t
	}
	switch {
	case a == b, s.signBits(a) > 1 && s.signBits(b) > 1:
		return falseTerm
	case s.IsConst(b) && b != s.minSigned(sort):
		return s.BVSAddO(a, s.BVNeg(b))
	}
	return s.intern(head(OpBVSSubO, Bool), a, b, 0)
}

// BVUMulO returns that the unsigned a * b overflows.
func (s *Store) BVUMulO(a, b Term) Term {
	sort := s.wantBV2(OpBVUMulO, a, b)
	if t := s.foldCmp(OpBVUMulO, sort, a, b); t != None {
		return t
	}
	a, b = s.order2(a, b)
	w := sort.Width()
	switch {
	case s.isZero(b), s.highZeros(a, zeroRun)+s.highZeros(b, zeroRun) >= w:
		return falseTerm
	case s.IsConst(b): // a > max / b
		return s.BVUlt(s.BVUDiv(s.allOnes(sort), b), a)
	}
	return s.intern(head(OpBVUMulO, Bool), a, b, 0)
}

// BVSMulO returns that the signed a * b overflows.
func (s *Store) BVSMulO(a, b Term) Term {
	sort := s.wantBV2(OpBVSMulO, a, b)
	if t := s.foldCmp(OpBVSMulO, sort, a, b); t != None {
		return t
	}
	a, b = s.order2(a, b)
	w := sort.Width()
	switch {
	case s.isZero(b), s.isBV(b, 1) && w > 1, s.signBits(a)+s.signBits(b) >= w+2:
		return falseTerm
	case s.isOnes(b):
		return s.BVNegO(a)
	}
	return s.intern(head(OpBVSMulO, Bool), a, b, 0)
}
