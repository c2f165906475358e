package invariant

import (
	"whittle.dev/internal/absint"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// maxEvalTerm bounds how deep terms are looked into.
const maxEvalTerm = 60

// eval returns the values of a term in a state.
func (x *Invariant) eval(s *state, t term.Term) value {
	x.epoch++
	return x.value(s, t, maxEvalTerm)
}

func (x *Invariant) value(s *state, t term.Term, depth int) value {
	st := x.prog.Terms
	width := absint.Width(st.Sort(t))
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
			return numberOf(absint.Single(1, absint.Bit(st.IsTrue(t))))
		}
		v, _ := st.ConstUint64(t)
		return x.address(numberOf(absint.Single(width, v)))
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
func (x *Invariant) operation(s *state, t term.Term, width, depth int) value {
	st := x.prog.Terms
	op := st.Op(t)
	arg := func(i int) value { return x.value(s, st.Arg(t, i), depth) }
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
		stop := absint.Bit(op == term.OpOr) // the operand that decides
		open := false
		for _, a := range st.Args(t) {
			v := x.value(s, a, depth)
			if v.empty() {
				return value{width: width}
			}
			c, ok := v.num.Const()
			if ok && c == stop {
				return numberOf(absint.Single(1, stop))
			}
			open = open || !ok
		}
		if !open {
			return numberOf(absint.Single(1, 1-stop))
		}
		return topOf(1)
	case term.OpBVAdd, term.OpBVSub, term.OpEq, term.OpBVUlt:
		a, b := arg(0), arg(1)
		switch {
		case a.empty() || b.empty():
			return value{width: width}
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
	var buf [4]absint.Strided
	args := buf[:0]
	for i := range st.NumArgs(t) {
		a := arg(i)
		switch {
		case a.empty():
			return value{width: width}
		case a.width > 64 || a.width == 0:
			return topOf(width)
		}
		x.concretely(a)
		args = append(args, x.numbers(a))
	}
	low := 0
	if op == term.OpExtract {
		_, low = st.Params(t)
	}
	v := absint.Apply(op, width, low, args...)
	return x.address(numberOf(v))
}

// addAddress adds numbers to addresses; a sum of two addresses is a number.
func (x *Invariant) addAddress(a, b value) value {
	if len(b.refs) > 0 && len(a.refs) > 0 {
		x.concretely(a)
		return numberOf(x.numbers(a).Add(x.numbers(b)))
	}
	if len(b.refs) > 0 {
		a, b = b, a
	}
	out := a.mapRefs(func(r ref) ref {
		r.off = r.off.Add(b.num)
		return r
	})
	if a.some {
		out.num = a.num.Add(b.num)
		return x.address(out)
	}
	return out
}

func (x *Invariant) subAddress(a, b value) value {
	switch {
	case len(b.refs) == 0:
		return x.addAddress(a, numberOf(b.num.Neg()))
	case len(a.refs) == 1 && len(b.refs) == 1 && !a.some && !b.some && x.sameObject(a.refs[0], b.refs[0]):
		return x.address(numberOf(a.refs[0].off.Add(b.refs[0].off.Neg())))
	}
	x.concretely(a, b)
	return x.address(numberOf(x.numbers(a).Add(x.numbers(b).Neg())))
}

// sameObject reports whether two references are to the same instance of an object.
func (x *Invariant) sameObject(a, b ref) bool {
	return a.obj == b.obj && (x.objs[a.obj].static != nil || !a.old && !b.old)
}

func (x *Invariant) compareAddress(op term.Op, a, b value) value {
	if len(a.refs) == 1 && len(b.refs) == 1 && !a.some && !b.some && x.sameObject(a.refs[0], b.refs[0]) {
		// An order of offsets is one of addresses only without wrapping around.
		p, q := a.refs[0].off, b.refs[0].off
		limit := uint64(1) << (x.prog.OffsetBits - 1)
		if p.Lo <= p.Hi && q.Lo <= q.Hi && p.Hi < limit && q.Hi < limit {
			return numberOf(absint.Apply(op, 1, 0, p, q))
		}
	}
	x.compared(op, a, b)
	return numberOf(absint.Apply(op, 1, 0, x.numbers(a), x.numbers(b)))
}
