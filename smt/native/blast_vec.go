package native

import (
	"math/big"

	"whittle.dev/smt/native/internal/aig"
	"whittle.dev/term"
)

// blastVec translates a bit-vector term of width w, whose operands are translated.
func (bl *blaster) blastVec(t term.Term, w int) error {
	op := bl.st.Op(t)
	switch op {
	case term.OpSymbol:
		v := bl.bits.tmp.Get(w)
		for i := range v {
			v[i] = bl.bits.g.Input()
		}
		bl.bits.define(t, v)
		return nil
	case term.OpConst:
		bl.bits.define(t, bl.constant(t, w))
		return nil
	}
	args := bl.st.Args(t)
	if op == term.OpIntToBV {
		bl.bits.define(t, bl.arith.table.ToBits(bl.arith.form(args[0]), w))
		return nil
	}
	for _, a := range args {
		if sort := bl.st.Sort(a); !sort.IsBool() && !sort.IsBitVec() {
			return unsupported(bl.st, t)
		}
	}
	dst := bl.bits.tmp.Get(w)
	switch {
	case bl.blastStructure(t, op, dst, args):
	case bl.blastBitwise(op, dst, args):
	case bl.blastArith(op, dst, args):
	default:
		return unsupported(bl.st, t)
	}
	bl.bits.define(t, dst)
	return nil
}

// constant returns the bits of a literal.
func (bl *blaster) constant(t term.Term, w int) []aig.Lit {
	v := bl.bits.tmp.Get(w)
	if x, ok := bl.st.ConstUint64(t); ok {
		for i := range v {
			v[i] = aig.Lit(x >> i & 1)
		}
		return v
	}
	var x *big.Int = bl.st.ConstBig(t)
	for i := range v {
		v[i] = aig.Lit(x.Bit(i))
	}
	return v
}

// blastStructure handles the operators that only move bits, and ite.
func (bl *blaster) blastStructure(t term.Term, op term.Op, dst []aig.Lit, args []term.Term) bool {
	w := len(dst)
	hi, lo := bl.st.Params(t)
	switch op {
	case term.OpConcat:
		at := w
		for _, a := range args {
			v := bl.bits.vec(a)
			at -= len(v)
			copy(dst[at:], v)
		}
	case term.OpExtract:
		copy(dst, bl.bits.vec(args[0])[lo:hi+1])
	case term.OpZeroExt, term.OpSignExt:
		a := bl.bits.vec(args[0])
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
		a := bl.bits.vec(args[0])
		copy(dst[by:], a)
		copy(dst, a[w-by:])
	case term.OpRepeat:
		a := bl.bits.vec(args[0])
		for i := 0; i < w; i += len(a) {
			copy(dst[i:], a)
		}
	case term.OpIte:
		bl.bits.g.Choose(dst, bl.bits.bit(args[0]), bl.bits.vec(args[1]), bl.bits.vec(args[2]))
	case term.OpBVComp:
		dst[0] = bl.equalTerms(args[0], args[1])
	default:
		return false
	}
	return true
}

// blastBitwise handles the operators that work on each bit alone.
func (bl *blaster) blastBitwise(op term.Op, dst []aig.Lit, args []term.Term) bool {
	g := bl.bits.g
	var f func(a, b aig.Lit) aig.Lit
	flip := aig.Lit(0)
	switch op {
	case term.OpBVNot:
		for i, l := range bl.bits.vec(args[0]) {
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
	copy(dst, bl.bits.vec(args[0]))
	for _, a := range args[1:] {
		for i, l := range bl.bits.vec(a) {
			dst[i] = f(dst[i], l)
		}
	}
	for i := range dst {
		dst[i] ^= flip
	}
	return true
}

// blastArith handles arithmetic and shifts.
func (bl *blaster) blastArith(op term.Op, dst []aig.Lit, args []term.Term) bool {
	g := bl.bits.g
	a := bl.bits.vec(args[0])
	if op == term.OpBVNeg {
		g.Negate(dst, a)
		return true
	}
	if len(args) < 2 {
		return false
	}
	b := bl.bits.vec(args[1])
	switch op {
	case term.OpBVAdd:
		g.Add(dst, a, b, aig.False)
		for _, c := range args[2:] {
			g.Add(dst, dst, bl.bits.vec(c), aig.False)
		}
	case term.OpBVSub:
		g.Sub(dst, a, b)
	case term.OpBVMul:
		g.Mul(dst, a, b, &bl.bits.tmp)
		for _, c := range args[2:] {
			p := bl.bits.tmp.Get(len(dst))
			copy(p, dst)
			g.Mul(dst, p, bl.bits.vec(c), &bl.bits.tmp)
		}
	case term.OpBVUDiv:
		q, _ := bl.divided(a, b)
		copy(dst, q)
	case term.OpBVURem:
		_, r := bl.divided(a, b)
		copy(dst, r)
	case term.OpBVSDiv:
		bl.signedDiv(dst, a, b)
	case term.OpBVSRem:
		bl.signedRem(dst, a, b)
	case term.OpBVSMod:
		bl.signedMod(dst, a, b)
	case term.OpBVShl:
		g.Shift(dst, a, b, true, aig.False, bl.bits.tmp.Get(len(a)))
	case term.OpBVLShr:
		g.Shift(dst, a, b, false, aig.False, bl.bits.tmp.Get(len(a)))
	case term.OpBVAShr:
		g.Shift(dst, a, b, false, a[len(a)-1], bl.bits.tmp.Get(len(a)))
	default:
		return false
	}
	return true
}
