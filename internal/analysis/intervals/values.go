package intervals

import (
	"whittle.dev/internal/absint"
	"whittle.dev/term"
)

// maxEvalDepth bounds how deep intervals are looked for in terms.
const maxEvalDepth = 8

// eval returns a set over the values of t, a Bool or bit-vector of at most 64 bits, when the registers
// have the values of s. Subterms deeper than maxEvalDepth are not looked at.
func (d *domain) eval(s regState, t term.Term) absint.Strided {
	return absint.Eval(d.p.Terms, t, maxEvalDepth, func(sym term.Term) (absint.Strided, bool) {
		r, ok := d.regs.Reg(sym)
		if !ok {
			return absint.Strided{}, false
		}
		v, ok := s.get(r)
		return absint.Plain(v), ok
	})
}
