package sat

import "context"

// Context is what Solve was called with: a callback that can take long looks at it.
func (x *Search) Context() context.Context { return x.ctx }

// Value is the current value of l.
func (x *Search) Value(l Lit) Tri { return x.s.core.trail.vals[l] }

// Imply says that l follows in the theory from literals that are true now. The solver asks for them by
// [Theory.Explain] with the tag if it needs them, which may be before Imply returns. Imply returns false if l
// is false: there is a conflict, and the theory should return.
func (x *Search) Imply(l Lit, tag uint32) bool {
	s := x.s
	if x.confl {
		return false
	}
	switch s.core.trail.vals[l] {
	case True:
		return true
	case Undef:
		x.news = true
		if s.ext.eliminated(l.Var()) {
			s.ext.restore(l.Var())
		}
		s.core.stats.TheoryProps++
		s.core.theory.tags[l>>1] = tag
		s.core.trail.assign(l, reasonTheory|reason(x.theory))
		if s.core.db.proof.on() && s.core.trail.level() == 0 {
			// It will not be asked for, but later steps build on it.
			s.core.explain(l)
			s.core.trail.vars[l>>1].reason = noReason
			s.core.db.proof.learn([]Lit{l})
		}
		return true
	}
	s.core.explained = append(s.core.explained[:0], l)
	s.core.explained = s.core.theory.list[x.theory].Explain(l, tag, s.core.explained)
	x.Conflict(s.core.explained...)
	return false
}

// Conflict says that the clause, all of whose literals are false now, holds
// in the theory. The first conflict of a callback counts.
func (x *Search) Conflict(clause ...Lit) {
	s := x.s
	if x.confl {
		return
	}
	x.confl = true
	x.news = true
	for _, l := range clause {
		if s.core.trail.vals[l] != False {
			panic("sat: theory conflict with a literal that is not false")
		}
	}
	s.core.confl = append(s.core.confl[:0], clause...)
	s.core.theory.axiom = append(s.core.theory.axiom[:0], clause...)
	s.core.db.proof.axiom(clause)
}

// AddClause adds a clause for good, whatever its literals' values. It takes
// effect when the callback has returned.
func (x *Search) AddClause(clause ...Lit) {
	x.news = true
	x.s.ext.need(clause)
	x.s.core.pending = append(append(x.s.core.pending, Lit(len(clause))), clause...)
}

// NewVar creates a variable.
func (x *Search) NewVar() Var {
	x.news = true
	return x.s.NewVar()
}

// Prefer says which value the variable of l is decided to, until it has had one.
func (x *Search) Prefer(l Lit) {
	x.s.core.order.phases.saved[l.Var()] = True
	if l.Negated() {
		x.s.core.order.phases.saved[l.Var()] = False
	}
}

// Observe asks that this theory be told when v is assigned.
func (x *Search) Observe(v Var) {
	if x.s.ext.eliminated(v) {
		x.news = true
		x.s.ext.restore(v)
	}
	x.s.observe(x.theory, v)
}

// GiveUp tells, in FinalCheck, that the theory cannot decide the assignment: the solver answers Unknown.
func (x *Search) GiveUp() { x.giveUp = true }
