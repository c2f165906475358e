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
	walkSteps  = 48  // of local search
	lateSteps  = 100 // after the case distinctions
	lightSteps = 8
	splitCases = 60 // of case distinctions
)

// binding is a symbol with its value in the model.
type binding struct {
	t term.Term
	x uint64
}

// Effort says how hard Solve tries.
type Effort uint8

// The efforts.
const (
	Thorough Effort = iota // for a query that would have to be translated only for itself
	Light                  // for one that something else decides cheaply
)

// Solve looks for an assignment that makes all asserted and assumed nodes, of width 1, true. It
// tries the last model first.
func (p *Program) Solve(assumed []Ref, effort Effort) Status {
	p.prepare(assumed)
	if p.replay() {
		p.keep()
		return Sat
	}
	if !p.start(assumed) {
		return Unsat
	}
	p.search.random = 0x9e3779b97f4a7c15
	steps := walkSteps
	if effort == Light {
		steps = lightSteps
	}
	if p.search.run(steps) {
		p.keep()
		return Sat
	}
	if effort == Light {
		return Unknown
	}
	s := Unsat
	if p.rel.reset(); p.rel.relate() {
		s = p.split(p.cases())
	}
	switch {
	case s == Sat:
		p.keep()
	case s == Unknown && len(p.saved) > 0:
		copy(p.prop.doms, p.saved) // as they were before the first distinction
		if p.search.run(lateSteps) {
			p.keep()
			return Sat
		}
	}
	return s
}

// replay evaluates the roots in the last model. Symbols that are new are 0.
func (p *Program) replay() bool {
	for _, i := range p.code.inputs {
		p.search.vals[i] = 0
	}
	for _, b := range p.model {
		if i := p.code.index.Get(b.t); i != 0 {
			p.search.vals[i-1] = b.x
		}
	}
	p.search.eval()
	return p.search.satisfied()
}

// satisfied reports whether all roots are true in vals.
func (w *walker) satisfied() bool {
	for _, r := range w.roots {
		if w.vals[r] == 0 {
			return false
		}
	}
	return true
}

// Known returns the bits of node i that are the same in all models, after a
// Solve that answered Unknown: those of one are set, those outside of may are not.
func (p *Program) Known(i int) (one, may uint64) { return p.prop.doms[i].one, p.prop.doms[i].may }

// Propose makes the values of the inputs, in the order of their nodes, the model if
// they make the asserted and the assumed nodes true, and reports whether they do.
func (p *Program) Propose(assumed []Ref, value func(input int) uint64) bool {
	p.prepare(assumed)
	for _, i := range p.code.inputs {
		p.search.vals[i] = value(int(i))
	}
	p.search.eval()
	if !p.search.satisfied() {
		return false
	}
	p.keep()
	return true
}

// Refuted reports whether it is found by propagation that asserted and assumed nodes
// cannot all be true. It leaves the model alone.
func (p *Program) Refuted(assumed []Ref) bool { return !p.start(assumed) }

// cases is the number of case distinctions, less for long programs.
func (p *Program) cases() int { return min(splitCases, 50*splitCases/max(1, len(p.code.nodes))) }

// keep copies the values of the symbols.
func (p *Program) keep() {
	p.model = p.model[:0]
	for _, i := range p.code.inputs {
		p.model = append(p.model, binding{p.code.terms[i], p.search.vals[i]})
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
