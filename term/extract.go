package term

import "fmt"

// Extract returns the bits lo to hi of t, both included. It panics unless 0 <= lo <= hi < the width.
func (s *Store) Extract(hi, lo int, t Term) Term {
	sort := s.wantBV(OpExtract, t)
	w := sort.Width()
	if lo < 0 || hi < lo || hi >= w {
		panic(fmt.Sprintf("term: extract %d to %d of %d bits", hi, lo, w))
	}
	// Go down as long as the bits lie in one operand.
	for {
		if hi-lo+1 == w {
			return t
		}
		n := s.node(t)
		switch a, b := n.arg[0], n.arg[1]; {
		case n.op() == OpExtract:
			t, hi, lo = a, hi+int(n.arg[2]), lo+int(n.arg[2])
		case n.op() == OpConcat && hi < s.width(b):
			t = b
		case n.op() == OpConcat && lo >= s.width(b):
			t, hi, lo = a, hi-s.width(b), lo-s.width(b)
		case (n.op() == OpZeroExt || n.op() == OpSignExt) && hi < s.width(a):
			t = a
		default:
			return s.extract(hi, lo, t)
		}
		w = s.width(t)
	}
}

// extract is Extract of bits that span the operands of t.
func (s *Store) extract(hi, lo int, t Term) Term {
	size := hi - lo + 1
	if n := s.node(t); n.op() == OpConst {
		if !n.spilled() {
			return s.bv(BitVec(size), n.bits()>>uint(lo))
		}
		v := s.ConstBig(t)
		return s.BVBig(size, v.Rsh(v, uint(lo)))
	}
	if s.deeper() {
		r := s.extractRules(hi, lo, t)
		s.depth--
		if r != None {
			return r
		}
	}
	return s.intern(head(OpExtract, BitVec(size)), t, Term(hi), Term(lo))
}

func (s *Store) extractRules(hi, lo int, t Term) Term {
	n := *s.node(t)
	a, b := n.arg[0], n.arg[1]
	switch n.op() {
	case OpBVMul:
		if hi < s.lowZeros(t, zeroRun) {
			return s.BV(hi-lo+1, 0)
		}
	case OpBVAdd: // multiples of 2^(hi+1) do not matter
		if hi < s.lowZeros(b, zeroRun) {
			return s.Extract(hi, lo, a)
		}
		if hi < s.lowZeros(a, zeroRun) {
			return s.Extract(hi, lo, b)
		}
	case OpBVSub:
		if hi < s.lowZeros(b, zeroRun) {
			return s.Extract(hi, lo, a)
		}
	}
	switch n.op() {
	case OpConcat:
		k := s.width(b)
		return s.Concat(s.Extract(hi-k, 0, a), s.Extract(k-1, lo, b))
	case OpZeroExt:
		k := s.width(a)
		if lo >= k {
			return s.BV(hi-lo+1, 0)
		}
		return s.ZeroExt(hi-k+1, s.Extract(k-1, lo, a))
	case OpSignExt:
		k := s.width(a)
		low := min(lo, k-1)
		return s.SignExt(hi-lo-(k-1-low), s.Extract(k-1, low, a))
	case OpIte:
		if c, x, y, ok := s.iteOfLiterals(t); ok {
			return s.Ite(c, s.Extract(hi, lo, x), s.Extract(hi, lo, y))
		}
	case OpBVNot:
		return s.BVNot(s.Extract(hi, lo, a))
	case OpBVAnd, OpBVOr, OpBVXor:
		if s.splits(a) && s.splits(b) || s.IsConst(b) {
			return s.applyBinary(n.op(), s.Extract(hi, lo, a), s.Extract(hi, lo, b))
		}
	case OpBVAdd, OpBVSub, OpBVMul:
		// The low bits of the result depend on the low bits of the operands.
		if lo == 0 && s.splits(a) && s.splits(b) {
			return s.applyBinary(n.op(), s.Extract(hi, 0, a), s.Extract(hi, 0, b))
		}
	case OpBVNeg:
		if lo == 0 && s.splits(a) {
			return s.BVNeg(s.Extract(hi, 0, a))
		}
	}
	return None
}

// splits reports whether an extract of t is likely to become smaller.
func (s *Store) splits(t Term) bool {
	switch s.node(t).op() {
	case OpConst, OpZeroExt, OpSignExt, OpConcat:
		return true
	}
	return false
}
