package sat

// Unit propagation with two watched literals per clause and blocking literals
// (Moskewicz et al., "Chaff", DAC 2001; Eén and Sörensson, "An extensible
// SAT-solver", SAT 2003). Binary clauses have lists of their own, which hold
// the implied literal itself: they never touch the arena and go first.

// assign makes l true at the current level.
func (s *Solver) assign(l Lit, r reason) {
	s.vals[l] = True
	s.vals[l^1] = False
	s.vars[l>>1] = varData{int32(len(s.levels) - 1), int32(len(s.trail)), r}
	s.trail = append(s.trail, l)
}

// propagate extends the assignment by unit propagation over the clauses. It
// returns the conflict, or noClause.
func (s *Solver) propagate() cref {
	if s.qhead == len(s.trail) {
		return noClause
	}
	return s.propagateIgnoring(noClause)
}

// propagateIgnoring is propagate without one of the clauses.
func (s *Solver) propagateIgnoring(ignore cref) cref {
	confl := noClause
	start := s.qhead
	for confl == noClause && s.qhead < len(s.trail) {
		p := s.trail[s.qhead]
		s.qhead++
		if confl = s.propagateBins(p); confl == noClause {
			confl = s.propagateLongs(p, ignore)
		}
	}
	s.stats.Propagations += int64(s.qhead - start)
	if confl != noClause {
		s.qhead = len(s.trail)
		s.safe = int(s.levels[s.level()].trail)
	} else {
		s.safe = len(s.trail)
		if s.level() == 0 {
			s.reportRoot()
		}
	}
	return confl
}

// propagateBins visits the binary clauses with the complement of p.
func (s *Solver) propagateBins(p Lit) cref {
	vals := s.vals
	for _, q := range s.occs[p].bins {
		if v := vals[q]; v > 0 {
			continue
		} else if v < 0 {
			s.confl = append(s.confl[:0], q, p^1)
			return litsClause
		}
		s.assign(q, binaryReason(p^1))
	}
	return noClause
}

// propagateLongs visits the longer clauses that watch the complement of p.
func (s *Solver) propagateLongs(p Lit, ignore cref) cref {
	var (
		confl = noClause
		vals  = s.vals
		arena = s.arena
		ws    = s.occs[p].longs
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
		// Look for a literal that is not false, from where the last search
		// ended.
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
				s.assign(other, reason(w.c))
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
		ro := &s.occs[r^1]
		ro.longs = append(ro.longs, watch{w.c, other})
	}
	s.ticks += ticks
	if i != j {
		j += copy(ws[j:], ws[i:])
		s.occs[p].longs = ws[:j]
	}
	return confl
}

// decideLit opens a new decision level with l.
func (s *Solver) decideLit(l Lit) {
	s.newLevel()
	s.assign(l, noReason)
}

func (s *Solver) newLevel() {
	s.levels = append(s.levels, level{trail: int32(len(s.trail)), seenTrail: 1<<31 - 1})
	if len(s.stamps) <= len(s.levels) {
		s.stamps = append(s.stamps, 0)
	}
}

// level is the current decision level.
func (s *Solver) level() int { return len(s.levels) - 1 }

// backtrack undoes all assignments above the given level.
func (s *Solver) backtrack(to int) {
	if s.level() <= to {
		return
	}
	if !s.quiet {
		s.updateTarget()
		s.safe = 0
	}
	keep := int(s.levels[to+1].trail)
	for i := len(s.trail) - 1; i >= keep; i-- {
		l := s.trail[i]
		v := l.Var()
		s.vals[l] = Undef
		s.vals[l^1] = Undef
		if !s.quiet {
			s.saved[v] = True - Tri(l&1)<<1
		}
		s.heap.put(v)
		s.queue.released(v)
	}
	s.trail = s.trail[:keep]
	s.levels = s.levels[:to+1]
	s.qhead = min(s.qhead, keep)
	s.theory.backtrack(s, to)
}

// reportRoot tells the proof of the units found at level 0, so that clauses
// may lose the literals which they falsify.
func (s *Solver) reportRoot() {
	if s.cfg.Proof == nil {
		s.rooted = len(s.trail)
		return
	}
	for ; s.rooted < len(s.trail); s.rooted++ {
		l := s.trail[s.rooted]
		if s.vars[l.Var()].reason != noReason {
			s.cfg.Proof.Learn(s.trail[s.rooted : s.rooted+1])
		}
	}
}
