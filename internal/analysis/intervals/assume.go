package intervals

import (
	"whittle.dev/internal/absint"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// assume returns s narrowed by a condition that holds (or, with want false,
// does not hold); false when it cannot be so.
func (d *domain) assume(s regState, t term.Term, want bool, depth int) (regState, bool) {
	st := d.p.Terms
	op := st.Op(t)
	if depth > 0 {
		switch op {
		case term.OpNot:
			return d.assume(s, st.Arg(t, 0), !want, depth-1)
		case term.OpAnd, term.OpOr:
			if (op == term.OpAnd) != want {
				break
			}
			for _, a := range st.Args(t) {
				var ok bool
				if s, ok = d.assume(s, a, want, depth-1); !ok {
					return s, false
				}
			}
			return s, true
		case term.OpEq, term.OpBVUlt, term.OpBVSlt:
			return d.compared(s, t, want)
		}
	}
	if c, ok := d.eval(s, t).Const(); ok && (c == 1) != want {
		return s, false
	}
	if op == term.OpSymbol && depth > 0 {
		return d.narrow(s, t, absint.Just(1, absint.Bit(want)))
	}
	return s, true
}

// compared is assume for a comparison.
func (d *domain) compared(s regState, t term.Term, want bool) (regState, bool) {
	st := d.p.Terms
	op, l, r := st.Op(t), st.Arg(t, 0), st.Arg(t, 1)
	if w := absint.Width(st.Sort(l)); w == 0 || w > 64 {
		return s, true
	}
	a, b := d.eval(s, l), d.eval(s, r)
	if c, ok := absint.Apply(op, 1, 0, a, b).Const(); ok && (c == 1) != want {
		return s, false
	}
	la, lb, ok := absint.Bounds(op, a.Interval, b.Interval, want)
	if !ok {
		return s, false
	}
	if s, ok = d.narrow(s, l, la); !ok {
		return s, false
	}
	return d.narrow(s, r, lb)
}

// narrow returns s where the term t, if it is a register, a sum of one and a
// constant, or the extension of one, lies within v; false when it cannot.
func (d *domain) narrow(s regState, t term.Term, v absint.Interval) (regState, bool) {
	st := d.p.Terms
	switch st.Op(t) {
	case term.OpSymbol:
		r, ok := d.regs.Reg(t)
		if !ok || d.p.Regs[r].Scope != cfa.Local {
			return s, true
		}
		if old, ok := s.get(r); ok {
			if v, ok = old.Meet(v); !ok {
				return s, false
			}
		}
		return s.set(r, v), true
	case term.OpBVAdd:
		for i := range 2 {
			if k, ok := st.ConstUint64(st.Arg(t, i)); ok {
				return d.narrow(s, st.Arg(t, 1-i), v.Add(absint.Just(v.Width, -k)))
			}
		}
	case term.OpZeroExt:
		in := st.Sort(st.Arg(t, 0)).Width()
		c, ok := v.Meet(absint.Full(in).ZeroExt(v.Width - in))
		if !ok {
			return s, false
		}
		if lo, hi := c.Unsigned(); hi <= absint.Mask(in) {
			return d.narrow(s, st.Arg(t, 0), absint.Span(in, lo, hi))
		}
	case term.OpSignExt:
		in := st.Sort(st.Arg(t, 0)).Width()
		c, ok := v.Meet(absint.Full(in).SignExt(v.Width - in))
		if !ok {
			return s, false
		}
		lo, hi := c.Signed()
		if least, most := absint.Full(in).Signed(); lo >= least && hi <= most {
			return d.narrow(s, st.Arg(t, 0), absint.Span(in, uint64(lo), uint64(hi)))
		}
	}
	return s, true
}
