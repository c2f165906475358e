package sat

// Garbage collection of the arena: live clauses move to a new array in the
// order of the occurrence lists, so that clauses visited together lie
// together (as in CaDiCaL's moving collector). Watches of dropped clauses go.

// collect drops garbage watches and moves the live clauses. Clauses that are reasons must not be garbage.
func (s *core) collect() {
	s.stats.Collections++
	old := s.db.words
	size := len(old) - s.db.wasted
	if cap(s.db.spare) < size {
		size += size/8 + 1024
		s.db.spare = make([]Lit, 0, size)
	}
	s.db.words = append(s.db.spare[:0], 0, 0)
	s.db.spare = old[:0]
	if cap(old) > 4*cap(s.db.words) {
		s.db.spare = nil // the clauses have become few for good
	}
	s.db.wasted = 0
	for p := 2; p < len(s.db.occs); p++ {
		ws := s.db.occs[p].longs
		j := 0
		for _, w := range ws {
			if old[w.c+1]&flagGarbage != 0 {
				continue
			}
			ws[j] = watch{s.db.move(old, w.c), w.blocker}
			j++
		}
		ws = ws[:j]
		if cap(ws) > 64 && cap(ws) > 4*len(ws) {
			ws = append(make([]watch, 0, len(ws)*2), ws...)
		}
		s.db.occs[p].longs = ws
	}
	s.db.irredundant = s.db.moveAll(old, s.db.irredundant)
	s.db.learnts = s.db.moveAll(old, s.db.learnts)
	s.db.temps = s.db.moveAll(old, s.db.temps)
	for _, l := range s.trail.lits {
		d := &s.trail.vars[l>>1]
		if d.level == 0 {
			d.reason = noReason // never asked for
		} else if d.reason.isClause() {
			d.reason = reason(s.db.move(old, cref(d.reason)))
		}
	}
}

func (db *clauseDB) moveAll(old []Lit, list []cref) []cref {
	j := 0
	for _, c := range list {
		if old[c+1]&flagGarbage == 0 {
			list[j] = db.move(old, c)
			j++
		}
	}
	return list[:j]
}

func (db *clauseDB) move(old []Lit, c cref) cref {
	if old[c+1]&flagMoved != 0 {
		return cref(old[c+2])
	}
	to := cref(len(db.words))
	db.words = append(db.words, old[c:c+headerWords+cref(old[c])]...)
	old[c+1] |= flagMoved
	old[c+2] = Lit(to)
	return to
}

// lockReasons marks or unmarks the clauses that are reasons.
func (s *core) lockReasons(on bool) {
	for _, l := range s.trail.lits {
		if r := s.trail.vars[l>>1].reason; r.isClause() {
			if on {
				s.db.words[cref(r)+1] |= flagLocked
			} else {
				s.db.words[cref(r)+1] &^= flagLocked
			}
		}
	}
}

// freeTemps drops the explanations that are not reasons any more.
func (s *core) freeTemps() {
	if len(s.db.temps) == 0 {
		return
	}
	s.lockReasons(true)
	j := 0
	for _, c := range s.db.temps {
		if s.db.words[c+1]&flagLocked == 0 {
			s.db.drop(c)
			continue
		}
		s.db.temps[j] = c
		j++
	}
	s.db.temps = s.db.temps[:j]
	s.lockReasons(false)
}
