package term

// Rules that the bitwise operators and sums share.

// bitCondition splits t = (ite c k 0), k a literal.
func (s *Store) bitCondition(t Term) (c, k Term, ok bool) {
	c, a, b, ok := s.iteOfLiterals(t)
	switch {
	case !ok:
		return None, None, false
	case s.isZero(b):
		return c, a, true
	case s.isZero(a):
		return s.Not(c), b, true
	}
	return None, None, false
}

// bitLogic turns a bitwise operator on two conditions, each 0 or the literal k,
// into an operator on Bool. It returns None elsewhere.
func (s *Store) bitLogic(op Op, a, b Term) Term {
	if s.node(a).op() != OpIte || s.node(b).op() != OpIte {
		return None
	}
	p, k, ok := s.bitCondition(a)
	if !ok {
		return None
	}
	q, l, ok := s.bitCondition(b)
	if !ok || k != l || !s.deeper() {
		return None
	}
	defer func() { s.depth-- }()
	var c Term
	switch op {
	case OpBVAnd:
		c = s.And(p, q)
	case OpBVOr:
		c = s.Or(p, q)
	default:
		c = s.Xor(p, q)
	}
	return s.Ite(c, k, s.zero(s.Sort(a)))
}

// joinDisjoint makes a concatenation of a + b, a | b or a ^ b where the low bits
// of one operand and the high bits of the other are known to be 0, so that bytes
// put together by shifts are seen as what they are. It returns None elsewhere.
func (s *Store) joinDisjoint(a, b Term) Term {
	w := s.width(a)
	for range 2 {
		if k := w - s.highZeros(b, zeroRun); k > 0 && k < w && s.lowZeros(a, zeroRun) >= k {
			if !s.deeper() {
				return None
			}
			t := s.Concat(s.Extract(w-1, k, a), s.Extract(k-1, 0, b))
			s.depth--
			return t
		}
		a, b = b, a
	}
	return None
}
