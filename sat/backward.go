package sat

// Backward subsumption and self-subsuming strengthening (Eén and Biere, "Effective preprocessing in SAT
// through variable and clause elimination", SAT 2005): a clause removes those that contain it, and from those
// that contain it but for one literal, which is complemented, that literal. It is looked for in the
// occurrence lists of its rarest variable; signatures rule out most candidates without a look at their
// literals.

// subsume lets the waiting clauses remove and strengthen others. It returns
// false if the clauses are unsatisfiable.
func (d *dense) subsume() bool {
	s := d.core
	for i := 0; i < len(d.queue); i++ {
		c := d.queue[i]
		s.db.words[c+1] &^= flagQueued
		if s.db.garbage(c) {
			continue
		}
		if d.steps > d.limit || s.cfg.NoSubsume {
			continue // it stays untried
		}
		s.db.setUsed(c, 1)
		d.subsumeBy(c)
		if !d.propagate() {
			return false
		}
	}
	d.queue = d.queue[:0]
	return true
}

// subsumeBy uses one clause on all others.
func (d *dense) subsumeBy(c cref) {
	s := d.core
	lits := s.db.lits(c)
	best := lits[0]
	for _, l := range lits[1:] {
		if d.n[l]+d.n[l^1] < d.n[best]+d.n[best^1] {
			best = l
		}
	}
	if d.n[best]+d.n[best^1] > 1000 {
		return
	}
	for _, l := range lits {
		s.marks[l>>1] |= markPos << (l & 1)
	}
	size, sig := s.db.words[c], s.db.words[c+2]
	for _, p := range [2]Lit{best, best ^ 1} {
		list := d.occ[p]
		d.steps += int64(len(list)>>4) + 1
		for i := 0; i < len(list); i++ {
			x := list[i]
			d.steps++
			if x == c || s.db.words[x] < size || s.db.words[x+1]&flagGarbage != 0 ||
				sig&^s.db.words[x+2] != 0 {
				continue
			}
			flipped, ok := s.containsButOne(x, int(size))
			switch {
			case !ok:
			case flipped == 0:
				s.stats.Subsumed++
				d.drop(x)
			default:
				s.stats.Strengthened++
				d.strengthen(x, flipped)
				if flipped == p {
					list = d.occ[p]
					i-- // x left the list
				}
			}
		}
	}
	for _, l := range lits {
		s.marks[l>>1] &^= markPos | markNeg
	}
}

// containsButOne reports that c has n literals that are marked, of which at most
// one, then returned, is complemented.
func (s *core) containsButOne(c cref, n int) (flipped Lit, ok bool) {
	lits := s.db.lits(c)
	spare := len(lits) - n
	for _, l := range lits {
		switch m := s.marks[l>>1]; {
		case m&(markPos<<(l&1)) != 0:
		case m&(markNeg>>(l&1)) != 0:
			if flipped != 0 {
				return 0, false
			}
			flipped = l
		default:
			if spare--; spare < 0 {
				return 0, false
			}
		}
	}
	return flipped, true
}
