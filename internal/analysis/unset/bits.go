package unset

import (
	"math/bits"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// ones is a mask of so many bits; values of more than 64 bits have all bits or none.
func ones(width int) uint64 {
	if width >= 64 {
		return ^uint64(0)
	}
	return 1<<width - 1
}

// evaluator finds which bits of a term may depend on what was never written, for the masks of registers. What
// two operands make certain together is certain: x & 0 is, whatever x is.
type evaluator struct {
	ts   *term.Store
	regs *cfa.RegIndex
	prog *cfa.Program
	of   func(cfa.RegID) uint64
	memo map[term.Term]uint64
	// divisor says that the amount by which something is divided may be such a value.
	divisor bool
}

// mask is that of a term.
func (v *evaluator) mask(t term.Term) uint64 {
	if t == term.None || v.ts.IsConst(t) {
		return 0
	}
	if r, ok := v.regs.Reg(t); ok {
		return v.of(r)
	}
	if m, ok := v.memo[t]; ok {
		return m
	}
	m := v.compute(t)
	v.memo[t] = m
	return m
}

// width is the number of bits of a term.
func width(ts *term.Store, t term.Term) int {
	if s := ts.Sort(t); s.IsBitVec() {
		return s.Width()
	}
	return 1
}

func (v *evaluator) compute(t term.Term) uint64 {
	ts, args := v.ts, v.ts.Args(t)
	w := width(ts, t)
	all := ones(w)
	masks := make([]uint64, len(args))
	any := uint64(0)
	for i, a := range args {
		masks[i] = v.mask(a)
		any |= masks[i]
	}
	if any == 0 {
		return 0
	}
	op := ts.Op(t)
	if w > 64 {
		v.looks(op, masks)
		return all
	}
	switch op {
	case term.OpNot, term.OpBVNot:
		return masks[0]
	case term.OpBVXor:
		return any
	case term.OpBVAnd, term.OpBVOr:
		for _, a := range args {
			if k, ok := ts.ConstUint64(a); ok && op == term.OpBVAnd {
				any &= k
			} else if ok {
				any &^= k
			}
		}
		return any
	case term.OpBVAdd, term.OpBVNeg, term.OpBVSub, term.OpBVMul:
		return all &^ (1<<bits.TrailingZeros64(any) - 1)
	case term.OpConcat:
		m := uint64(0)
		for i, a := range args {
			m = m<<width(ts, a) | masks[i]
		}
		return m
	case term.OpExtract:
		if width(ts, args[0]) > 64 {
			return all
		}
		_, lo := ts.Params(t)
		return masks[0] >> lo & all
	case term.OpZeroExt:
		return masks[0]
	case term.OpSignExt:
		if n := width(ts, args[0]); masks[0]>>(n-1)&1 != 0 {
			return all &^ (ones(n) &^ masks[0])
		}
		return masks[0]
	case term.OpBVShl, term.OpBVLShr, term.OpBVAShr:
		k, ok := ts.ConstUint64(args[1])
		if !ok || k >= uint64(w) {
			return all
		}
		switch op {
		case term.OpBVShl:
			return masks[0] << k & all
		case term.OpBVLShr:
			return masks[0] >> k
		}
		return uint64(int64(masks[0]<<(64-w))>>(64-w)>>k) & all
	case term.OpIte:
		if masks[0] == 0 {
			return any
		}
	}
	v.looks(op, masks)
	return all
}

// looks notes an undefined divisor.
func (v *evaluator) looks(op term.Op, masks []uint64) {
	if isDivision(op) && masks[1] != 0 {
		v.divisor = true
	}
}

func isDivision(op term.Op) bool {
	switch op {
	case term.OpBVUDiv, term.OpBVURem, term.OpBVSDiv, term.OpBVSRem, term.OpBVSMod:
		return true
	}
	return false
}
