package term

import "math/bits"

// BVNot returns the bitwise complement.
func (s *Store) BVNot(t Term) Term {
	sort := s.wantBV(OpBVNot, t)
	n := *s.node(t)
	a, b := n.arg[0], n.arg[1]
	switch n.op() {
	case OpConst:
		return s.fold2(OpBVXor, sort, t, s.allOnes(sort))
	case OpBVNot:
		return a
	case OpBVNeg: // ~-x = x - 1
		return s.BVAdd(a, s.allOnes(sort))
	case OpBVAdd: // ~(x + c) = ~c - x
		if s.IsConst(b) {
			return s.BVSub(s.BVNot(b), a)
		}
	case OpBVSub: // ~(c - x) = x + ~c
		if s.IsConst(a) {
			return s.BVAdd(b, s.BVNot(a))
		}
	case OpBVXor:
		if s.IsConst(b) {
			return s.BVXor(a, s.BVNot(b))
		}
	case OpIte:
		if c, x, y, ok := s.iteOfLiterals(t); ok {
			return s.Ite(c, s.BVNot(x), s.BVNot(y))
		}
	}
	return s.intern(head(OpBVNot, sort), t, 0, 0)
}

// BVNand returns the complement of BVAnd.
func (s *Store) BVNand(a, b Term) Term { return s.BVNot(s.BVAnd(a, b)) }

// BVNor returns the complement of BVOr.
func (s *Store) BVNor(a, b Term) Term { return s.BVNot(s.BVOr(a, b)) }

// BVXnor returns the complement of BVXor.
func (s *Store) BVXnor(a, b Term) Term { return s.BVNot(s.BVXor(a, b)) }

// bvComplements reports whether one of two bit-vectors is the complement of the other.
func (s *Store) bvComplements(a, b Term) bool {
	if x, _, ok := s.isOp(a, OpBVNot); ok && x == b {
		return true
	}
	x, _, ok := s.isOp(b, OpBVNot)
	return ok && x == a
}

// has reports whether t is an application of op with x as one of two operands.
func (s *Store) has(t Term, op Op, x Term) bool {
	a, b, ok := s.isOp(t, op)
	return ok && (a == x || b == x)
}

// lattice returns a and b in their order, and what op, one of "and" and "or", makes of them by the laws of
// lattices; None if these say nothing. dual is the other one of the two.
func (s *Store) lattice(op, dual Op, sort Sort, a, b Term) (x, y, result Term) {
	if a == b {
		return a, b, a
	}
	if s.plain(a, b) {
		return a, b, s.intern(head(op, sort), min(a, b), max(a, b), 0)
	}
	if t := s.fold2(op, sort, a, b); t != None {
		return a, b, t
	}
	a, b = s.order2(a, b)
	absorbing, neutral := s.isZero(b), s.isOnes(b)
	if op == OpBVOr {
		absorbing, neutral = neutral, absorbing
	}
	switch {
	case absorbing:
		return a, b, b
	case neutral:
		return a, b, a
	case s.bvComplements(a, b) && op == OpBVAnd:
		return a, b, s.zero(sort)
	case s.bvComplements(a, b):
		return a, b, s.allOnes(sort)
	case s.has(a, dual, b), s.has(b, op, a): // absorption
		return a, b, b
	case s.has(b, dual, a), s.has(a, op, b):
		return a, b, a
	}
	return a, b, None
}

// BVAnd returns the bitwise and.
func (s *Store) BVAnd(a, b Term) Term {
	sort := s.wantBV2(OpBVAnd, a, b)
	a, b, t := s.lattice(OpBVAnd, OpBVOr, sort, a, b)
	if t != None {
		return t
	}
	if s.IsConst(b) && s.deeper() {
		t := s.andConst(a, b, sort.Width())
		s.depth--
		if t != None {
			return t
		}
	}
	if t := s.bitLogic(OpBVAnd, a, b); t != None {
		return t
	}
	return s.intern(head(OpBVAnd, sort), a, b, 0)
}

// andConst simplifies a & k for a literal k: a mask of adjacent ones selects bits.
func (s *Store) andConst(a, k Term, w int) Term {
	n := *s.node(a)
	switch n.op() {
	case OpBVAnd:
		if s.IsConst(n.arg[1]) {
			return s.BVAnd(n.arg[0], s.BVAnd(n.arg[1], k))
		}
	case OpZeroExt:
		in := s.width(n.arg[0])
		return s.ZeroExt(w-in, s.BVAnd(n.arg[0], s.Extract(in-1, 0, k)))
	case OpConcat:
		lo := s.width(n.arg[1])
		return s.Concat(s.BVAnd(n.arg[0], s.Extract(w-1, lo, k)), s.BVAnd(n.arg[1], s.Extract(lo-1, 0, k)))
	case OpIte:
		if c, x, y, ok := s.iteOfLiterals(a); ok {
			return s.Ite(c, s.BVAnd(x, k), s.BVAnd(y, k))
		}
	}
	lo, hi, ok := s.mask(k, w)
	if !ok {
		return None
	}
	t := s.Extract(hi, lo, a)
	if lo > 0 {
		t = s.Concat(t, s.BV(lo, 0))
	}
	return s.ZeroExt(w-1-hi, t)
}

// mask returns the positions of the lowest and highest one of a literal if all bits between are ones.
func (s *Store) mask(k Term, w int) (lo, hi int, ok bool) {
	if v, small := s.small(k); small {
		lo, hi = bits.TrailingZeros64(v), bits.Len64(v)-1
		return lo, hi, v != 0 && v>>lo == ones(hi-lo+1)
	}
	v := s.ConstBig(k)
	if v.Sign() == 0 {
		return 0, 0, false
	}
	lo, hi = int(v.TrailingZeroBits()), v.BitLen()-1
	return lo, hi, v.Rsh(v, uint(lo)).Cmp(onesBig(hi-lo+1)) == 0
}

// BVOr returns the bitwise or.
func (s *Store) BVOr(a, b Term) Term {
	sort := s.wantBV2(OpBVOr, a, b)
	a, b, t := s.lattice(OpBVOr, OpBVAnd, sort, a, b)
	if t != None {
		return t
	}
	if t := s.joinDisjoint(a, b); t != None {
		return t
	}
	if x, c, ok := s.isOp(a, OpBVOr); ok && s.IsConst(b) && s.IsConst(c) {
		return s.BVOr(x, s.BVOr(c, b))
	}
	if t := s.bitLogic(OpBVOr, a, b); t != None {
		return t
	}
	return s.intern(head(OpBVOr, sort), a, b, 0)
}

// BVXor returns the bitwise exclusive or.
func (s *Store) BVXor(a, b Term) Term {
	sort := s.wantBV2(OpBVXor, a, b)
	if a == b {
		return s.zero(sort)
	}
	if s.plain(a, b) {
		return s.intern(head(OpBVXor, sort), min(a, b), max(a, b), 0)
	}
	if t := s.fold2(OpBVXor, sort, a, b); t != None {
		return t
	}
	a, b = s.order2(a, b)
	switch {
	case s.isZero(b):
		return a
	case s.isOnes(b):
		return s.BVNot(a)
	case s.bvComplements(a, b):
		return s.allOnes(sort)
	}
	m, n := *s.node(a), *s.node(b)
	switch {
	case m.op() == OpBVXor && m.arg[0] == b:
		return m.arg[1]
	case m.op() == OpBVXor && m.arg[1] == b:
		return m.arg[0]
	case n.op() == OpBVXor && n.arg[0] == a:
		return n.arg[1]
	case n.op() == OpBVXor && n.arg[1] == a:
		return n.arg[0]
	}
	if s.deeper() { // complements and literals go outwards
		t := s.xorOutwards(b, &m, &n)
		if t == None {
			t = s.xorOutwards(a, &n, &m)
		}
		s.depth--
		if t != None {
			return t
		}
	}
	if t := s.joinDisjoint(a, b); t != None {
		return t
	}
	if t := s.bitLogic(OpBVXor, a, b); t != None {
		return t
	}
	return s.intern(head(OpBVXor, sort), a, b, 0)
}

// xorOutwards simplifies a ^ b by the operator of a, whose node is m; that of b is n.
func (s *Store) xorOutwards(b Term, m, n *node) Term {
	switch {
	case m.op() == OpBVNot && n.op() == OpConst:
		return s.BVXor(m.arg[0], s.BVNot(b))
	case m.op() == OpBVNot:
		return s.BVNot(s.BVXor(m.arg[0], b))
	case m.op() == OpBVXor && s.IsConst(m.arg[1]) && n.op() == OpConst:
		return s.BVXor(m.arg[0], s.BVXor(m.arg[1], b))
	case m.op() == OpBVXor && s.IsConst(m.arg[1]):
		return s.BVXor(s.BVXor(m.arg[0], b), m.arg[1])
	}
	return None
}
