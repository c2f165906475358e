package invariant

import (
	"whittle.dev/internal/absint"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// conditions narrow states to the executions in which something holds.
type conditions struct {
	prog  *cfa.Program
	out   *outcome
	space *space
	mem   *memory
	terms *evaluator
}

// maxAssume bounds how deep conditions are taken apart.
const maxAssume = 12

// assume narrows s, which is not shared yet, to the executions in which a
// condition has the value want; false when there is none.
func (x *conditions) assume(s *state, t term.Term, want bool, depth int) bool {
	st := x.prog.Terms
	v := x.terms.eval(s, t)
	if v.empty() {
		return false
	}
	if c, ok := v.num.Const(); ok {
		return (c == 1) == want
	}
	if depth == 0 {
		return true
	}
	switch op := st.Op(t); op {
	case term.OpNot:
		return x.assume(s, st.Arg(t, 0), !want, depth-1)
	case term.OpAnd, term.OpOr:
		if (op == term.OpAnd) != want {
			return x.assumeLast(s, t, want, depth)
		}
		for _, a := range st.Args(t) {
			if !x.assume(s, a, want, depth-1) {
				return false
			}
		}
	case term.OpSymbol, term.OpIte:
		return x.narrow(s, t, absint.Just(1, absint.Bit(want)), depth)
	case term.OpEq, term.OpBVUlt, term.OpBVSlt:
		l, r := st.Arg(t, 0), st.Arg(t, 1)
		w := absint.Width(st.Sort(l))
		if w == 0 || w > 64 {
			return true
		}
		a, b := x.terms.eval(s, l), x.terms.eval(s, r)
		if a.empty() || b.empty() {
			return false
		}
		x.out.compared(op, a, b)
		la, lb, ok := absint.Bounds(op, x.space.numbers(a).Interval, x.space.numbers(b).Interval, want)
		if !ok {
			return false
		}
		if op == term.OpEq && want && len(a.refs) > 0 && len(b.refs) > 0 {
			return true // their numbers say little
		}
		return x.narrow(s, l, la, depth-1) && x.narrow(s, r, lb, depth-1)
	}
	return true
}

// assumeLast is for a conjunction that does not hold, or a disjunction that
// holds: if all parts but one are decided, that one decides.
func (x *conditions) assumeLast(s *state, t term.Term, want bool, depth int) bool {
	last := term.None
	for _, a := range x.prog.Terms.Args(t) {
		v := x.terms.eval(s, a)
		if c, ok := v.num.Const(); ok && !v.empty() && (c == 1) != want {
			continue
		}
		if last != term.None {
			return true
		}
		last = a
	}
	if last == term.None {
		return false
	}
	return x.assume(s, last, want, depth-1)
}

// narrow narrows s to the executions in which a term lies within v; false when there is none.
func (x *conditions) narrow(s *state, t term.Term, v absint.Interval, depth int) bool {
	st := x.prog.Terms
	if depth <= 0 || v.IsFull() {
		return true
	}
	if st.Sort(t).IsBool() && st.Op(t) != term.OpSymbol && st.Op(t) != term.OpIte {
		if c, ok := v.Const(); ok {
			return x.assume(s, t, c == 1, depth-1)
		}
		return true
	}
	switch st.Op(t) {
	case term.OpSymbol:
		r := x.terms.regOf[t]
		if r == cfa.NoReg {
			return true
		}
		return x.narrowReg(s, r, v, depth)
	case term.OpIte:
		yes, no := x.terms.eval(s, st.Arg(t, 1)), x.terms.eval(s, st.Arg(t, 2))
		okYes, okNo := x.meets(yes, v), x.meets(no, v)
		switch {
		case !okYes && !okNo:
			return false
		case !okNo:
			return x.assume(s, st.Arg(t, 0), true, depth-1) && x.narrow(s, st.Arg(t, 1), v, depth-1)
		case !okYes:
			return x.assume(s, st.Arg(t, 0), false, depth-1) && x.narrow(s, st.Arg(t, 2), v, depth-1)
		}
	case term.OpBVAdd:
		for i := range 2 {
			if k, ok := st.ConstUint64(st.Arg(t, i)); ok {
				return x.narrow(s, st.Arg(t, 1-i), v.Add(absint.Just(v.Width, -k)), depth-1)
			}
		}
	case term.OpBVSub:
		if k, ok := st.ConstUint64(st.Arg(t, 0)); ok { // k - t
			return x.narrow(s, st.Arg(t, 1), absint.Just(v.Width, k).Add(v.Neg()), depth-1)
		}
	case term.OpConcat:
		if k, ok := st.ConstUint64(st.Arg(t, 0)); ok && k == 0 {
			return x.narrowExtended(s, st.Arg(t, 1), v, false, depth)
		}
	case term.OpZeroExt:
		return x.narrowExtended(s, st.Arg(t, 0), v, false, depth)
	case term.OpSignExt:
		return x.narrowExtended(s, st.Arg(t, 0), v, true, depth)
	}
	return true
}

// narrowExtended narrows a term whose zero or sign extension lies within v.
func (x *conditions) narrowExtended(s *state, t term.Term, v absint.Interval, signed bool, depth int) bool {
	in := absint.Width(x.prog.Terms.Sort(t))
	all := absint.Full(in).ZeroExt(v.Width - in)
	if signed {
		all = absint.Full(in).SignExt(v.Width - in)
	}
	c, ok := v.Meet(all)
	if !ok {
		return false
	}
	if !all.Contains(c) {
		return true
	}
	return x.narrow(s, t, absint.Span(in, c.Lo, c.Hi), depth-1)
}

// meets reports whether a value can lie within an interval.
func (x *conditions) meets(a value, v absint.Interval) bool {
	if a.empty() {
		return false
	}
	_, ok := x.space.numbers(a).Within(v)
	return ok
}

// narrowReg narrows a register, what it was made from, and the private memory that it was loaded from.
func (x *conditions) narrowReg(s *state, r cfa.RegID, v absint.Interval, depth int) bool {
	old := s.get(r, v.Width)
	out := old
	if old.some {
		var ok bool
		if out.num, ok = old.num.Within(v); !ok {
			out.some, out.num = false, absint.Strided{}
		}
	}
	if len(old.refs) > 0 {
		out.refs = nil
		for _, ref := range old.refs {
			if _, ok := x.space.addresses(ref).Within(v); ok {
				out.refs = append(out.refs, ref)
			}
		}
	}
	if out.empty() {
		return false
	}
	s.put(r, out)
	i, ok := findReg(s.defs, r, regOfDef)
	if !ok {
		return true
	}
	d := s.defs[i]
	if d.term != term.None {
		return x.narrow(s, d.term, v, depth-1)
	}
	if !d.section {
		x.refresh(s, d, out)
	}
	return true
}

// refresh notes in private memory what was found out about a register that was loaded from there.
func (x *conditions) refresh(s *state, d regDef, v value) {
	a := x.terms.eval(s, d.addr)
	if a.some || len(a.refs) != 1 || a.refs[0].old {
		return
	}
	off, ok := a.refs[0].off.Const()
	o := a.refs[0].obj
	m := x.mem.own(s, o)
	if !ok || m == nil || x.mem.seen(s, o) {
		return
	}
	p := place{absint.Single(x.prog.PtrWidth, off), d.size}
	if was := x.mem.readOwn(o, m, p); was.contains(v) && !v.contains(was) {
		s.setOwn(o, x.mem.writeOwn(o, m, p, v, true))
	}
}
