package sat

// How theories take part in propagation, and how what they say becomes clauses.

// propagateAll extends the assignment by clauses and theories to a fixpoint.
func (s *Solver) propagateAll() cref {
	for {
		if len(s.core.pending) > 0 {
			if confl := s.core.addPending(); confl != noClause {
				return confl
			}
		}
		if s.core.broken {
			return s.core.rootConflict()
		}
		if confl := s.core.propagate(); confl != noClause {
			return confl
		}
		th := &s.core.theory
		if len(th.list) == 0 {
			return noClause
		}
		if th.head == len(s.core.trail.lits) && th.deepest == s.core.trail.level() && !th.fresh {
			return noClause
		}
		th.fresh = false
		th.deepest = s.core.trail.level()
		for th.head < len(s.core.trail.lits) {
			l := s.core.trail.lits[th.head]
			th.head++
			if m := th.observed[l>>1]; m != 0 {
				lev := int(s.core.trail.vars[l>>1].level)
				for i := range th.list {
					if m>>i&1 != 0 {
						th.list[i].Assign(l, lev)
					}
				}
			}
		}
		for i := range th.list {
			if s.callback(i); s.core.theory.search.confl {
				return litsClause
			}
			th.list[i].Propagate(&s.core.theory.search)
			if confl := s.afterCallback(); confl != noClause {
				return confl
			}
			if th.deepest > s.core.trail.level() || s.core.qhead < len(s.core.trail.lits) || s.core.broken {
				th.fresh = i+1 < len(th.list) // the others have not seen it all
				break                         // clauses first
			}
		}
	}
}

// finalCheck shows a complete assignment to the theories. done reports that all accept it.
func (s *Solver) finalCheck() (confl cref, done bool) {
	s.core.stats.FinalChecks++
	for i := range s.core.theory.list {
		s.callback(i)
		s.core.theory.list[i].FinalCheck(&s.core.theory.search)
		if s.core.theory.search.giveUp {
			s.stop = StopIncomplete
			s.core.theory.search.giveUp = false
			return noClause, true
		}
		news := s.core.theory.search.news
		if confl := s.afterCallback(); confl != noClause {
			return confl, false
		}
		if s.core.broken {
			return s.core.rootConflict(), false
		}
		if news || s.core.qhead < len(s.core.trail.lits) {
			return noClause, false
		}
	}
	return noClause, true
}

// rootConflict is the empty clause as a conflict.
func (s *core) rootConflict() cref {
	s.confl = s.confl[:0]
	return litsClause
}

func (s *Solver) callback(i int) {
	s.core.theory.search.theory = i
	s.core.theory.search.confl = false
	s.core.theory.search.news = false
}

// afterCallback takes in what a theory said.
func (s *Solver) afterCallback() cref {
	if s.core.theory.search.confl {
		s.core.stats.TheoryConfl++
		return litsClause // clauses wait until the conflict is analysed
	}
	return s.core.addPending()
}

// explain asks the theory for the reason of l, which it implied. The clause goes to the arena, without
// watches, until the next reduction: the same literal may be asked for again.
func (s *core) explain(l Lit) reason {
	s.stats.Explained++
	v := l.Var()
	th := &s.theory
	i := s.trail.vars[v].reason.theory()
	s.explained = append(s.explained[:0], l)
	s.explained = th.list[i].Explain(l, th.tags[v], s.explained)
	lits := s.explained
	if s.db.proof.debug != nil {
		s.checkExplanation(lits)
	}
	s.db.proof.axiom(lits)
	var r reason
	if len(lits) == 2 {
		r = binaryReason(lits[1])
	} else {
		c := s.db.alloc(lits, flagTemp, 0)
		s.db.temps = append(s.db.temps, c)
		r = reason(c)
	}
	s.trail.vars[v].reason = r
	return r
}

// checkExplanation panics if a theory broke the contract of Explain.
func (s *core) checkExplanation(lits []Lit) {
	at := s.trail.vars[lits[0]>>1].trail
	for _, l := range lits[1:] {
		if s.trail.vals[l] != False || s.trail.vars[l>>1].trail >= at {
			panic("sat: explanation by a literal that was not false before")
		}
	}
}

// dropConflict lets the proof forget a theory conflict after its analysis.
func (s *core) dropConflict() {
	th := &s.theory
	if len(th.axiom) > 0 && s.db.proof.on() {
		s.db.proof.delete(th.axiom)
	}
	th.axiom = th.axiom[:0]
}
