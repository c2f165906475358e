package sat

// Eager subsumption: a new learnt clause often contains in one of those learnt just before it, which is then
// dropped at once (Biere, CaDiCaL; "eager subsumption" there). Only the last few are tried.

const eagerTries = 20

// subsumeEagerly drops recently learnt clauses that contain all literals of
// the newest one, whose variables it marks for the test.
func (a *analyzer) subsumeEagerly(lits []Lit, newest cref) {
	s := a.core
	for _, l := range lits {
		s.marks[l>>1] |= markPos << (l & 1)
	}
	tries := 0
	for i := len(s.db.learnts) - 1; i >= 0 && tries < eagerTries; i-- {
		c := s.db.learnts[i]
		if c == newest {
			continue
		}
		tries++
		if int(s.db.words[c]) < len(lits) || s.db.words[c+1]&flagGarbage != 0 {
			continue
		}
		if a.containsMarked(c, len(lits)) && !s.isReason(c) {
			s.stats.Subsumed++
			s.db.unwatch(c)
			s.db.drop(c)
		}
	}
	for _, l := range lits {
		s.marks[l>>1] = 0
	}
}

// containsMarked reports that n literals of c are marked.
func (a *analyzer) containsMarked(c cref, n int) bool {
	s := a.core
	lits := s.db.lits(c)
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
