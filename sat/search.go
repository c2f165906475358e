package sat

// Value is the current value of l.
func (x *Search) Value(l Lit) Tri { return x.s.vals[l] }

// Imply tells that l follows in the theory from literals that are true now.
// The solver asks for them by [Theory.Explain] with the tag if it needs them,
// which may be before Imply returns. Imply returns false if l is false: there is
// a conflict, and the theory should return.
func (x *Search) Imply(l Lit, tag uint32) bool {
	s := x.s
	if x.confl {
		return false
	}
	switch s.vals[l] {
	case True:
		return true
	case Undef:
		x.news = true
		if s.eliminated(l.Var()) {
			s.restore(l.Var())
		}
		s.stats.TheoryProps++
		s.theory.tags[l>>1] = tag
		s.assign(l, reasonTheory|reason(x.theory))
		if s.cfg.Proof != nil && s.level() == 0 {
			// Nobody will ask for it, but later steps build on it.
			s.explain(l)
			s.vars[l>>1].reason = noReason
			s.cfg.Proof.Learn([]Lit{l})
		}
		return true
	}
	s.explained = append(s.explained[:0], l)
	s.explained = s.theory.list[x.theory].Explain(l, tag, s.explained)
	x.Conflict(s.explained...)
	return false
}

// Conflict tells that the clause, all of whose literals are false now, holds
// in the theory. The first conflict of a callback counts.
func (x *Search) Conflict(clause ...Lit) {
	s := x.s
	if x.confl {
		return
	}
	x.confl = true
	x.news = true
	for _, l := range clause {
		if s.vals[l] != False {
			panic("sat: theory conflict with a literal that is not false")
		}
	}
	s.confl = append(s.confl[:0], clause...)
	s.theory.axiom = append(s.theory.axiom[:0], clause...)
	if s.cfg.Proof != nil {
		s.cfg.Proof.Axiom(clause)
	}
}

// AddClause adds a clause for good, whatever its literals' values. It takes
// effect when the callback has returned.
func (x *Search) AddClause(clause ...Lit) {
	x.news = true
	x.s.need(clause)
	x.s.search.pending = append(append(x.s.search.pending, Lit(len(clause))), clause...)
}

// NewVar creates a variable.
func (x *Search) NewVar() Var {
	x.news = true
	return x.s.NewVar()
}

// Observe asks that this theory be told when v is assigned.
func (x *Search) Observe(v Var) {
	if x.s.eliminated(v) {
		x.news = true
		x.s.restore(v)
	}
	x.s.observe(x.theory, v)
}

// GiveUp tells, in FinalCheck, that the theory cannot decide the assignment:
// the solver answers Unknown.
func (x *Search) GiveUp() { x.giveUp = true }
