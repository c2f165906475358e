package interp

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// decided is the operand of && or || that has decided a condition, and the nodes that it depends on.
type decided struct {
	operand cfa.Operand
	sources []int32
}

// decide notes at a branch which operand of its condition has decided it.
func (s *slicer) decide(m *Machine, t *thread, node int32, list []cfa.Operand) {
	for _, o := range list {
		value, ok := s.holds(m, t, o.Cond)
		switch {
		case !ok:
			return
		case value == o.Value:
			s.decided[node] = decided{o, s.reads(m, t, cfa.Assume{Cond: o.Cond}, nil)}
			return
		}
	}
}

// holds evaluates a condition; ok is false where it reads what has not been evaluated, or what is too wide.
func (s *slicer) holds(m *Machine, t *thread, cond term.Term) (value, ok bool) {
	frame, values := t.slots(t.top()), term.Map{}
	for _, r := range s.index.Of(cond) {
		reg, at := &m.code.CFA.Regs[r], m.code.Regs[r]
		words := frame
		if at.Thread {
			words = t.regs
		}
		switch {
		case at.First < 0 || at.Words != 1:
			return false, false
		case at.Width == 0:
			values[reg.Sym] = term.BoolValue(words[at.First] != 0)
		default:
			values[reg.Sym] = term.BVValue(int(at.Width), words[at.First])
		}
	}
	v, err := m.code.Terms.Eval(cond, values)
	return err == nil && v.Bool(), err == nil
}
