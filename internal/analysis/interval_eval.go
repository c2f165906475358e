package analysis

import (
	"math/bits"

	"whittle.dev/term"
)

// eval returns an interval over the values of t, a Bool or bit-vector of at
// most 64 bits, when the registers have the values of s. Subterms deeper than
// maxEvalDepth are not looked at.
func (d *intervalDomain) eval(s regState, t term.Term, depth int) Interval {
	st := d.p.Terms
	w := widthOf(st.Sort(t))
	if w > 64 || w == 0 {
		return Interval{0, ^uint64(0), 64} // never asked for its parts
	}
	if depth == 0 {
		return full(w)
	}
	arg := func(i int) Interval { return d.eval(s, st.Arg(t, i), depth-1) }
	switch st.Op(t) {
	case term.OpSymbol:
		if r, ok := d.regs.Reg(t); ok {
			if v, ok := s.get(r); ok {
				return v
			}
		}
	case term.OpConst:
		if v, ok := st.ConstUint64(t); ok {
			return just(w, v)
		}
	case term.OpIte:
		if c, ok := arg(0).Const(); ok {
			return arg(2 - int(c))
		}
		return arg(1).join(arg(2))
	case term.OpBVAdd:
		return arg(0).add(arg(1))
	case term.OpBVSub:
		return arg(0).add(arg(1).neg())
	case term.OpBVNeg:
		return arg(0).neg()
	case term.OpBVNot:
		return arg(0).not()
	case term.OpBVMul:
		a, b := arg(0), arg(1)
		if k, ok := a.Const(); ok {
			return b.mulConst(k)
		}
		if k, ok := b.Const(); ok {
			return a.mulConst(k)
		}
		_, ha := a.Unsigned()
		_, hb := b.Unsigned()
		if hi, lo := bits.Mul64(ha, hb); hi == 0 && lo <= maskOf(w) {
			la, _ := a.Unsigned()
			lb, _ := b.Unsigned()
			return span(w, la*lb, lo)
		}
	case term.OpBVAnd:
		_, ha := arg(0).Unsigned()
		_, hb := arg(1).Unsigned()
		return span(w, 0, min(ha, hb))
	case term.OpBVOr:
		la, ha := arg(0).Unsigned()
		lb, hb := arg(1).Unsigned()
		return span(w, max(la, lb), 1<<bits.Len64(ha|hb)-1)
	case term.OpBVURem:
		if k, ok := arg(1).Const(); ok && k > 0 {
			if lo, hi := arg(0).Unsigned(); hi < k {
				return span(w, lo, hi)
			}
			return span(w, 0, k-1)
		}
	case term.OpBVUDiv:
		if k, ok := arg(1).Const(); ok && k > 0 {
			lo, hi := arg(0).Unsigned()
			return span(w, lo/k, hi/k)
		}
	case term.OpBVLShr:
		if k, ok := arg(1).Const(); ok && k < uint64(w) {
			lo, hi := arg(0).Unsigned()
			return span(w, lo>>k, hi>>k)
		}
	case term.OpBVShl:
		if k, ok := arg(1).Const(); ok && k < uint64(w) {
			return arg(0).mulConst(1 << k)
		}
	case term.OpZeroExt:
		by, _ := st.Params(t)
		return arg(0).zeroExt(by)
	case term.OpSignExt:
		by, _ := st.Params(t)
		return arg(0).signExt(by)
	case term.OpExtract:
		if widthOf(st.Sort(st.Arg(t, 0))) > 64 {
			return full(w)
		}
		hi, lo := st.Params(t)
		a := arg(0)
		if lo > 0 {
			l, h := a.Unsigned()
			a = span(a.Width, l>>lo, h>>lo)
			if h>>lo <= maskOf(hi-lo+1) {
				return span(w, l>>lo, h>>lo)
			}
		}
		return a.low(w)
	case term.OpConcat:
		lw := st.Sort(st.Arg(t, 1)).Width()
		if lw >= 64 {
			return full(w)
		}
		l, h := arg(0).Unsigned()
		ll, lh := arg(1).Unsigned()
		return span(w, l<<lw|ll, h<<lw|lh)
	default:
		if st.Sort(t).IsBool() {
			return d.evalBool(s, t, depth)
		}
	}
	return full(w)
}

func (d *intervalDomain) evalBool(s regState, t term.Term, depth int) Interval {
	st := d.p.Terms
	both := full(1)
	switch st.Op(t) {
	case term.OpNot:
		return d.eval(s, st.Arg(t, 0), depth-1).not()
	case term.OpAnd, term.OpOr:
		stop := uint64(0) // the operand that decides
		if st.Op(t) == term.OpOr {
			stop = 1
		}
		open := false
		for _, a := range st.Args(t) {
			c, ok := d.eval(s, a, depth-1).Const()
			if ok && c == stop {
				return just(1, stop)
			}
			open = open || !ok
		}
		if !open {
			return just(1, 1-stop)
		}
	case term.OpEq, term.OpBVUlt, term.OpBVSlt:
		if w := widthOf(st.Sort(st.Arg(t, 0))); w == 0 || w > 64 {
			return both
		}
		a, b := d.eval(s, st.Arg(t, 0), depth-1), d.eval(s, st.Arg(t, 1), depth-1)
		return compare(st.Op(t), a, b)
	}
	return both
}

// compare decides a comparison where the intervals do.
func compare(op term.Op, a, b Interval) Interval {
	yes, no := false, false // always true, always false
	switch op {
	case term.OpEq:
		x, okA := a.Const()
		y, okB := b.Const()
		yes = okA && okB && x == y
		_, some := a.meet(b)
		no = !some
	case term.OpBVUlt:
		al, ah := a.Unsigned()
		bl, bh := b.Unsigned()
		yes, no = ah < bl, al >= bh
	case term.OpBVSlt:
		al, ah := a.Signed()
		bl, bh := b.Signed()
		yes, no = ah < bl, al >= bh
	}
	switch {
	case yes:
		return just(1, 1)
	case no:
		return just(1, 0)
	}
	return full(1)
}

// widthOf is the width of a bit-vector, 1 for Bool, and 0 for other sorts.
func widthOf(s term.Sort) int {
	if s.IsBool() {
		return 1
	}
	return s.Width()
}
