package term

import "math/bits"

// Eq returns a = b. The sorts must agree.
func (s *Store) Eq(a, b Term) Term {
	x := s.node(a)
	sort := x.sort()
	if s.node(b).sort() != sort {
		s.want(OpEq, b, sort)
	}
	if a == b {
		return trueTerm
	}
	if sort == Bool {
		return s.boolEq(a, b)
	}
	aConst, bConst := x.op() == OpConst, s.node(b).op() == OpConst
	if aConst && bConst {
		return falseTerm
	}
	// A literal stands right, else the lower handle left.
	if aConst || !bConst && a > b {
		a, b = b, a
		bConst = bConst || aConst
	}
	if s.deeper() {
		t := None
		switch {
		case sort.IsBitVec() && bConst:
			t = s.eqConst(a, b, sort.Width())
		case sort.IsBitVec():
			t = s.bvEq(a, b, sort.Width())
		case sort == Int || sort == Real:
			t = s.numberEq(a, b)
		case sort.IsFunc():
			s.depth = 0
			panic("term: = of functions")
		}
		s.depth--
		if t != None {
			return t
		}
	}
	return s.intern(head(OpEq, Bool), a, b, 0)
}

// eqConst simplifies x = k for a bit-vector literal k, or returns None. Every rule
// moves to smaller operands of x.
func (s *Store) eqConst(x, k Term, w int) Term {
	n := *s.node(x)
	a, b := n.arg[0], n.arg[1]
	switch n.op() {
	case OpIte:
		return s.eqIte(&n, k)
	case OpBVNot:
		return s.Eq(a, s.BVNot(k))
	case OpBVNeg:
		return s.Eq(a, s.BVNeg(k))
	case OpBVAdd:
		if s.IsConst(b) {
			return s.Eq(a, s.BVSub(k, b))
		}
	case OpBVSub:
		if s.IsConst(a) {
			return s.Eq(b, s.BVSub(a, k))
		}
		if s.isZero(k) {
			return s.Eq(a, b)
		}
	case OpBVXor:
		if s.IsConst(b) {
			return s.Eq(a, s.BVXor(b, k))
		}
		if s.isZero(k) {
			return s.Eq(a, b)
		}
	case OpBVAnd:
		if s.IsConst(b) && s.BVAnd(k, b) != k {
			return falseTerm
		}
	case OpBVOr:
		if s.IsConst(b) && s.BVOr(k, b) != k {
			return falseTerm
		}
	case OpBVMul:
		if s.IsConst(b) {
			return s.eqMul(a, b, k, w)
		}
	case OpConcat:
		lo := s.width(b)
		return s.And(s.Eq(a, s.Extract(w-1, lo, k)), s.Eq(b, s.Extract(lo-1, 0, k)))
	case OpZeroExt:
		in := s.width(a)
		if !s.isZero(s.Extract(w-1, in, k)) {
			return falseTerm
		}
		return s.Eq(a, s.Extract(in-1, 0, k))
	case OpSignExt:
		in := s.width(a)
		low := s.Extract(in-1, 0, k)
		if s.SignExt(w-in, low) != k {
			return falseTerm
		}
		return s.Eq(a, low)
	}
	if s.lowZeros(k, 0) < s.lowZeros(x, zeroRun) || s.highZeros(k, 0) < s.highZeros(x, zeroRun) {
		return falseTerm // a bit of k is set that x cannot have
	}
	if w == 1 && s.isZero(k) { // one of two literals is enough
		return s.Not(s.Eq(x, s.bv(BitVec(1), 1)))
	}
	return None
}

// eqIte simplifies (ite c p q) = k where p or q is a literal.
func (s *Store) eqIte(n *node, k Term) Term {
	c, p, q := n.arg[0], n.arg[1], n.arg[2]
	switch {
	case p == k:
		return s.Or(c, s.Eq(q, k))
	case q == k:
		return s.Or(s.Not(c), s.Eq(p, k))
	case s.IsConst(p):
		return s.And(s.Not(c), s.Eq(q, k))
	case s.IsConst(q):
		return s.And(c, s.Eq(p, k))
	}
	return None
}

// eqMul simplifies x * m = k: an odd m has an inverse modulo 2^w, and a factor 2^z shifts.
func (s *Store) eqMul(x, m, k Term, w int) Term {
	v, ok := s.small(m)
	if !ok || v == 0 {
		return None
	}
	z := bits.TrailingZeros64(v)
	if z > 0 {
		if !s.isZero(s.Extract(z-1, 0, k)) {
			return falseTerm
		}
		x, k = s.Extract(w-1-z, 0, x), s.Extract(w-1, z, k)
		w, v = w-z, v>>z
	}
	// Newton's iteration doubles the correct low bits; v is its own inverse modulo 8.
	inv := v
	for range 5 {
		inv *= 2 - v*inv
	}
	return s.Eq(x, s.BVMul(k, s.BV(w, inv)))
}

// bvEq simplifies a = b where neither is a literal, or returns None.
func (s *Store) bvEq(a, b Term, w int) Term {
	if t := s.eqCancel(a, b); t != None {
		return t
	}
	if t := s.eqCancel(b, a); t != None {
		return t
	}
	m, n := *s.node(a), *s.node(b)
	switch {
	case m.op() == OpZeroExt && n.op() == OpZeroExt:
		return s.eqExt(OpZeroExt, m.arg[0], n.arg[0])
	case m.op() == OpSignExt && n.op() == OpSignExt:
		return s.eqExt(OpSignExt, m.arg[0], n.arg[0])
	case m.op() == OpConcat && n.op() == OpConcat && s.width(m.arg[0]) == s.width(n.arg[0]):
		return s.And(s.Eq(m.arg[0], n.arg[0]), s.Eq(m.arg[1], n.arg[1]))
	case m.op() != n.op():
		return None
	case m.op() == OpBVNot, m.op() == OpBVNeg:
		return s.Eq(m.arg[0], n.arg[0])
	case m.op() == OpBVAdd, m.op() == OpBVXor:
		return s.eqCommon(m.op(), m.arg, n.arg)
	case m.op() == OpBVMul:
		// x * c = y * c: an odd factor of c cancels, 2^z shifts z bits out.
		v, ok := s.small(m.arg[1])
		if !ok || m.arg[1] != n.arg[1] || v == 0 {
			return None
		}
		z := bits.TrailingZeros64(v)
		return s.Eq(s.Extract(w-1-z, 0, m.arg[0]), s.Extract(w-1-z, 0, n.arg[0]))
	}
	return None
}

// eqCancel simplifies x + y = x, x - y = x, x ^ y = x, x = ~x and (ite c x y) = x.
func (s *Store) eqCancel(sum, x Term) Term {
	n := *s.node(sum)
	var rest Term
	switch n.op() {
	case OpBVNot:
		if n.arg[0] == x {
			return falseTerm
		}
		return None
	case OpIte:
		switch x {
		case n.arg[1]:
			return s.Or(n.arg[0], s.Eq(n.arg[2], x))
		case n.arg[2]:
			return s.Or(s.Not(n.arg[0]), s.Eq(n.arg[1], x))
		}
		return None
	case OpBVAdd, OpBVXor:
		switch x {
		case n.arg[0]:
			rest = n.arg[1]
		case n.arg[1]:
			rest = n.arg[0]
		default:
			return None
		}
	case OpBVSub:
		if n.arg[0] != x {
			return None
		}
		rest = n.arg[1]
	default:
		return None
	}
	return s.Eq(rest, s.zero(n.sort()))
}

// eqCommon simplifies x op y = x op z, and joins the literals of x op c1 = y op c2.
func (s *Store) eqCommon(op Op, m, n [3]Term) Term {
	for i := range 2 {
		for j := range 2 {
			if m[i] == n[j] {
				return s.Eq(m[1-i], n[1-j])
			}
		}
	}
	if s.IsConst(m[1]) && s.IsConst(n[1]) {
		if op == OpBVXor {
			return s.Eq(m[0], s.BVXor(n[0], s.BVXor(m[1], n[1])))
		}
		return s.Eq(m[0], s.BVAdd(n[0], s.BVSub(n[1], m[1])))
	}
	return None
}

// eqExt compares two extensions to one width: the narrower is extended to the width of the other.
func (s *Store) eqExt(op Op, a, b Term) Term {
	a, b = s.sameWidth(op, a, b)
	return s.Eq(a, b)
}

func (s *Store) sameWidth(op Op, a, b Term) (Term, Term) {
	wa, wb := s.width(a), s.width(b)
	ext := s.ZeroExt
	if op == OpSignExt {
		ext = s.SignExt
	}
	switch {
	case wa < wb:
		a = ext(wb-wa, a)
	case wb < wa:
		b = ext(wa-wb, b)
	}
	return a, b
}
