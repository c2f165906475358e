package native

import (
	"math/big"

	"whittle.dev/term"
)

// blastVec translates a bit-vector term of width w, whose operands are translated.
func (s *Solver) blastVec(t term.Term, w int) error {
	op := s.st.Op(t)
	switch op {
	case term.OpSymbol:
		v := s.tmp.get(w)
		for i := range v {
			v[i] = s.g.input()
		}
		s.define(t, v)
		return nil
	case term.OpConst:
		s.define(t, s.constant(t, w))
		return nil
	case term.OpSelect:
		// No copy: reads of one element share one place, and are one index of other reads.
		s.table.set(t, s.selectRef(s.array(s.st.Arg(t, 0)), s.vecRef(s.st.Arg(t, 1))).off+1)
		return nil
	}
	args := s.st.Args(t)
	for _, a := range args {
		if sort := s.st.Sort(a); !sort.IsBool() && !sort.IsBitVec() {
			return s.unsupported(t)
		}
	}
	dst := s.tmp.get(w)
	switch {
	case s.blastStructure(t, op, dst, args):
	case s.blastBitwise(op, dst, args):
	case s.blastArith(op, dst, args):
	default:
		return s.unsupported(t)
	}
	s.define(t, dst)
	return nil
}

// constant returns the bits of a literal.
func (s *Solver) constant(t term.Term, w int) []lit {
	v := s.tmp.get(w)
	if x, ok := s.st.ConstUint64(t); ok {
		for i := range v {
			v[i] = lit(x >> i & 1)
		}
		return v
	}
	var x *big.Int = s.st.ConstBig(t)
	for i := range v {
		v[i] = lit(x.Bit(i))
	}
	return v
}

// blastStructure handles the operators that only move bits, and ite.
func (s *Solver) blastStructure(t term.Term, op term.Op, dst []lit, args []term.Term) bool {
	w := len(dst)
	hi, lo := s.st.Params(t)
	switch op {
	case term.OpConcat:
		at := w
		for _, a := range args {
			v := s.vec(a)
			at -= len(v)
			copy(dst[at:], v)
		}
	case term.OpExtract:
		copy(dst, s.vec(args[0])[lo:hi+1])
	case term.OpZeroExt, term.OpSignExt:
		a := s.vec(args[0])
		fill := falseLit
		if op == term.OpSignExt {
			fill = a[len(a)-1]
		}
		for i := copy(dst, a); i < w; i++ {
			dst[i] = fill
		}
	case term.OpRotateLeft, term.OpRotateRight:
		by := hi % w
		if op == term.OpRotateRight {
			by = (w - by) % w
		}
		a := s.vec(args[0])
		copy(dst[by:], a)
		copy(dst, a[w-by:])
	case term.OpRepeat:
		a := s.vec(args[0])
		for i := 0; i < w; i += len(a) {
			copy(dst[i:], a)
		}
	case term.OpIte:
		s.g.choose(dst, s.bit(args[0]), s.vec(args[1]), s.vec(args[2]))
	case term.OpBVComp:
		dst[0] = s.equalTerms(args[0], args[1])
	default:
		return false
	}
	return true
}

// blastBitwise handles the operators that work on each bit alone.
func (s *Solver) blastBitwise(op term.Op, dst []lit, args []term.Term) bool {
	g := s.g
	var f func(a, b lit) lit
	flip := lit(0)
	switch op {
	case term.OpBVNot:
		for i, l := range s.vec(args[0]) {
			dst[i] = l ^ 1
		}
		return true
	case term.OpBVAnd:
		f = g.and
	case term.OpBVOr:
		f = g.or
	case term.OpBVXor:
		f = g.xor
	case term.OpBVNand:
		f, flip = g.and, 1
	case term.OpBVNor:
		f, flip = g.or, 1
	case term.OpBVXnor:
		f = g.xnor
	default:
		return false
	}
	copy(dst, s.vec(args[0]))
	for _, a := range args[1:] {
		for i, l := range s.vec(a) {
			dst[i] = f(dst[i], l)
		}
	}
	for i := range dst {
		dst[i] ^= flip
	}
	return true
}

// blastArith handles arithmetic and shifts.
func (s *Solver) blastArith(op term.Op, dst []lit, args []term.Term) bool {
	g := s.g
	a := s.vec(args[0])
	if op == term.OpBVNeg {
		g.negate(dst, a)
		return true
	}
	if len(args) < 2 {
		return false
	}
	b := s.vec(args[1])
	switch op {
	case term.OpBVAdd:
		g.add(dst, a, b, falseLit)
		for _, c := range args[2:] {
			g.add(dst, dst, s.vec(c), falseLit)
		}
	case term.OpBVSub:
		g.sub(dst, a, b)
	case term.OpBVMul:
		g.mul(dst, a, b, &s.tmp)
		for _, c := range args[2:] {
			p := s.tmp.get(len(dst))
			copy(p, dst)
			g.mul(dst, p, s.vec(c), &s.tmp)
		}
	case term.OpBVUDiv:
		q, _ := s.divided(a, b)
		copy(dst, q)
	case term.OpBVURem:
		_, r := s.divided(a, b)
		copy(dst, r)
	case term.OpBVSDiv:
		s.signedDiv(dst, a, b)
	case term.OpBVSRem:
		s.signedRem(dst, a, b)
	case term.OpBVSMod:
		s.signedMod(dst, a, b)
	case term.OpBVShl:
		g.shift(dst, a, b, true, falseLit, s.tmp.get(len(a)))
	case term.OpBVLShr:
		g.shift(dst, a, b, false, falseLit, s.tmp.get(len(a)))
	case term.OpBVAShr:
		g.shift(dst, a, b, false, a[len(a)-1], s.tmp.get(len(a)))
	default:
		return false
	}
	return true
}
