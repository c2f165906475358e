package sat

// Garbage collection of the arena: live clauses move to a new array in the
// order of the occurrence lists, so that clauses visited together lie
// together (as in CaDiCaL's moving collector). Watches of dropped clauses go.

// collect drops garbage watches and moves the live clauses. Clauses that are
// reasons must not be garbage.
func (s *Solver) collect() {
	s.stats.Collections++
	old := s.arena
	size := len(old) - s.wasted
	if cap(s.spare) < size {
		size += size/8 + 1024
		s.spare = make([]Lit, 0, size)
	}
	s.arena = append(s.spare[:0], 0, 0)
	s.spare = old[:0]
	if cap(old) > 4*cap(s.arena) {
		s.spare = nil // the clauses have become few for good
	}
	s.wasted = 0
	for p := 2; p < len(s.occs); p++ {
		ws := s.occs[p].longs
		j := 0
		for _, w := range ws {
			if old[w.c+1]&flagGarbage != 0 {
				continue
			}
			ws[j] = watch{s.move(old, w.c), w.blocker}
			j++
		}
		ws = ws[:j]
		if cap(ws) > 64 && cap(ws) > 4*len(ws) {
			ws = append(make([]watch, 0, len(ws)*2), ws...)
		}
		s.occs[p].longs = ws
	}
	s.irredundant = s.moveAll(old, s.irredundant)
	s.learnts = s.moveAll(old, s.learnts)
	s.temps = s.moveAll(old, s.temps)
	for _, l := range s.trail {
		d := &s.vars[l>>1]
		if d.level == 0 {
			d.reason = noReason // never asked for
		} else if d.reason.isClause() {
			d.reason = reason(s.move(old, cref(d.reason)))
		}
	}
}

func (s *Solver) moveAll(old []Lit, list []cref) []cref {
	j := 0
	for _, c := range list {
		if old[c+1]&flagGarbage == 0 {
			list[j] = s.move(old, c)
			j++
		}
	}
	return list[:j]
}

func (s *Solver) move(old []Lit, c cref) cref {
	if old[c+1]&flagMoved != 0 {
		return cref(old[c+2])
	}
	to := cref(len(s.arena))
	s.arena = append(s.arena, old[c:c+headerWords+cref(old[c])]...)
	old[c+1] |= flagMoved
	old[c+2] = Lit(to)
	return to
}

// simplify removes, at level 0, the clauses that are true and the literals
// that are false there. All units must be propagated.
func (s *Solver) simplify() {
	if s.limits.fixed == len(s.trail) {
		return
	}
	for i, l := range s.trail {
		s.vars[l>>1].reason = noReason
		if i >= s.limits.fixed {
			s.queue.remove(l.Var())
		}
	}
	s.limits.fixed = len(s.trail)
	s.limits.simplified = s.ticks
	s.freeTemps()
	s.irredundant = s.simplifyList(s.irredundant)
	s.learnts = s.simplifyList(s.learnts)
	for p := Lit(2); int(p) < len(s.occs); p++ {
		if s.vals[p] == Undef {
			s.simplifyBins(p)
			continue
		}
		// The clauses with ¬p and those with p are true or shortened.
		for _, q := range s.occs[p].bins {
			if p^1 < q || s.vals[q] == Undef {
				s.bins--
				if s.cfg.Proof != nil {
					s.cfg.Proof.Delete([]Lit{p ^ 1, q})
				}
			}
		}
		s.occs[p] = occ{}
	}
	s.collect()
}

// simplifyList treats one list of clauses.
func (s *Solver) simplifyList(list []cref) []cref {
	j := 0
	for _, c := range list {
		if s.garbage(c) {
			continue
		}
		lits := s.lits(c)
		sat, falsified := false, false
		for _, l := range lits {
			switch s.vals[l] {
			case True:
				sat = true
			case False:
				falsified = true
			}
		}
		switch {
		case sat:
			s.drop(c)
			continue
		case falsified:
			if s.shorten(c, func(l Lit) bool { return s.vals[l] == False }) {
				continue
			}
		}
		list[j] = c
		j++
	}
	return list[:j]
}

// shorten removes literals from a clause in place. A clause that becomes
// binary leaves the arena, and shorten reports true. The watched literals must
// stay. At least two literals must remain.
func (s *Solver) shorten(c cref, remove func(Lit) bool) bool {
	lits := s.lits(c)
	if s.cfg.Proof != nil {
		s.addBuf = append(s.addBuf[:0], lits...)
	}
	n := 0
	for _, l := range lits {
		if !remove(l) {
			lits[n] = l
			n++
		}
	}
	s.derived(lits[:n])
	if s.cfg.Proof != nil {
		s.cfg.Proof.Delete(s.addBuf)
	}
	if n == 2 {
		if s.isLearnt(c) {
			s.addLearntBinary(lits[0], lits[1])
		} else {
			s.addBinary(lits[0], lits[1])
		}
		s.arena[c+1] |= flagGarbage
		s.wasted += headerWords + len(lits)
		return true
	}
	s.wasted += len(lits) - n
	s.arena[c] = Lit(n)
	s.arena[c+2] = 2
	s.setGlue(c, min(s.glue(c), n-1))
	return false
}

// simplifyBins removes true binary clauses from the list of an unassigned
// literal. They are counted at the assigned literal.
func (s *Solver) simplifyBins(p Lit) {
	bins := s.occs[p].bins
	j := 0
	for _, q := range bins {
		if s.vals[q] == Undef {
			bins[j] = q
			j++
		}
	}
	s.occs[p].bins = bins[:j]
}
