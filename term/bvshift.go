package term

// Shifts by a literal are concatenations and extensions of extracts.

// BVShl returns a shifted left by b bits, 0 if b is at least the width.
func (s *Store) BVShl(a, b Term) Term {
	sort := s.wantBV2(OpBVShl, a, b)
	if t := s.fold2(OpBVShl, sort, a, b); t != None {
		return t
	}
	w := sort.Width()
	if s.isZero(a) {
		return a
	}
	if s.IsConst(b) {
		k, ok := s.shiftAmount(b, w)
		switch {
		case !ok:
			return s.zero(sort)
		case k == 0:
			return a
		}
		return s.Concat(s.Extract(w-1-k, 0, a), s.BV(k, 0))
	}
	return s.intern(head(OpBVShl, sort), a, b, 0)
}

// shiftAmount returns the value of a literal if it is below the width.
func (s *Store) shiftAmount(b Term, w int) (int, bool) {
	if v, ok := s.small(b); ok {
		return int(v), v < uint64(w)
	}
	k, ok := shiftBig(w, s.ConstBig(b))
	return int(k), ok
}

// shiftRight returns a shifted right by 0 <= k < w bits, with zeros.
func (s *Store) shiftRight(k int, a Term) Term {
	return s.ZeroExt(k, s.Extract(s.width(a)-1, k, a))
}

// BVLShr returns a shifted right by b bits with zeros, 0 if b is at least the width.
func (s *Store) BVLShr(a, b Term) Term {
	sort := s.wantBV2(OpBVLShr, a, b)
	if t := s.fold2(OpBVLShr, sort, a, b); t != None {
		return t
	}
	if s.isZero(a) {
		return a
	}
	if s.IsConst(b) {
		if k, ok := s.shiftAmount(b, sort.Width()); ok {
			return s.shiftRight(k, a)
		}
		return s.zero(sort)
	}
	return s.intern(head(OpBVLShr, sort), a, b, 0)
}

// BVAShr returns a shifted right by b bits with its sign, only signs if b is at least the width.
func (s *Store) BVAShr(a, b Term) Term {
	sort := s.wantBV2(OpBVAShr, a, b)
	if t := s.fold2(OpBVAShr, sort, a, b); t != None {
		return t
	}
	w := sort.Width()
	if s.isZero(a) || s.isOnes(a) {
		return a
	}
	if s.IsConst(b) {
		k, ok := s.shiftAmount(b, w)
		if !ok {
			k = w - 1
		}
		return s.SignExt(k, s.Extract(w-1, k, a))
	}
	if s.highZeros(a, zeroRun) > 0 {
		return s.BVLShr(a, b)
	}
	return s.intern(head(OpBVAShr, sort), a, b, 0)
}

// RotateLeft returns t rotated left by by >= 0 bits.
func (s *Store) RotateLeft(by int, t Term) Term {
	w := s.wantBV(OpRotateLeft, t).Width()
	nonNegative(OpRotateLeft, by)
	k := by % w
	if k == 0 {
		return t
	}
	return s.Concat(s.Extract(w-1-k, 0, t), s.Extract(w-1, w-k, t))
}

// RotateRight returns t rotated right by by >= 0 bits.
func (s *Store) RotateRight(by int, t Term) Term {
	w := s.wantBV(OpRotateRight, t).Width()
	nonNegative(OpRotateRight, by)
	return s.RotateLeft(w-by%w, t)
}

// Repeat returns n >= 1 copies of t, one after the other.
func (s *Store) Repeat(n int, t Term) Term {
	s.wantBV(OpRepeat, t)
	if n < 1 {
		panic("term: repeat less than once")
	}
	r := t
	for range n - 1 {
		r = s.Concat(t, r)
	}
	return r
}

func nonNegative(op Op, n int) {
	if n < 0 {
		panic("term: negative parameter of " + op.String())
	}
}
