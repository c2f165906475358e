package sat

// explain asks the theory for the reason of l, which it implied. The clause
// goes to the arena, without watches, until the next reduction: the same
// literal may be asked for again.
func (s *Solver) explain(l Lit) reason {
	s.stats.Explained++
	v := l.Var()
	th := &s.theory
	i := s.vars[v].reason.theory()
	s.explained = append(s.explained[:0], l)
	s.explained = th.list[i].Explain(l, th.tags[v], s.explained)
	lits := s.explained
	if s.cfg.Debug != nil {
		s.checkExplanation(lits)
	}
	if s.cfg.Proof != nil {
		s.cfg.Proof.Axiom(lits)
	}
	var r reason
	if len(lits) == 2 {
		r = binaryReason(lits[1])
	} else {
		c := s.alloc(lits, flagTemp, 0)
		s.temps = append(s.temps, c)
		r = reason(c)
	}
	s.vars[v].reason = r
	return r
}

// checkExplanation panics if a theory broke the contract of Explain.
func (s *Solver) checkExplanation(lits []Lit) {
	at := s.vars[lits[0]>>1].trail
	for _, l := range lits[1:] {
		if s.vals[l] != False || s.vars[l>>1].trail >= at {
			panic("sat: explanation by a literal that was not false before")
		}
	}
}

// freeTemps drops the explanations that are not reasons any more.
func (s *Solver) freeTemps() {
	if len(s.temps) == 0 {
		return
	}
	s.lockReasons(true)
	j := 0
	for _, c := range s.temps {
		if s.arena[c+1]&flagLocked == 0 {
			s.drop(c)
			continue
		}
		s.temps[j] = c
		j++
	}
	s.temps = s.temps[:j]
	s.lockReasons(false)
}

// dropConflict lets the proof forget a theory conflict after its analysis.
func (th *theoryState) dropConflict(s *Solver) {
	if len(th.axiom) > 0 && s.cfg.Proof != nil {
		s.cfg.Proof.Delete(th.axiom)
	}
	th.axiom = th.axiom[:0]
}
