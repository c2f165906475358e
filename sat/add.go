package sat

// Clauses are added at any decision level: between solves, by theories during the
// search, and when eliminated variables come back.

// addPending adds the waiting clauses of theories, up to the first conflict.
func (s *core) addPending() cref {
	p := s.pending
	for len(p) > 0 {
		n := int(p[0] &^ restoredClause)
		clause := p[1 : 1+n]
		add := s.addLemma
		if p[0]&restoredClause != 0 {
			add = s.addAnywhere
		}
		p = p[1+n:]
		if confl := add(clause); confl != noClause {
			s.pending = s.pending[:copy(s.pending, p)]
			return confl
		}
	}
	s.pending = s.pending[:0]
	return noClause
}

// addLemma adds a permanent clause of a theory under the current assignment.
// It may jump back, and returns the conflict if the clause is false.
func (s *core) addLemma(lits []Lit) cref {
	s.stats.Lemmas++
	s.db.proof.axiom(lits)
	return s.addAnywhere(lits)
}

// addAnywhere adds a clause that the proof knows at any decision level. If it is unit, the trail goes back to
// where it became so and the literal is assigned; if it is false, it is returned as conflict.
func (s *core) addAnywhere(lits []Lit) cref { return s.addAs(lits, 0) }

// addAs is addAnywhere; a clause with a glue is one that may be dropped again.
func (s *core) addAs(lits []Lit, glue int) cref {
	if s.broken {
		return noClause
	}
	buf, taut := s.normalise(lits)
	if taut {
		return noClause
	}
	if s.db.proof.on() && len(buf) < len(lits) {
		s.db.proof.learn(buf)
	}
	if s.trail.level() > 0 {
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
		s.trail.assign(buf[0], noReason)
		return noClause
	case 2:
		if glue > 0 {
			s.db.addLearntBinary(buf[0], buf[1])
		} else {
			s.db.addBinary(buf[0], buf[1])
		}
		r = binaryReason(buf[1])
	default:
		r = reason(s.addLong(buf, glue))
	}
	if s.trail.vals[buf[1]] != False || s.trail.vals[buf[0]] == True {
		return noClause
	}
	if s.trail.vals[buf[0]] == Undef {
		s.backtrack(int(s.trail.vars[buf[1]>>1].level))
		s.trail.assign(buf[0], r)
		return noClause
	}
	s.confl = append(s.confl[:0], buf...)
	return litsClause
}

// addLong adds a clause of three or more literals, see addAs.
func (s *core) addLong(lits []Lit, glue int) cref {
	if glue == 0 {
		c := s.db.addLong(lits, 0, 0)
		s.db.irredundant = append(s.db.irredundant, c)
		return c
	}
	c := s.db.addLong(lits, flagLearnt, glue)
	s.db.setUsed(c, 2)
	s.db.learnts = append(s.db.learnts, c)
	return c
}

// addBetween adds a clause between solves, see addAs. The trail of the last solve is kept as far as the
// clause allows, for the next one (Nadel, "Introducing Intel SAT solver", SAT 2022).
func (s *core) addBetween(lits []Lit, glue int) {
	if s.addAs(lits, glue) == noClause {
		return
	}
	// False: the first literal has the highest level, the second the next.
	a, b := s.confl[0], s.confl[1]
	la, lb := int(s.trail.vars[a>>1].level), int(s.trail.vars[b>>1].level)
	if la == lb {
		s.backtrack(la - 1)
		return
	}
	r := binaryReason(b)
	if len(s.confl) > 2 {
		list := s.db.irredundant
		if glue > 0 {
			list = s.db.learnts
		}
		r = reason(list[len(list)-1])
	}
	s.backtrack(lb)
	s.trail.assign(a, r)
}

// addRestored adds the clauses of restored variables between solves.
func (s *core) addRestored() {
	p := s.pending
	s.pending = nil
	for i := 0; i < len(p); {
		n := int(p[i] &^ restoredClause)
		clause := p[i+1 : i+1+n]
		if p[i]&restoredClause == 0 && s.db.proof.on() {
			s.db.proof.axiom(clause) // a theory gave it before the search ended
		}
		s.addBetween(clause, 0)
		i += 1 + n
	}
	s.pending = p[:0]
}

// normalise copies a clause without repeated literals and without those false
// at level 0; taut reports that it is a tautology or true at level 0.
func (s *core) normalise(lits []Lit) (buf []Lit, taut bool) {
	buf = s.addBuf[:0]
	for _, l := range lits {
		v := l.Var()
		if v == 0 || int(v) >= len(s.trail.vars) {
			panic("sat: literal of an unknown variable")
		}
		bit := uint8(markPos) << (l & 1)
		if s.marks[v]&bit != 0 {
			continue
		}
		if s.marks[v]&(markPos|markNeg) != 0 {
			taut = true
			break
		}
		if val := s.trail.vals[l]; val != Undef && s.trail.vars[v].level == 0 {
			if val == True {
				taut = true
				break
			}
			continue
		}
		s.marks[v] |= bit
		buf = append(buf, l)
	}
	for _, l := range buf {
		s.marks[l.Var()] &^= markPos | markNeg
	}
	s.addBuf = buf
	return buf, taut
}

// watchRank orders literals by how well they serve as a watch.
func (s *core) watchRank(l Lit) int {
	switch s.trail.vals[l] {
	case True:
		return 1<<32 - int(s.trail.vars[l>>1].level)
	case Undef:
		return 1 << 31
	}
	return int(s.trail.vars[l>>1].level)
}
