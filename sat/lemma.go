package sat

// propagateAll extends the assignment by clauses and theories to a fixpoint.
func (s *Solver) propagateAll() cref {
	for {
		if len(s.search.pending) > 0 {
			if confl := s.addPending(); confl != noClause {
				return confl
			}
		}
		if s.broken {
			return s.rootConflict()
		}
		if confl := s.propagate(); confl != noClause {
			return confl
		}
		th := &s.theory
		if len(th.list) == 0 {
			return noClause
		}
		if th.head == len(s.trail) && th.deepest == s.level() && !th.fresh {
			return noClause
		}
		th.fresh = false
		th.deepest = s.level()
		for th.head < len(s.trail) {
			l := s.trail[th.head]
			th.head++
			if m := th.observed[l>>1]; m != 0 {
				lev := int(s.vars[l>>1].level)
				for i := range th.list {
					if m>>i&1 != 0 {
						th.list[i].Assign(l, lev)
					}
				}
			}
		}
		for i := range th.list {
			if s.callback(i); s.search.confl {
				return litsClause
			}
			th.list[i].Propagate(&s.search)
			if confl := s.afterCallback(); confl != noClause {
				return confl
			}
			if th.deepest > s.level() || s.qhead < len(s.trail) || s.broken {
				th.fresh = i+1 < len(th.list) // the others have not seen it all
				break                         // clauses first
			}
		}
	}
}

// finalCheck shows a complete assignment to the theories. done reports that
// all accept it.
func (s *Solver) finalCheck() (confl cref, done bool) {
	s.stats.FinalChecks++
	for i := range s.theory.list {
		s.callback(i)
		s.theory.list[i].FinalCheck(&s.search)
		if s.search.giveUp {
			s.stop = StopIncomplete
			s.search.giveUp = false
			return noClause, true
		}
		news := s.search.news
		if confl := s.afterCallback(); confl != noClause {
			return confl, false
		}
		if s.broken {
			return s.rootConflict(), false
		}
		if news || s.qhead < len(s.trail) {
			return noClause, false
		}
	}
	return noClause, true
}

// rootConflict is the empty clause as a conflict.
func (s *Solver) rootConflict() cref {
	s.confl = s.confl[:0]
	return litsClause
}

func (s *Solver) callback(i int) {
	s.search.theory = i
	s.search.confl = false
	s.search.news = false
}

// afterCallback takes in what a theory said.
func (s *Solver) afterCallback() cref {
	if s.search.confl {
		s.stats.TheoryConfl++
		return litsClause // clauses wait until the conflict is analysed
	}
	return s.addPending()
}

// addPending adds the waiting clauses of theories, up to the first conflict.
func (s *Solver) addPending() cref {
	p := s.search.pending
	for len(p) > 0 {
		n := int(p[0] &^ restoredClause)
		clause := p[1 : 1+n]
		add := s.addLemma
		if p[0]&restoredClause != 0 {
			add = s.addAnywhere
		}
		p = p[1+n:]
		if confl := add(clause); confl != noClause {
			s.search.pending = s.search.pending[:copy(s.search.pending, p)]
			return confl
		}
	}
	s.search.pending = s.search.pending[:0]
	return noClause
}

// addLemma adds a permanent clause of a theory under the current assignment.
// It may jump back, and returns the conflict if the clause is false.
func (s *Solver) addLemma(lits []Lit) cref {
	s.stats.Lemmas++
	if s.cfg.Proof != nil {
		s.cfg.Proof.Axiom(lits)
	}
	return s.addAnywhere(lits)
}

// addAnywhere adds a clause that the proof knows at any decision level. If it
// is unit, the trail goes back to where it became so and the literal is
// assigned; if it is false, it is returned as conflict.
func (s *Solver) addAnywhere(lits []Lit) cref {
	if s.broken {
		return noClause
	}
	buf, taut := s.normalise(lits)
	if taut {
		return noClause
	}
	if s.cfg.Proof != nil && len(buf) < len(lits) {
		s.cfg.Proof.Learn(buf)
	}
	if s.level() > 0 {
		// The two watches: unassigned or true ones first, then the latest.
		for i := 0; i < min(2, len(buf)); i++ {
			for j := i + 1; j < len(buf); j++ {
				if s.watchRank(buf[j]) > s.watchRank(buf[i]) {
					buf[i], buf[j] = buf[j], buf[i]
				}
			}
		}
	}
	r := noReason
	switch len(buf) {
	case 0:
		s.broken = true
		return noClause
	case 1:
		s.backtrack(0)
		s.assign(buf[0], noReason)
		return noClause
	case 2:
		s.addBinary(buf[0], buf[1])
		r = binaryReason(buf[1])
	default:
		c := s.addLong(buf, 0, 0)
		s.irredundant = append(s.irredundant, c)
		r = reason(c)
	}
	if s.vals[buf[1]] != False || s.vals[buf[0]] == True {
		return noClause
	}
	if s.vals[buf[0]] == Undef {
		s.backtrack(int(s.vars[buf[1]>>1].level))
		s.assign(buf[0], r)
		return noClause
	}
	s.confl = append(s.confl[:0], buf...)
	return litsClause
}

// addBetween adds a clause between solves. The trail of the last solve is kept
// as far as the clause allows, for the next one (Nadel, "Introducing Intel SAT
// solver", SAT 2022).
func (s *Solver) addBetween(lits []Lit) {
	if s.addAnywhere(lits) == noClause {
		return
	}
	// False: the first literal has the highest level, the second the next.
	a, b := s.confl[0], s.confl[1]
	la, lb := int(s.vars[a>>1].level), int(s.vars[b>>1].level)
	if la == lb {
		s.backtrack(la - 1)
		return
	}
	r := binaryReason(b)
	if len(s.confl) > 2 {
		r = reason(s.irredundant[len(s.irredundant)-1])
	}
	s.backtrack(lb)
	s.assign(a, r)
}

// watchRank orders literals by how well they serve as a watch.
func (s *Solver) watchRank(l Lit) int {
	switch s.vals[l] {
	case True:
		return 1<<32 - int(s.vars[l>>1].level)
	case Undef:
		return 1 << 31
	}
	return int(s.vars[l>>1].level)
}
