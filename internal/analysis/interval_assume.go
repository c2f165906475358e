package analysis

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// assume returns s narrowed by a condition that holds (or, with want false,
// does not hold); false when it cannot be so.
func (d *intervalDomain) assume(s regState, t term.Term, want bool, depth int) (regState, bool) {
	st := d.p.Terms
	if c, ok := d.eval(s, t, maxEvalDepth).Const(); ok && (c == 1) != want {
		return s, false
	}
	if depth == 0 {
		return s, true
	}
	switch op := st.Op(t); op {
	case term.OpNot:
		return d.assume(s, st.Arg(t, 0), !want, depth-1)
	case term.OpAnd, term.OpOr:
		if (op == term.OpAnd) != want {
			return s, true
		}
		for _, a := range st.Args(t) {
			var ok bool
			if s, ok = d.assume(s, a, want, depth-1); !ok {
				return s, false
			}
		}
	case term.OpSymbol:
		return d.narrow(s, t, just(1, bit(want)))
	case term.OpEq, term.OpBVUlt, term.OpBVSlt:
		l, r := st.Arg(t, 0), st.Arg(t, 1)
		if w := widthOf(st.Sort(l)); w == 0 || w > 64 {
			return s, true
		}
		a, b := d.eval(s, l, maxEvalDepth), d.eval(s, r, maxEvalDepth)
		la, lb, ok := bounds(op, a, b, want)
		if !ok {
			return s, false
		}
		if s, ok = d.narrow(s, l, la); !ok {
			return s, false
		}
		return d.narrow(s, r, lb)
	}
	return s, true
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// bounds returns what the two sides of a comparison are within when it has the
// value want; false when it cannot have it.
func bounds(op term.Op, a, b Interval, want bool) (Interval, Interval, bool) {
	w := a.Width
	m := maskOf(w)
	if op == term.OpEq {
		if want {
			c, ok := a.meet(b)
			return c, c, ok
		}
		return without(a, b), without(b, a), true
	}
	least, greatest := uint64(0), m
	var al, ah, bl, bh uint64
	if op == term.OpBVSlt {
		least, greatest = (m>>1+1)&m, m>>1
		x, y := a.Signed()
		al, ah = uint64(x)&m, uint64(y)&m
		x, y = b.Signed()
		bl, bh = uint64(x)&m, uint64(y)&m
	} else {
		al, ah = a.Unsigned()
		bl, bh = b.Unsigned()
	}
	if want { // a < b
		if bh == least || al == greatest {
			return a, b, false
		}
		return span(w, least, bh-1), span(w, al+1, greatest), true
	}
	// a >= b
	return span(w, bl, greatest), span(w, least, ah), true
}

// without returns a less the value of b, where that is a single value at an
// end of a.
func without(a, b Interval) Interval {
	v, ok := b.Const()
	switch {
	case !ok || a.Lo == a.Hi:
	case a.IsFull():
		return span(a.Width, v+1, v-1)
	case v == a.Lo:
		return span(a.Width, a.Lo+1, a.Hi)
	case v == a.Hi:
		return span(a.Width, a.Lo, a.Hi-1)
	}
	return a
}

// narrow returns s where the term t, if it is a register, a sum of one and a
// constant, or the extension of one, lies within v; false when it cannot.
func (d *intervalDomain) narrow(s regState, t term.Term, v Interval) (regState, bool) {
	st := d.p.Terms
	switch st.Op(t) {
	case term.OpSymbol:
		r, ok := d.regs.Reg(t)
		if !ok || d.p.Regs[r].Scope != cfa.Local {
			return s, true
		}
		if old, ok := s.get(r); ok {
			if v, ok = old.meet(v); !ok {
				return s, false
			}
		}
		return s.set(r, v), true
	case term.OpBVAdd:
		for i := range 2 {
			if k, ok := st.ConstUint64(st.Arg(t, i)); ok {
				return d.narrow(s, st.Arg(t, 1-i), v.add(just(v.Width, -k)))
			}
		}
	case term.OpZeroExt:
		in := st.Sort(st.Arg(t, 0)).Width()
		c, ok := v.meet(full(in).zeroExt(v.Width - in))
		if !ok {
			return s, false
		}
		if lo, hi := c.Unsigned(); hi <= maskOf(in) {
			return d.narrow(s, st.Arg(t, 0), span(in, lo, hi))
		}
	case term.OpSignExt:
		in := st.Sort(st.Arg(t, 0)).Width()
		c, ok := v.meet(full(in).signExt(v.Width - in))
		if !ok {
			return s, false
		}
		lo, hi := c.Signed()
		if least, most := full(in).Signed(); lo >= least && hi <= most {
			return d.narrow(s, st.Arg(t, 0), span(in, uint64(lo), uint64(hi)))
		}
	}
	return s, true
}
