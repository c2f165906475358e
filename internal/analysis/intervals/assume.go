package intervals

import (
	"whittle.dev/internal/absint"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// assume returns s narrowed by a condition that holds (or, with want false,
// does not hold); false when it cannot be so.
func (x *Values) assume(s State, t term.Term, want bool, depth int) (State, bool) {
	st := x.p.Terms
	op := st.Op(t)
	if depth > 0 {
		switch op {
		case term.OpNot:
			return x.assume(s, st.Arg(t, 0), !want, depth-1)
		case term.OpAnd, term.OpOr:
			if (op == term.OpAnd) != want {
				break
			}
			for _, a := range st.Args(t) {
				var ok bool
				if s, ok = x.assume(s, a, want, depth-1); !ok {
					return s, false
				}
			}
			return s, true
		case term.OpEq, term.OpBVUlt, term.OpBVSlt:
			return x.compared(s, t, want)
		}
	}
	if c, ok := x.Eval(s, t).Const(); ok && (c == 1) != want {
		return s, false
	}
	if op == term.OpSymbol && depth > 0 {
		return x.narrow(s, t, absint.Just(1, absint.Bit(want)))
	}
	return s, true
}

// compared is assume for a comparison.
func (x *Values) compared(s State, t term.Term, want bool) (State, bool) {
	st := x.p.Terms
	op, l, r := st.Op(t), st.Arg(t, 0), st.Arg(t, 1)
	if w := absint.Width(st.Sort(l)); w == 0 || w > 64 {
		return s, true
	}
	a, b := x.Eval(s, l), x.Eval(s, r)
	if c, ok := absint.Apply(op, 1, 0, a, b).Const(); ok && (c == 1) != want {
		return s, false
	}
	la, lb, ok := absint.Bounds(op, a.Interval, b.Interval, want)
	if !ok {
		return s, false
	}
	if s, ok = x.narrow(s, l, la); !ok {
		return s, false
	}
	return x.narrow(s, r, lb)
}

// narrow returns s where the term t, if it is a register, a sum of one and a
// constant, or the extension of one, lies within v; false when it cannot.
func (x *Values) narrow(s State, t term.Term, v absint.Interval) (State, bool) {
	st := x.p.Terms
	switch st.Op(t) {
	case term.OpSymbol:
		r, ok := x.regs.Reg(t)
		if !ok || x.p.Regs[r].Scope != cfa.Local {
			return s, true
		}
		if old, ok := s.Of(r); ok {
			if v, ok = old.Meet(v); !ok {
				return s, false
			}
		}
		return s.With(r, v), true
	case term.OpBVAdd:
		for i := range 2 {
			if k, ok := st.ConstUint64(st.Arg(t, i)); ok {
				return x.narrow(s, st.Arg(t, 1-i), v.Add(absint.Just(v.Width, -k)))
			}
		}
	case term.OpZeroExt:
		in := st.Sort(st.Arg(t, 0)).Width()
		c, ok := v.Meet(absint.Full(in).ZeroExt(v.Width - in))
		if !ok {
			return s, false
		}
		if lo, hi := c.Unsigned(); hi <= absint.Mask(in) {
			return x.narrow(s, st.Arg(t, 0), absint.Span(in, lo, hi))
		}
	case term.OpSignExt:
		in := st.Sort(st.Arg(t, 0)).Width()
		c, ok := v.Meet(absint.Full(in).SignExt(v.Width - in))
		if !ok {
			return s, false
		}
		lo, hi := c.Signed()
		if least, most := absint.Full(in).Signed(); lo >= least && hi <= most {
			return x.narrow(s, st.Arg(t, 0), absint.Span(in, uint64(lo), uint64(hi)))
		}
	}
	return s, true
}
