package sat

// Unit propagation with two watched literals per clause and blocking literals (Moskewicz et al., "Chaff", DAC
// 2001; Eén and Sörensson, "An extensible SAT-solver", SAT 2003). Binary clauses have lists of their own,
// which hold the implied literal itself: they never touch the arena and go first.

// propagate extends the assignment by unit propagation over the clauses. It
// returns the conflict, or noClause.
func (s *core) propagate() cref {
	if s.qhead == len(s.trail.lits) {
		return noClause
	}
	return s.propagateIgnoring(noClause)
}

// propagateIgnoring is propagate without one of the clauses.
func (s *core) propagateIgnoring(ignore cref) cref {
	confl := noClause
	start := s.qhead
	for confl == noClause && s.qhead < len(s.trail.lits) {
		p := s.trail.lits[s.qhead]
		s.qhead++
		if confl = s.propagateBins(p); confl == noClause {
			confl = s.propagateLongs(p, ignore)
		}
	}
	s.stats.Propagations += int64(s.qhead - start)
	if confl != noClause {
		s.qhead = len(s.trail.lits)
		s.safe = int(s.trail.levels[s.trail.level()].trail)
	} else {
		s.safe = len(s.trail.lits)
		if s.trail.level() == 0 {
			s.reportRoot()
		}
	}
	return confl
}

// propagateBins visits the binary clauses with the complement of p.
func (s *core) propagateBins(p Lit) cref {
	vals := s.trail.vals
	for _, q := range s.db.occs[p].bins {
		if v := vals[q]; v > 0 {
			continue
		} else if v < 0 {
			s.confl = append(s.confl[:0], q, p^1)
			return litsClause
		}
		s.trail.assign(q, binaryReason(p^1))
	}
	return noClause
}

// propagateLongs visits the longer clauses that watch the complement of p.
func (s *core) propagateLongs(p Lit, ignore cref) cref {
	var (
		confl = noClause
		vals  = s.trail.vals
		arena = s.db.words
		ws    = s.db.occs[p].longs
		notP  = p ^ 1
		ticks = 1 + int64(len(ws)>>3)
		j     = 0
		i     = 0
	)
	for ; i < len(ws); i++ {
		w := ws[i]
		if vals[w.blocker] > 0 {
			ws[j] = w
			j++
			continue
		}
		ticks++
		if w.c == ignore {
			ws[j] = w
			j++
			continue
		}
		head := arena[w.c:][:headerWords+2]
		lits := arena[w.c+headerWords:][:head[0]]
		other := head[headerWords] ^ head[headerWords+1] ^ notP
		ov := vals[other]
		if ov > 0 {
			ws[j] = watch{w.c, other}
			j++
			continue
		}
		// Look for a literal that is not false, from where the last search ended.
		pos := uint(head[2])
		k := pos
		for k < uint(len(lits)) && vals[lits[k]] < 0 {
			k++
		}
		if k >= uint(len(lits)) {
			k = 2
			for k < pos && k < uint(len(lits)) && vals[lits[k]] < 0 {
				k++
			}
			if k >= pos {
				// All but other are false.
				ws[j] = w
				j++
				if ov < 0 {
					confl = w.c
					i++
					break
				}
				s.trail.assign(other, reason(w.c))
				continue
			}
		}
		head[2] = Lit(k)
		r := lits[k]
		if vals[r] > 0 {
			// True: it can serve as blocker, the watches stay.
			ws[j] = watch{w.c, r}
			j++
			continue
		}
		head[headerWords] = other
		head[headerWords+1] = r
		lits[k] = notP
		ro := &s.db.occs[r^1]
		ro.longs = append(ro.longs, watch{w.c, other})
	}
	s.ticks += ticks
	if i != j {
		j += copy(ws[j:], ws[i:])
		s.db.occs[p].longs = ws[:j]
	}
	return confl
}

// reportRoot tells the proof of the units found at level 0, so that clauses
// may lose the literals which they falsify.
func (s *core) reportRoot() {
	if !s.db.proof.on() {
		s.rooted = len(s.trail.lits)
		return
	}
	for ; s.rooted < len(s.trail.lits); s.rooted++ {
		l := s.trail.lits[s.rooted]
		if s.trail.vars[l.Var()].reason != noReason {
			s.db.proof.learn(s.trail.lits[s.rooted : s.rooted+1])
		}
	}
}

// propagateRoot propagates at level 0 and returns false on a conflict. The theories are not asked.
func (s *core) propagateRoot() bool {
	if s.broken {
		return false
	}
	if s.propagate() != noClause {
		s.broken = true
		s.db.proof.derived(nil)
		return false
	}
	return true
}
