package intervals

import (
	"whittle.dev/internal/absint"
	"whittle.dev/term"
)

// eval returns an interval over the values of t, a Bool or bit-vector of at most 64 bits, when the registers
// have the values of s. Subterms deeper than maxEvalDepth are not looked at.
func (d *domain) eval(s regState, t term.Term, depth int) absint.Interval {
	return d.value(s, t, depth).Interval
}

func (d *domain) value(s regState, t term.Term, depth int) absint.Strided {
	st := d.p.Terms
	w := absint.Width(st.Sort(t))
	switch {
	case w > 64 || w == 0:
		return absint.Everything(64) // never asked for its parts
	case depth == 0:
		return absint.Everything(w)
	}
	op := st.Op(t)
	switch op {
	case term.OpSymbol:
		if r, ok := d.regs.Reg(t); ok {
			if v, ok := s.get(r); ok {
				return absint.Plain(v)
			}
		}
		return absint.Everything(w)
	case term.OpConst:
		v, _ := st.ConstUint64(t)
		return absint.Single(w, v)
	case term.OpIte:
		if c, ok := d.value(s, st.Arg(t, 0), depth-1).Const(); ok {
			return d.value(s, st.Arg(t, 2-int(c)), depth-1)
		}
		return d.value(s, st.Arg(t, 1), depth-1).Join(d.value(s, st.Arg(t, 2), depth-1))
	}
	var buf [4]absint.Strided
	args := buf[:0]
	for i := range st.NumArgs(t) {
		a := st.Arg(t, i)
		if n := absint.Width(st.Sort(a)); n > 64 || n == 0 {
			return absint.Everything(w)
		}
		args = append(args, d.value(s, a, depth-1))
	}
	low := 0
	if op == term.OpExtract {
		_, low = st.Params(t)
	}
	return absint.Apply(op, w, low, args...)
}
