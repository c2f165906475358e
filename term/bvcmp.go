package term

// Comparisons are expressed by bvult and bvslt: a <= b is not b < a, so that a
// comparison and its opposite are complements.

// BVUle returns the unsigned a <= b.
func (s *Store) BVUle(a, b Term) Term { return s.Not(s.BVUlt(b, a)) }

// BVUgt returns the unsigned a > b.
func (s *Store) BVUgt(a, b Term) Term { return s.BVUlt(b, a) }

// BVUge returns the unsigned a >= b.
func (s *Store) BVUge(a, b Term) Term { return s.Not(s.BVUlt(a, b)) }

// BVSle returns the signed a <= b.
func (s *Store) BVSle(a, b Term) Term { return s.Not(s.BVSlt(b, a)) }

// BVSgt returns the signed a > b.
func (s *Store) BVSgt(a, b Term) Term { return s.BVSlt(b, a) }

// BVSge returns the signed a >= b.
func (s *Store) BVSge(a, b Term) Term { return s.Not(s.BVSlt(a, b)) }

// BVComp returns #b1 if a = b, else #b0.
func (s *Store) BVComp(a, b Term) Term {
	s.wantBV2(OpBVComp, a, b)
	return s.Ite(s.Eq(a, b), s.BV(1, 1), s.BV(1, 0))
}

// BVUlt returns the unsigned a < b.
func (s *Store) BVUlt(a, b Term) Term {
	sort := s.wantBV2(OpBVUlt, a, b)
	if a == b {
		return falseTerm
	}
	// A remainder is less than the divisor, unless that is 0: then it is the dividend.
	if n := s.node(a); n.op() == OpBVURem && n.arg[1] == b {
		return s.Not(s.Eq(b, s.zero(sort)))
	}
	if n := s.node(b); n.op() == OpBVURem && n.arg[1] == a {
		dividend := n.arg[0]
		return s.And(s.Eq(a, s.zero(sort)), s.Not(s.Eq(dividend, s.zero(sort))))
	}
	if s.plain(a, b) {
		return s.intern(head(OpBVUlt, Bool), a, b, 0)
	}
	if t := s.foldCmp(OpBVUlt, sort, a, b); t != None {
		return t
	}
	if s.deeper() {
		t := s.ultRules(a, b, sort)
		s.depth--
		if t != None {
			return t
		}
	}
	return s.intern(head(OpBVUlt, Bool), a, b, 0)
}

func (s *Store) ultRules(a, b Term, sort Sort) Term {
	w := sort.Width()
	one := func() Term { return s.BV(w, 1) }
	switch {
	case s.isZero(b), s.isOnes(a):
		return falseTerm
	case s.isZero(a): // 0 < b
		return s.Not(s.Eq(b, a))
	case s.isBV(b, 1): // a < 1
		return s.Eq(a, s.zero(sort))
	case s.isOnes(b): // a < max
		return s.Not(s.Eq(a, b))
	case s.IsConst(a) && s.isOnes(s.BVAdd(a, one())): // max-1 < b
		return s.Eq(b, s.allOnes(sort))
	case s.IsConst(b) && s.highZeros(b, 0) < s.highZeros(a, zeroRun):
		return trueTerm
	case s.IsConst(a) && s.highZeros(a, 0) < s.highZeros(b, zeroRun):
		return falseTerm
	}
	m, n := *s.node(a), *s.node(b)
	mExt := m.op() == OpZeroExt || m.op() == OpSignExt
	switch {
	case mExt && m.op() == n.op():
		// Both extensions keep the unsigned order.
		x, y := s.sameWidth(m.op(), m.arg[0], n.arg[0])
		return s.BVUlt(x, y)
	case m.op() == OpZeroExt && n.op() == OpConst:
		in := s.width(m.arg[0])
		if !s.isZero(s.Extract(w-1, in, b)) {
			return trueTerm
		}
		return s.BVUlt(m.arg[0], s.Extract(in-1, 0, b))
	case m.op() == OpConst && n.op() == OpZeroExt:
		in := s.width(n.arg[0])
		if !s.isZero(s.Extract(w-1, in, a)) {
			return falseTerm
		}
		return s.BVUlt(s.Extract(in-1, 0, a), n.arg[0])
	case m.op() == OpBVNot && n.op() == OpBVNot:
		return s.BVUlt(n.arg[0], m.arg[0])
	case m.op() == OpConcat && n.op() == OpConcat && s.width(m.arg[0]) == s.width(n.arg[0]):
		if m.arg[0] == n.arg[0] {
			return s.BVUlt(m.arg[1], n.arg[1])
		}
		if m.arg[1] == n.arg[1] {
			return s.BVUlt(m.arg[0], n.arg[0])
		}
	}
	return s.cmpIte(s.BVUlt, a, b)
}

// cmpIte compares (ite c p q), p and q literals, with a literal.
func (s *Store) cmpIte(less func(a, b Term) Term, a, b Term) Term {
	if c, p, q, ok := s.iteOfLiterals(a); ok && s.IsConst(b) {
		return s.Ite(c, less(p, b), less(q, b))
	}
	if c, p, q, ok := s.iteOfLiterals(b); ok && s.IsConst(a) {
		return s.Ite(c, less(a, p), less(a, q))
	}
	return None
}

// BVSlt returns the signed a < b.
func (s *Store) BVSlt(a, b Term) Term {
	sort := s.wantBV2(OpBVSlt, a, b)
	if a == b {
		return falseTerm
	}
	if s.plain(a, b) && sort.Width() > 1 {
		return s.intern(head(OpBVSlt, Bool), a, b, 0)
	}
	if t := s.foldCmp(OpBVSlt, sort, a, b); t != None {
		return t
	}
	if s.deeper() {
		t := s.sltRules(a, b, sort)
		s.depth--
		if t != None {
			return t
		}
	}
	return s.intern(head(OpBVSlt, Bool), a, b, 0)
}

func (s *Store) sltRules(a, b Term, sort Sort) Term {
	w := sort.Width()
	if w == 1 { // -1 < 0
		return s.BVUlt(b, a)
	}
	least := s.minSigned(sort)
	most := s.BVNot(least)
	switch {
	case b == least, a == most:
		return falseTerm
	case a == least, b == most:
		return s.Not(s.Eq(a, b))
	case s.IsConst(b) && s.BVSub(b, s.BV(w, 1)) == least: // a < least+1
		return s.Eq(a, least)
	case s.IsConst(a) && s.BVAdd(a, s.BV(w, 1)) == most: // most-1 < b
		return s.Eq(b, most)
	}
	m, n := *s.node(a), *s.node(b)
	aPos, bPos := s.highZeros(a, zeroRun) > 0, s.highZeros(b, zeroRun) > 0
	bit := func(t Term) Term { return s.Extract(w-1, w-1, t) }
	switch {
	case aPos && bPos:
		return s.BVUlt(a, b)
	case m.op() == OpSignExt && n.op() == OpSignExt:
		x, y := s.sameWidth(OpSignExt, m.arg[0], n.arg[0])
		return s.BVSlt(x, y)
	case m.op() == OpSignExt && n.op() == OpConst:
		in := s.width(m.arg[0])
		low := s.Extract(in-1, 0, b)
		if s.SignExt(w-in, low) == b {
			return s.BVSlt(m.arg[0], low)
		}
		return s.Not(s.Eq(bit(b), s.BV(1, 1))) // b lies outside: only its sign matters
	case m.op() == OpConst && n.op() == OpSignExt:
		in := s.width(n.arg[0])
		low := s.Extract(in-1, 0, a)
		if s.SignExt(w-in, low) == a {
			return s.BVSlt(low, n.arg[0])
		}
		return s.Eq(bit(a), s.BV(1, 1))
	case aPos && n.op() == OpConst: // b is negative
		return falseTerm
	case m.op() == OpConst && bPos:
		return trueTerm
	case m.op() == OpBVNot && n.op() == OpBVNot:
		return s.BVSlt(n.arg[0], m.arg[0])
	}
	return s.cmpIte(s.BVSlt, a, b)
}
