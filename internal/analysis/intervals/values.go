package intervals

import (
	"math/bits"

	"whittle.dev/internal/absint"
	"whittle.dev/term"
)

// eval returns an interval over the values of t, a Bool or bit-vector of at
// most 64 bits, when the registers have the values of s. Subterms deeper than
// maxEvalDepth are not looked at.
func (d *domain) eval(s regState, t term.Term, depth int) absint.Interval {
	st := d.p.Terms
	w := absint.Width(st.Sort(t))
	if w > 64 || w == 0 {
		return absint.Full(64) // never asked for its parts
	}
	if depth == 0 {
		return absint.Full(w)
	}
	arg := func(i int) absint.Interval { return d.eval(s, st.Arg(t, i), depth-1) }
	switch st.Op(t) {
	case term.OpSymbol:
		if r, ok := d.regs.Reg(t); ok {
			if v, ok := s.get(r); ok {
				return v
			}
		}
	case term.OpConst:
		if v, ok := st.ConstUint64(t); ok {
			return absint.Just(w, v)
		}
	case term.OpIte:
		if c, ok := arg(0).Const(); ok {
			return arg(2 - int(c))
		}
		return arg(1).Join(arg(2))
	case term.OpBVAdd:
		return arg(0).Add(arg(1))
	case term.OpBVSub:
		return arg(0).Add(arg(1).Neg())
	case term.OpBVNeg:
		return arg(0).Neg()
	case term.OpBVNot:
		return arg(0).Not()
	case term.OpBVMul:
		a, b := arg(0), arg(1)
		if k, ok := a.Const(); ok {
			return b.MulConst(k)
		}
		if k, ok := b.Const(); ok {
			return a.MulConst(k)
		}
		_, ha := a.Unsigned()
		_, hb := b.Unsigned()
		if hi, lo := bits.Mul64(ha, hb); hi == 0 && lo <= absint.Mask(w) {
			la, _ := a.Unsigned()
			lb, _ := b.Unsigned()
			return absint.Span(w, la*lb, lo)
		}
	case term.OpBVAnd:
		_, ha := arg(0).Unsigned()
		_, hb := arg(1).Unsigned()
		return absint.Span(w, 0, min(ha, hb))
	case term.OpBVOr:
		la, ha := arg(0).Unsigned()
		lb, hb := arg(1).Unsigned()
		return absint.Span(w, max(la, lb), 1<<bits.Len64(ha|hb)-1)
	case term.OpBVURem:
		if k, ok := arg(1).Const(); ok && k > 0 {
			if lo, hi := arg(0).Unsigned(); hi < k {
				return absint.Span(w, lo, hi)
			}
			return absint.Span(w, 0, k-1)
		}
	case term.OpBVUDiv:
		if k, ok := arg(1).Const(); ok && k > 0 {
			lo, hi := arg(0).Unsigned()
			return absint.Span(w, lo/k, hi/k)
		}
	case term.OpBVLShr:
		if k, ok := arg(1).Const(); ok && k < uint64(w) {
			lo, hi := arg(0).Unsigned()
			return absint.Span(w, lo>>k, hi>>k)
		}
	case term.OpBVShl:
		if k, ok := arg(1).Const(); ok && k < uint64(w) {
			return arg(0).MulConst(1 << k)
		}
	case term.OpZeroExt:
		by, _ := st.Params(t)
		return arg(0).ZeroExt(by)
	case term.OpSignExt:
		by, _ := st.Params(t)
		return arg(0).SignExt(by)
	case term.OpExtract:
		if absint.Width(st.Sort(st.Arg(t, 0))) > 64 {
			return absint.Full(w)
		}
		hi, lo := st.Params(t)
		a := arg(0)
		if lo > 0 {
			l, h := a.Unsigned()
			a = absint.Span(a.Width, l>>lo, h>>lo)
			if h>>lo <= absint.Mask(hi-lo+1) {
				return absint.Span(w, l>>lo, h>>lo)
			}
		}
		return a.Low(w)
	case term.OpConcat:
		lw := st.Sort(st.Arg(t, 1)).Width()
		if lw >= 64 {
			return absint.Full(w)
		}
		l, h := arg(0).Unsigned()
		ll, lh := arg(1).Unsigned()
		return absint.Span(w, l<<lw|ll, h<<lw|lh)
	default:
		if st.Sort(t).IsBool() {
			return d.evalBool(s, t, depth)
		}
	}
	return absint.Full(w)
}

func (d *domain) evalBool(s regState, t term.Term, depth int) absint.Interval {
	st := d.p.Terms
	both := absint.Full(1)
	switch st.Op(t) {
	case term.OpNot:
		return d.eval(s, st.Arg(t, 0), depth-1).Not()
	case term.OpAnd, term.OpOr:
		stop := uint64(0) // the operand that decides
		if st.Op(t) == term.OpOr {
			stop = 1
		}
		open := false
		for _, a := range st.Args(t) {
			c, ok := d.eval(s, a, depth-1).Const()
			if ok && c == stop {
				return absint.Just(1, stop)
			}
			open = open || !ok
		}
		if !open {
			return absint.Just(1, 1-stop)
		}
	case term.OpEq, term.OpBVUlt, term.OpBVSlt:
		if w := absint.Width(st.Sort(st.Arg(t, 0))); w == 0 || w > 64 {
			return both
		}
		a, b := d.eval(s, st.Arg(t, 0), depth-1), d.eval(s, st.Arg(t, 1), depth-1)
		return absint.Compare(st.Op(t), a, b)
	}
	return both
}
