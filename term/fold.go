package term

import (
	"math/big"
	"math/bits"
)

// fold2 returns the result of a binary bit-vector operator on two literals of one
// sort, or None if an operand is no literal.
func (s *Store) fold2(op Op, sort Sort, a, b Term) Term {
	x, ok := s.small(a)
	if !ok && sort.Width() <= 64 {
		return None
	}
	y, ok2 := s.small(b)
	if ok && ok2 {
		return s.bv(sort, bv64(op, sort.Width(), x, y))
	}
	if sort.Width() <= 64 || !s.IsConst(a) || !s.IsConst(b) {
		return None
	}
	return s.BVBig(sort.Width(), bvBig(op, sort.Width(), s.ConstBig(a), s.ConstBig(b)))
}

// foldCmp is fold2 for predicates.
func (s *Store) foldCmp(op Op, sort Sort, a, b Term) Term {
	x, ok := s.small(a)
	if !ok && sort.Width() <= 64 {
		return None
	}
	y, ok2 := s.small(b)
	if ok && ok2 {
		return s.Bool(cmp64(op, sort.Width(), x, y))
	}
	if sort.Width() <= 64 || !s.IsConst(a) || !s.IsConst(b) {
		return None
	}
	return s.Bool(cmpBig(op, sort.Width(), s.ConstBig(a), s.ConstBig(b)))
}

// zero returns the literal 0 of a bit-vector sort.
func (s *Store) zero(sort Sort) Term { return s.BV(sort.Width(), 0) }

// allOnes returns the literal of which all bits are set.
func (s *Store) allOnes(sort Sort) Term {
	if w := sort.Width(); w > 64 {
		return s.BVBig(w, onesBig(w))
	}
	return s.bv(sort, ^uint64(0))
}

// minSigned returns the literal of which only the sign bit is set.
func (s *Store) minSigned(sort Sort) Term {
	w := sort.Width()
	if w > 64 {
		return s.BVBig(w, new(big.Int).Lsh(bigOne, uint(w-1)))
	}
	return s.bv(sort, 1<<uint(w-1))
}

// isZero reports whether t is the bit-vector literal 0.
func (s *Store) isZero(t Term) bool {
	if v, ok := s.small(t); ok {
		return v == 0
	}
	n := s.node(t)
	if n.op() != OpConst || !n.spilled() {
		return false
	}
	for _, w := range s.words.at(n) {
		if w != 0 {
			return false
		}
	}
	return true
}

// isBV reports whether t is the bit-vector literal v.
func (s *Store) isBV(t Term, v uint64) bool {
	if x, ok := s.small(t); ok {
		return x == v
	}
	n := s.node(t)
	if n.op() != OpConst || !n.spilled() {
		return false
	}
	ws := s.words.at(n)
	for i, w := range ws {
		if w != Term(v>>(32*min(i, 2))) && i < 2 || w != 0 && i >= 2 {
			return false
		}
	}
	return true
}

// isOnes reports whether t is the bit-vector literal of which all bits are set.
func (s *Store) isOnes(t Term) bool {
	n := s.node(t)
	if n.op() != OpConst {
		return false
	}
	w := n.sort().Width()
	if !n.spilled() {
		return n.bits() == ones(w)
	}
	return s.ConstBig(t).Cmp(onesBig(w)) == 0
}

// zeroRun is how deep lowZeros and highZeros look.
const zeroRun = 6

// lowZeros returns a number of low bits of t that are known to be 0.
func (s *Store) lowZeros(t Term, depth int) int {
	n := s.node(t)
	w := n.sort().Width()
	if n.op() == OpConst {
		if n.spilled() {
			if v := s.ConstBig(t); v.Sign() != 0 {
				return int(v.TrailingZeroBits())
			}
			return w
		}
		return min(w, bits.TrailingZeros64(n.bits()))
	}
	if depth == 0 {
		return 0
	}
	a, b := n.arg[0], n.arg[1]
	switch n.op() {
	case OpConcat:
		k := s.lowZeros(b, depth-1)
		if k == s.width(b) {
			k += s.lowZeros(a, depth-1)
		}
		return k
	case OpZeroExt:
		if k := s.lowZeros(a, depth-1); k < s.width(a) {
			return k
		}
		return w
	case OpBVMul:
		return min(w, s.lowZeros(a, depth-1)+s.lowZeros(b, depth-1))
	case OpBVAdd, OpBVOr, OpBVXor, OpBVSub:
		return min(s.lowZeros(a, depth-1), s.lowZeros(b, depth-1))
	case OpIte:
		return min(s.lowZeros(b, depth-1), s.lowZeros(n.arg[2], depth-1))
	}
	return 0
}

// highZeros returns a number of high bits of t that are known to be 0.
func (s *Store) highZeros(t Term, depth int) int {
	n := s.node(t)
	w := n.sort().Width()
	if n.op() == OpConst {
		if n.spilled() {
			return w - s.ConstBig(t).BitLen()
		}
		return w - bits.Len64(n.bits())
	}
	if depth == 0 {
		return 0
	}
	a, b := n.arg[0], n.arg[1]
	switch n.op() {
	case OpConcat:
		k := s.highZeros(a, depth-1)
		if k == s.width(a) {
			k += s.highZeros(b, depth-1)
		}
		return k
	case OpZeroExt:
		return int(b) + s.highZeros(a, depth-1)
	case OpBVAnd:
		return max(s.highZeros(a, depth-1), s.highZeros(b, depth-1))
	case OpBVOr, OpBVXor:
		return min(s.highZeros(a, depth-1), s.highZeros(b, depth-1))
	case OpIte:
		return min(s.highZeros(b, depth-1), s.highZeros(n.arg[2], depth-1))
	}
	return 0
}
