package sat

// Eager subsumption: a new learnt clause often contains in one of those learnt
// just before it, which is then dropped at once (Biere, CaDiCaL; "eager
// subsumption" there). Only the last few are tried.

const eagerTries = 20

// subsumeEagerly drops recently learnt clauses that contain all literals of
// the newest one, whose variables it marks for the test.
func (s *Solver) subsumeEagerly(lits []Lit, newest cref) {
	for _, l := range lits {
		s.marks[l>>1] |= markPos << (l & 1)
	}
	tries := 0
	for i := len(s.learnts) - 1; i >= 0 && tries < eagerTries; i-- {
		c := s.learnts[i]
		if c == newest {
			continue
		}
		tries++
		if int(s.arena[c]) < len(lits) || s.arena[c+1]&flagGarbage != 0 {
			continue
		}
		if s.containsMarked(c, len(lits)) && !s.isReason(c) {
			s.stats.Subsumed++
			s.unwatch(c)
			s.drop(c)
		}
	}
	for _, l := range lits {
		s.marks[l>>1] = 0
	}
}

// containsMarked reports that n literals of c are marked.
func (s *Solver) containsMarked(c cref, n int) bool {
	lits := s.lits(c)
	spare := len(lits) - n
	for _, l := range lits {
		if s.marks[l>>1]&(markPos<<(l&1)) == 0 {
			if spare--; spare < 0 {
				return false
			}
		}
	}
	return true
}

// isReason reports that c propagated a literal that is still assigned. Such a
// literal is one of the watched ones.
func (s *Solver) isReason(c cref) bool {
	for _, l := range s.lits(c)[:2] {
		if s.vals[l] == True && s.vars[l>>1].reason == reason(c) {
			return true
		}
	}
	return false
}
