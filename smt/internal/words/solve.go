package words

import "whittle.dev/term"

// Status is an answer. The zero value is Unknown.
type Status uint8

// The answers.
const (
	Unknown Status = iota // not decided within the effort
	Sat                   // Value gives a model
	Unsat                 // no assignment makes all roots true
)

const (
	walkSteps  = 48 // of local search
	splitCases = 60 // of case distinctions
)

// binding is a symbol with its value in the model.
type binding struct {
	t term.Term
	x uint64
}

// Solve looks for an assignment that makes all roots, of width 1, true. The
// answers depend on the program and the roots alone.
func (p *Program) Solve(roots []Ref) Status {
	if !p.start(roots) || !p.propagate() {
		return Unsat
	}
	p.random = 0x9e3779b97f4a7c15
	if p.walk(walkSteps) {
		p.keep()
		return Sat
	}
	if !p.relate() {
		return Unsat
	}
	s := p.split(p.cases())
	switch {
	case s == Sat:
		p.keep()
	case s == Unknown && len(p.saved) > 0:
		copy(p.doms, p.saved) // as they were before the first distinction
	}
	return s
}

// cases is the number of case distinctions, less for long programs.
func (p *Program) cases() int { return min(splitCases, 50*splitCases/len(p.nodes)) }

// Known returns the bits of node i that are the same in all models, after a
// Solve that answered Unknown: those of one are set, those outside of may are not.
func (p *Program) Known(i int) (one, may uint64) { return p.doms[i].one, p.doms[i].may }

// Propose makes the values of the inputs, in the order of their nodes, the model if
// they make the roots of the last Solve true, and reports whether they do.
func (p *Program) Propose(value func(input int) uint64) bool {
	for _, i := range p.inputs {
		p.vals[i] = value(int(i))
	}
	p.eval()
	for _, r := range p.roots {
		if p.vals[r] == 0 {
			return false
		}
	}
	p.keep()
	return true
}

// Refuted reports whether it is found with little effort that the roots cannot all be true.
// It leaves the model alone.
func (p *Program) Refuted(roots []Ref) bool {
	return !p.start(roots) || !p.propagate() || !p.relate() || p.split(p.cases()/4) == Unsat
}

// keep copies the values of the symbols.
func (p *Program) keep() {
	p.model = p.model[:0]
	for _, i := range p.inputs {
		p.model = append(p.model, binding{p.terms[i], p.vals[i]})
	}
}

// Value returns the value of a symbol in the model of the last answer Sat, if it
// occurred in the program then. It stays the same until the next Solve.
func (p *Program) Value(sym term.Term) (x uint64, ok bool) {
	for _, b := range p.model {
		if b.t == sym {
			return b.x, true
		}
	}
	return 0, false
}
