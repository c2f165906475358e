package intervals

import (
	"whittle.dev/internal/absint"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// maxEvalDepth bounds how deep the analysis looks for intervals in terms.
const maxEvalDepth = 8

// Values evaluates terms and conditions over states.
type Values struct {
	p     *cfa.Program
	regs  *cfa.RegIndex
	depth int
}

// NewValues returns what evaluates the terms of a program. Subterms that are deeper than depth may have any
// value.
func NewValues(p *cfa.Program, regs *cfa.RegIndex, depth int) *Values { return &Values{p, regs, depth} }

// Eval returns a set over the values of t, a Bool or bit-vector of at most 64 bits, when the registers
// have the values of s.
func (x *Values) Eval(s State, t term.Term) absint.Strided {
	return absint.Eval(x.p.Terms, t, x.depth, func(sym term.Term) (absint.Strided, bool) {
		r, ok := x.regs.Reg(sym)
		if !ok {
			return absint.Strided{}, false
		}
		v, ok := s.Of(r)
		return absint.Plain(v), ok
	})
}

// Guard returns s narrowed by what an operation waits for or assumes; false when that cannot be.
func (x *Values) Guard(op cfa.Op, s State) (State, bool) {
	switch op := op.(type) {
	case cfa.Assume:
		return x.Assume(s, op.Cond, true)
	case cfa.Await:
		return x.Assume(s, op.Cond, true)
	}
	return s, true
}

// Assume returns s narrowed by a condition that holds (or, with want false, does not hold); false when it
// cannot be so.
func (x *Values) Assume(s State, cond term.Term, want bool) (State, bool) {
	return x.assume(s, cond, want, x.depth)
}
