package intervals

import (
	"whittle.dev/internal/absint"
	"whittle.dev/term"
)

// eval returns an interval over the values of t, a Bool or bit-vector of at most 64 bits, when the registers
// have the values of s. Subterms deeper than maxEvalDepth are not looked at.
func (d *domain) eval(s regState, t term.Term, depth int) absint.Interval {
	return absint.Eval(d.p.Terms, t, depth, func(sym term.Term) (absint.Strided, bool) {
		r, ok := d.regs.Reg(sym)
		if !ok {
			return absint.Strided{}, false
		}
		v, ok := s.get(r)
		return absint.Plain(v), ok
	}).Interval
}
