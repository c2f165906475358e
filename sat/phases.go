package sat

// Phase saving (Pipatsrisawat and Darwiche, SAT 2007), target and best phases
// with rephasing (Biere and Fleury, "Chasing target phases", POS 2020). In
// stable mode a decision follows the largest assignment without conflict seen
// since the last rephase; the largest since the last "best" rephase is kept
// apart.

// updateTarget remembers the assignment, about to be undone, if it is larger
// than the remembered one. Only positions that were propagated without
// conflict count.
func (s *Solver) updateTarget() {
	if !s.stable {
		return
	}
	if n := min(s.safe, len(s.trail)); n > s.targetLen {
		s.targetLen = n
		copyPhases(s.target, s.trail[:n])
		if n > s.bestLen {
			s.bestLen = n
			copyPhases(s.best, s.trail[:n])
		}
	}
}

func copyPhases(to []Tri, lits []Lit) {
	for _, l := range lits {
		if l.Negated() {
			to[l>>1] = False
		} else {
			to[l>>1] = True
		}
	}
}

// rephase resets the saved phases: original, inverted, then local search, best
// and one of original and inverted in turn.
func (s *Solver) rephase() {
	s.backtrackRestart(0)
	n := s.stats.Rephases
	s.stats.Rephases++
	kind := byte('O')
	switch {
	case n == 1:
		kind = 'I'
	case n > 1:
		kind = "WBOWBI"[(n-2)%6]
	}
	if kind == 'W' && !s.theory.active() && !s.cfg.NoWalk {
		s.walk()
	}
	for v := 1; v < len(s.saved); v++ {
		switch kind {
		case 'O':
			s.saved[v] = s.firstPhase()
		case 'I':
			s.saved[v] = -s.firstPhase()
		case 'B':
			if s.best[v] != Undef {
				s.saved[v] = s.best[v]
			}
		}
	}
	clear(s.target)
	s.targetLen = 0
	if kind == 'B' {
		s.bestLen = 0
	}
	s.limits.rephase = s.stats.Conflicts + s.limits.scale(rephaseInterval*(s.stats.Rephases+1))
}
