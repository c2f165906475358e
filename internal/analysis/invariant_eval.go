package analysis

import (
	"math/bits"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// maxEvalTerm bounds how deep terms are looked into.
const maxEvalTerm = 60

// eval returns the values of a term in a state.
func (x *Invariant) eval(s *istate, t term.Term) aval {
	x.epoch++
	return x.value(s, t, maxEvalTerm)
}

func (x *Invariant) value(s *istate, t term.Term, depth int) aval {
	st := x.prog.Terms
	width := widthOf(st.Sort(t))
	switch st.Op(t) {
	case term.OpSymbol:
		if r := x.regOf[t]; r != cfa.NoReg {
			return s.get(r, width)
		}
		return topOf(width)
	case term.OpConst:
		if width > 64 || width == 0 {
			return topOf(width)
		}
		if st.Sort(t).IsBool() {
			return numberOf(single(1, bit(st.IsTrue(t))))
		}
		v, _ := st.ConstUint64(t)
		return x.address(numberOf(single(width, v)))
	}
	if width > 64 || width == 0 || depth == 0 {
		return topOf(width)
	}
	if x.stamp[t] == x.epoch {
		return x.memo[t]
	}
	v := x.operation(s, t, width, depth-1)
	x.stamp[t], x.memo[t] = x.epoch, v
	return v
}

// operation is the value of an operator. An empty operand (of an execution that
// does not exist) makes an empty result.
func (x *Invariant) operation(s *istate, t term.Term, width, depth int) aval {
	st := x.prog.Terms
	op := st.Op(t)
	arg := func(i int) aval { return x.value(s, st.Arg(t, i), depth) }
	switch op {
	case term.OpIte:
		c, ok := x.numbers(arg(0)).Const()
		switch {
		case ok && c == 1:
			return arg(1)
		case ok:
			return arg(2)
		}
		return arg(1).join(arg(2))
	case term.OpAnd, term.OpOr:
		stop := bit(op == term.OpOr) // the operand that decides
		open := false
		for _, a := range st.Args(t) {
			v := x.value(s, a, depth)
			if v.empty() {
				return aval{width: width}
			}
			c, ok := v.num.Const()
			if ok && c == stop {
				return numberOf(single(1, stop))
			}
			open = open || !ok
		}
		if !open {
			return numberOf(single(1, 1-stop))
		}
		return topOf(1)
	case term.OpBVAdd, term.OpBVSub, term.OpEq, term.OpBVUlt:
		a, b := arg(0), arg(1)
		switch {
		case a.empty() || b.empty():
			return aval{width: width}
		case op == term.OpBVAdd && len(a.refs)+len(b.refs) > 0:
			return x.addAddress(a, b)
		case op == term.OpBVSub && len(a.refs)+len(b.refs) > 0:
			return x.subAddress(a, b)
		case op == term.OpEq && (a.width > 64 || a.width == 0):
			return topOf(1)
		case (op == term.OpEq || op == term.OpBVUlt) && len(a.refs)+len(b.refs) > 0:
			return x.compareAddress(op, a, b)
		}
	}
	var buf [4]strided
	args := buf[:0]
	for i := range st.NumArgs(t) {
		a := arg(i)
		switch {
		case a.empty():
			return aval{width: width}
		case a.width > 64 || a.width == 0:
			return topOf(width)
		}
		x.concretely(a)
		args = append(args, x.numbers(a))
	}
	v := x.apply(t, op, width, args)
	if v.Width != width {
		return topOf(width)
	}
	return x.address(numberOf(v))
}

// apply is the value of an operator on numbers; the empty Interval if the
// operator is not known.
func (x *Invariant) apply(t term.Term, op term.Op, width int, args []strided) strided {
	st := x.prog.Terms
	all := everything(width)
	a := args[0]
	var b strided
	if len(args) > 1 {
		b = args[1]
	}
	constant := func() (uint64, bool) {
		if len(args) < 2 {
			return 0, false
		}
		return b.Const()
	}
	k, isConst := constant()
	switch op {
	case term.OpNot:
		return a.not()
	case term.OpBVAdd:
		return a.add(b)
	case term.OpBVSub:
		return a.add(b.neg())
	case term.OpBVNeg:
		return a.neg()
	case term.OpBVNot:
		return a.not()
	case term.OpBVMul:
		return product(a, b)
	case term.OpBVAnd, term.OpBVOr, term.OpBVXor:
		out := a
		for _, b := range args[1:] {
			out = bitwiseOf(op, out, b)
		}
		return out
	case term.OpBVURem:
		_, hi := a.Unsigned()
		switch {
		case isConst && k > 0 && hi < k:
			return a
		case isConst && k > 0:
			return plain(span(width, 0, k-1))
		}
		_, most := b.Unsigned()
		if b.Has(0) || most == 0 {
			return plain(span(width, 0, hi)) // x % 0 is x
		}
		return plain(span(width, 0, min(hi, most-1)))
	case term.OpBVSRem:
		return signedRem(a, b)
	case term.OpBVUDiv:
		lo, hi := a.Unsigned()
		least, most := b.Unsigned()
		if least > 0 {
			return plain(span(width, lo/most, hi/least))
		}
	case term.OpBVSDiv:
		lo, hi := a.Signed()
		if d, ok := b.Const(); ok {
			if d := signExtend(d, width); d > 0 {
				return plain(span(width, uint64(lo/d), uint64(hi/d)))
			}
		}
	case term.OpBVLShr:
		if isConst && k < uint64(width) {
			lo, hi := a.Unsigned()
			return plain(span(width, lo>>k, hi>>k))
		}
		_, hi := a.Unsigned()
		return plain(span(width, 0, hi))
	case term.OpBVAShr:
		lo, hi := a.Signed()
		if isConst && k < uint64(width) {
			return plain(span(width, uint64(lo>>k), uint64(hi>>k)))
		}
		return plain(span(width, uint64(min(lo, 0)), uint64(max(hi, 0))))
	case term.OpBVShl:
		if isConst && k < uint64(width) {
			return a.mulConst(1 << k)
		}
		_, hi := a.Unsigned()
		_, most := b.Unsigned()
		if lo, _ := a.Unsigned(); most < uint64(width) && bits.Len64(hi)+int(most) <= width {
			return plain(span(width, lo, hi<<most))
		}
	case term.OpZeroExt:
		by, _ := st.Params(t)
		return a.zeroExt(by)
	case term.OpSignExt:
		by, _ := st.Params(t)
		return a.signExt(by)
	case term.OpExtract:
		hi, lo := st.Params(t)
		if lo > 0 {
			l, h := a.Unsigned()
			return plain(span(a.Width, l>>lo, h>>lo)).low(hi - lo + 1)
		}
		return a.low(width)
	case term.OpConcat:
		l, h := a.Unsigned()
		ll, lh := b.Unsigned()
		step := uint64(1)
		if v, ok := b.Const(); ok && b.Width < 64 {
			if a.Lo > a.Hi { // round the circle: l is not on the steps
				a.Step = 1
			}
			return stepped(span(width, l<<b.Width|v, h<<b.Width|v), max(a.Step, 1)<<b.Width)
		}
		if l == h && b.Lo <= b.Hi {
			step = b.Step
		}
		return stepped(span(width, l<<b.Width|ll, h<<b.Width|lh), step)
	case term.OpEq, term.OpBVUlt, term.OpBVSlt:
		if op == term.OpEq {
			if _, ok := a.within(b.Interval); !ok {
				return single(1, 0)
			}
			if _, ok := b.within(a.Interval); !ok {
				return single(1, 0)
			}
		}
		return plain(compare(op, a.Interval, b.Interval))
	case term.OpBVSAddO, term.OpBVSSubO, term.OpBVSMulO, term.OpBVUAddO, term.OpBVUMulO:
		return plain(overflows(op, a.Interval, b.Interval))
	}
	return all
}

func product(a, b strided) strided {
	if k, ok := a.Const(); ok {
		return b.mulConst(k)
	}
	if k, ok := b.Const(); ok {
		return a.mulConst(k)
	}
	w := a.Width
	la, ha := a.Unsigned()
	lb, hb := b.Unsigned()
	if hi, lo := bits.Mul64(ha, hb); hi == 0 && lo <= maskOf(w) {
		return plain(span(w, la*lb, lo))
	}
	sa, ta := a.Signed()
	sb, tb := b.Signed()
	var least, most int64
	for i, p := range [][2]int64{{sa, sb}, {sa, tb}, {ta, sb}, {ta, tb}} {
		v, ok := mulInt64(p[0], p[1])
		if !ok || w < 64 && (v < -1<<(w-1) || v >= 1<<(w-1)) {
			return everything(w)
		}
		if i == 0 || v < least {
			least = v
		}
		if i == 0 || v > most {
			most = v
		}
	}
	return plain(span(w, uint64(least), uint64(most)))
}

// mulInt64 multiplies; false when the product does not fit.
func mulInt64(a, b int64) (int64, bool) {
	abs := func(v int64) uint64 {
		if v < 0 {
			return -uint64(v)
		}
		return uint64(v)
	}
	hi, lo := bits.Mul64(abs(a), abs(b))
	if hi != 0 || lo > 1<<62 {
		return 0, false
	}
	if (a < 0) != (b < 0) {
		return -int64(lo), true
	}
	return int64(lo), true
}

func bitwiseOf(op term.Op, a, b strided) strided {
	w := a.Width
	la, ha := a.Unsigned()
	lb, hb := b.Unsigned()
	x, okA := a.Const()
	y, okB := b.Const()
	ones := uint64(1)<<min(63, bits.Len64(ha|hb)) - 1
	if bits.Len64(ha|hb) > 63 {
		ones = ^uint64(0)
	}
	switch {
	case op == term.OpBVAnd:
		switch {
		case okA && okB:
			return single(w, x&y)
		case okB && b.Lo != 0 && b.Lo&(b.Lo+1)&maskOf(w) == 0 && a.Lo&^b.Lo == a.Hi&^b.Lo && a.Lo <= a.Hi:
			return stepped(span(w, a.Lo&b.Lo, a.Hi&b.Lo), a.Step) // low bits, the others being constant
		}
		return plain(span(w, 0, min(ha, hb)))
	case op == term.OpBVOr:
		if okA && okB {
			return single(w, x|y)
		}
		return plain(span(w, max(la, lb), ones))
	}
	if okA && okB {
		return single(w, x^y)
	}
	return plain(span(w, 0, ones))
}

// signedRem is the remainder with the sign of a; a where b is 0.
func signedRem(a, b strided) strided {
	w := a.Width
	lo, hi := a.Signed()
	l, h := b.Signed()
	if b.Has(0) || l == -1<<63 {
		return plain(span(w, uint64(min(lo, 0)), uint64(max(hi, 0))))
	}
	if l < 0 {
		l = -l
	}
	if h < 0 {
		h = -h
	}
	most := max(l, h) - 1
	if lo >= 0 && hi <= most && l == h {
		return a
	}
	least := int64(0)
	if lo < 0 {
		least = max(lo, -most)
	}
	return plain(span(w, uint64(least), uint64(max(0, min(hi, most)))))
}

// overflows decides overflow where the intervals do.
func overflows(op term.Op, a, b Interval) Interval {
	w := a.Width
	if w > 62 {
		return wideOverflow(op, a, b)
	}
	al, ah := a.Signed()
	bl, bh := b.Signed()
	least, most := int64(-1)<<(w-1), int64(1)<<(w-1)-1
	var lo, hi int64
	ok := true
	switch op {
	case term.OpBVSAddO:
		lo, hi = al+bl, ah+bh
	case term.OpBVSSubO:
		lo, hi = al-bh, ah-bl
	case term.OpBVSMulO:
		for i, p := range [][2]int64{{al, bl}, {al, bh}, {ah, bl}, {ah, bh}} {
			v, fits := mulInt64(p[0], p[1])
			ok = ok && fits
			if i == 0 || v < lo {
				lo = v
			}
			if i == 0 || v > hi {
				hi = v
			}
		}
	case term.OpBVUAddO, term.OpBVUMulO:
		return wideOverflow(op, a, b)
	}
	switch {
	case !ok:
	case lo >= least && hi <= most:
		return just(1, 0)
	case hi < least || lo > most:
		return just(1, 1)
	}
	return full(1)
}

func wideOverflow(op term.Op, a, b Interval) Interval {
	m := maskOf(a.Width)
	_, ah := a.Unsigned()
	_, bh := b.Unsigned()
	al, sh := a.Signed()
	bl, th := b.Signed()
	small := func(v int64) bool { return v > -1<<60 && v < 1<<60 && a.Width > 62 }
	switch op {
	case term.OpBVUAddO:
		if ah <= m-bh {
			return just(1, 0)
		}
	case term.OpBVUMulO:
		if hi, lo := bits.Mul64(ah, bh); hi == 0 && lo <= m {
			return just(1, 0)
		}
	case term.OpBVSAddO, term.OpBVSSubO:
		if small(al) && small(sh) && small(bl) && small(th) {
			return just(1, 0)
		}
	case term.OpBVSMulO:
		for _, p := range [][2]int64{{al, bl}, {al, th}, {sh, bl}, {sh, th}} {
			if v, ok := mulInt64(p[0], p[1]); !ok || !small(v) {
				return full(1)
			}
		}
		return just(1, 0)
	}
	return full(1)
}

// addAddress adds numbers to addresses; a sum of two addresses is a number.
func (x *Invariant) addAddress(a, b aval) aval {
	if len(b.refs) > 0 && len(a.refs) > 0 {
		x.concretely(a)
		return numberOf(x.numbers(a).add(x.numbers(b)))
	}
	if len(b.refs) > 0 {
		a, b = b, a
	}
	out := a.mapRefs(func(r aref) aref {
		r.off = r.off.add(b.num)
		return r
	})
	if a.some {
		out.num = a.num.add(b.num)
		return x.address(out)
	}
	return out
}

func (x *Invariant) subAddress(a, b aval) aval {
	switch {
	case len(b.refs) == 0:
		return x.addAddress(a, numberOf(b.num.neg()))
	case len(a.refs) == 1 && len(b.refs) == 1 && !a.some && !b.some && x.sameObject(a.refs[0], b.refs[0]):
		return x.address(numberOf(a.refs[0].off.add(b.refs[0].off.neg())))
	}
	x.concretely(a, b)
	return x.address(numberOf(x.numbers(a).add(x.numbers(b).neg())))
}

// sameObject reports whether two references are to the same instance of an object.
func (x *Invariant) sameObject(a, b aref) bool {
	return a.obj == b.obj && (x.objs[a.obj].static != nil || !a.old && !b.old)
}

func (x *Invariant) compareAddress(op term.Op, a, b aval) aval {
	if len(a.refs) == 1 && len(b.refs) == 1 && !a.some && !b.some && x.sameObject(a.refs[0], b.refs[0]) {
		// An order of offsets is one of addresses only without wrapping around.
		p, q := a.refs[0].off, b.refs[0].off
		limit := uint64(1) << (x.prog.OffsetBits - 1)
		if p.Lo <= p.Hi && q.Lo <= q.Hi && p.Hi < limit && q.Hi < limit {
			return numberOf(x.apply(term.None, op, 1, []strided{p, q}))
		}
	}
	x.compared(op, a, b)
	return numberOf(x.apply(term.None, op, 1, []strided{x.numbers(a), x.numbers(b)}))
}
