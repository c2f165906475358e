package native

import "whittle.dev/smt/native/internal/aig"

import (
	"math/big"

	"whittle.dev/term"
)

// blastVec translates a bit-vector term of width w, whose operands are translated.
func (s *Solver) blastVec(t term.Term, w int) error {
	op := s.st.Op(t)
	switch op {
	case term.OpSymbol:
		v := s.tmp.Get(w)
		for i := range v {
			v[i] = s.g.Input()
		}
		s.define(t, v)
		return nil
	case term.OpConst:
		s.define(t, s.constant(t, w))
		return nil
	case term.OpSelect:
		// No copy: reads of one element share one place, and are one index of other reads.
		s.table.Set(t, s.selectRef(s.array(s.st.Arg(t, 0)), s.vecRef(s.st.Arg(t, 1))).off+1)
		return nil
	}
	args := s.st.Args(t)
	for _, a := range args {
		if sort := s.st.Sort(a); !sort.IsBool() && !sort.IsBitVec() {
			return s.unsupported(t)
		}
	}
	dst := s.tmp.Get(w)
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
func (s *Solver) constant(t term.Term, w int) []aig.Lit {
	v := s.tmp.Get(w)
	if x, ok := s.st.ConstUint64(t); ok {
		for i := range v {
			v[i] = aig.Lit(x >> i & 1)
		}
		return v
	}
	var x *big.Int = s.st.ConstBig(t)
	for i := range v {
		v[i] = aig.Lit(x.Bit(i))
	}
	return v
}

// blastStructure handles the operators that only move bits, and ite.
func (s *Solver) blastStructure(t term.Term, op term.Op, dst []aig.Lit, args []term.Term) bool {
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
		fill := aig.False
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
		s.g.Choose(dst, s.bit(args[0]), s.vec(args[1]), s.vec(args[2]))
	case term.OpBVComp:
		dst[0] = s.equalTerms(args[0], args[1])
	default:
		return false
	}
	return true
}

// blastBitwise handles the operators that work on each bit alone.
func (s *Solver) blastBitwise(op term.Op, dst []aig.Lit, args []term.Term) bool {
	g := s.g
	var f func(a, b aig.Lit) aig.Lit
	flip := aig.Lit(0)
	switch op {
	case term.OpBVNot:
		for i, l := range s.vec(args[0]) {
			dst[i] = l ^ 1
		}
		return true
	case term.OpBVAnd:
		f = g.And
	case term.OpBVOr:
		f = g.Or
	case term.OpBVXor:
		f = g.Xor
	case term.OpBVNand:
		f, flip = g.And, 1
	case term.OpBVNor:
		f, flip = g.Or, 1
	case term.OpBVXnor:
		f = g.Xnor
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
func (s *Solver) blastArith(op term.Op, dst []aig.Lit, args []term.Term) bool {
	g := s.g
	a := s.vec(args[0])
	if op == term.OpBVNeg {
		g.Negate(dst, a)
		return true
	}
	if len(args) < 2 {
		return false
	}
	b := s.vec(args[1])
	switch op {
	case term.OpBVAdd:
		g.Add(dst, a, b, aig.False)
		for _, c := range args[2:] {
			g.Add(dst, dst, s.vec(c), aig.False)
		}
	case term.OpBVSub:
		g.Sub(dst, a, b)
	case term.OpBVMul:
		g.Mul(dst, a, b, &s.tmp)
		for _, c := range args[2:] {
			p := s.tmp.Get(len(dst))
			copy(p, dst)
			g.Mul(dst, p, s.vec(c), &s.tmp)
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
		g.Shift(dst, a, b, true, aig.False, s.tmp.Get(len(a)))
	case term.OpBVLShr:
		g.Shift(dst, a, b, false, aig.False, s.tmp.Get(len(a)))
	case term.OpBVAShr:
		g.Shift(dst, a, b, false, a[len(a)-1], s.tmp.Get(len(a)))
	default:
		return false
	}
	return true
}
