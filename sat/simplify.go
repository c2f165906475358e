package sat

// Simplification by what is known for good.

// simplifier removes what the assignment of level 0 makes superfluous.
type simplifier struct {
	core  *core
	fixed int   // units known at the last time
	ticks int64 // at the last time
}

// run removes, at level 0, the clauses that are true and the literals
// that are false there. All units must be propagated.
func (m *simplifier) run() {
	s := m.core
	if m.fixed == len(s.trail.lits) {
		return
	}
	for i, l := range s.trail.lits {
		s.trail.vars[l>>1].reason = noReason
		if i >= m.fixed {
			s.order.takeOut(l.Var())
		}
	}
	m.fixed = len(s.trail.lits)
	m.ticks = s.ticks
	s.freeTemps()
	s.db.irredundant = m.list(s.db.irredundant)
	s.db.learnts = m.list(s.db.learnts)
	for p := Lit(2); int(p) < len(s.db.occs); p++ {
		if s.trail.vals[p] == Undef {
			m.binaries(p)
			continue
		}
		// The clauses with ¬p and those with p are true or shortened.
		for _, q := range s.db.occs[p].bins {
			if p^1 < q || s.trail.vals[q] == Undef {
				s.db.bins--
				if s.db.proof.on() {
					s.db.proof.delete([]Lit{p ^ 1, q})
				}
			}
		}
		s.db.occs[p] = occ{}
	}
	s.collect()
}

// list treats one list of clauses.
func (m *simplifier) list(list []cref) []cref {
	s := m.core
	j := 0
	for _, c := range list {
		if s.db.garbage(c) {
			continue
		}
		lits := s.db.lits(c)
		sat, falsified := false, false
		for _, l := range lits {
			switch s.trail.vals[l] {
			case True:
				sat = true
			case False:
				falsified = true
			}
		}
		switch {
		case sat:
			s.db.drop(c)
			continue
		case falsified:
			if m.shorten(c) {
				continue
			}
		}
		list[j] = c
		j++
	}
	return list[:j]
}

// shorten removes the false literals of a clause in place. A clause that becomes binary leaves the arena, and
// shorten reports true. The watched literals must stay. At least two literals must remain.
func (m *simplifier) shorten(c cref) bool {
	s := m.core
	lits := s.db.lits(c)
	if s.db.proof.on() {
		s.addBuf = append(s.addBuf[:0], lits...)
	}
	n := 0
	for _, l := range lits {
		if s.trail.vals[l] != False {
			lits[n] = l
			n++
		}
	}
	s.db.proof.derived(lits[:n])
	s.db.proof.delete(s.addBuf)
	if n == 2 {
		if s.db.isLearnt(c) {
			s.db.addLearntBinary(lits[0], lits[1])
		} else {
			s.db.addBinary(lits[0], lits[1])
		}
		s.db.words[c+1] |= flagGarbage
		s.db.wasted += headerWords + len(lits)
		return true
	}
	s.db.wasted += len(lits) - n
	s.db.words[c] = Lit(n)
	s.db.words[c+2] = 2
	s.db.setGlue(c, min(s.db.glue(c), n-1))
	return false
}

// binaries removes true binary clauses from the list of an unassigned
// literal. They are counted at the assigned literal.
func (m *simplifier) binaries(p Lit) {
	s := m.core
	bins := s.db.occs[p].bins
	j := 0
	for _, q := range bins {
		if s.trail.vals[q] == Undef {
			bins[j] = q
			j++
		}
	}
	s.db.occs[p].bins = bins[:j]
}
