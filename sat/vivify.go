package sat

import "slices"

// Vivification (Piette, Hamadi and Saïs, "Vivifying propositional clausal
// formulae", ECAI 2008; Luo et al., "An effective learnt clause minimization
// approach for CDCL SAT solvers", IJCAI 2017; Li et al., AIJ 2020): the
// complements of a clause's literals are decided one by one. A conflict, an
// implied literal or a falsified one shows that part of the clause suffices. The
// literals that occur most go first, so that consecutive clauses share
// decisions, which are kept.

const (
	vivifyEffort      = 100 // per mille of the search ticks, learnt clauses
	vivifyIrredundant = 40  // the same, irredundant clauses
)

// vivify tries to shorten learnt clauses worth keeping, then irredundant ones.
// It returns false if the clauses turn out to be unsatisfiable.
func (s *Solver) vivify() bool {
	spent := s.ticks - s.limits.vivifyTicks
	saved := s.ticks
	s.quiet = true
	ok := s.vivifyList(s.learnts, spent*vivifyEffort/1000, true) &&
		s.vivifyList(s.irredundant, spent*vivifyIrredundant/1000, false)
	s.quiet = false
	s.ticks = saved // modes count the effort of the search alone
	s.limits.vivifyTicks = saved
	return ok
}

func (s *Solver) vivifyList(list []cref, budget int64, learnt bool) bool {
	if s.cfg.rush {
		budget = 1 << 20
	}
	s.countOccurrences()
	schedule := s.vivifySchedule(list, learnt)
	limit := s.ticks + budget
	dropped := 0
	for _, c := range schedule {
		if s.ticks >= limit {
			break
		}
		changed, ok := s.vivifyClause(c, learnt)
		if !ok {
			return false
		}
		if changed {
			dropped++
		}
	}
	s.backtrack(0)
	if dropped > 0 {
		s.collect()
	}
	return true
}

// vivifySchedule orders the candidates: those not tried yet first, the latest
// first. If all were tried, all become untried.
func (s *Solver) vivifySchedule(list []cref, learnt bool) []cref {
	var fresh, tried []cref
	for i := len(list) - 1; i >= 0; i-- {
		c := list[i]
		if s.garbage(c) || learnt && s.glue(c) > tier2 {
			continue
		}
		if s.arena[c+1]&flagVivified != 0 {
			tried = append(tried, c)
		} else {
			fresh = append(fresh, c)
		}
	}
	if len(fresh) == 0 {
		for _, c := range tried {
			s.arena[c+1] &^= flagVivified
		}
		return tried
	}
	return fresh
}

// countOccurrences counts the long clauses of each literal, without the
// learnt ones that are likely to go.
func (s *Solver) countOccurrences() {
	if len(s.occurrences) < len(s.vals) {
		s.occurrences = make([]int32, len(s.vals))
	}
	clear(s.occurrences)
	for _, list := range [][]cref{s.irredundant, s.learnts} {
		for _, c := range list {
			if s.garbage(c) || s.isLearnt(c) && s.glue(c) > tier2 {
				continue
			}
			for _, l := range s.lits(c) {
				s.occurrences[l]++
			}
		}
	}
}

// vivifyClause treats one clause. changed reports that it was replaced or
// dropped.
func (s *Solver) vivifyClause(c cref, learnt bool) (changed, ok bool) {
	s.arena[c+1] |= flagVivified
	sorted := append(s.vivifyBuf[:0], s.lits(c)...)
	s.vivifyBuf = sorted
	for _, l := range sorted {
		if s.vals[l] == True && s.vars[l>>1].level == 0 {
			s.unwatch(c)
			s.drop(c)
			return true, true
		}
	}
	slices.SortFunc(sorted, func(a, b Lit) int {
		if d := s.occurrences[b] - s.occurrences[a]; d != 0 {
			return int(d)
		}
		return int(a) - int(b)
	})
	s.vivifyReuse(c, sorted)

	confl := noClause
	implied := Lit(0)
	for _, l := range sorted {
		switch s.vals[l] {
		case False:
			continue
		case True:
			implied = l
		default:
			s.decideLit(l ^ 1)
			confl = s.propagateIgnoring(c)
		}
		if implied != 0 || confl != noClause {
			break
		}
	}
	if implied != 0 && learnt {
		// It follows from the others by propagation.
		s.stats.Vivified++
		s.unwatch(c)
		s.drop(c)
		return true, true
	}
	keep := s.vivifyAnalyze(confl, implied, sorted)
	if len(keep) == len(sorted) {
		return false, true
	}
	return true, s.vivifyReplace(c, keep)
}

// vivifyReuse jumps back to the first decision that differs from the wanted
// ones, and below the level where c itself propagated.
func (s *Solver) vivifyReuse(c cref, sorted []Lit) {
	lev := 0
	for _, l := range sorted {
		if lev == s.level() {
			break
		}
		if s.trail[s.levels[lev+1].trail] == l^1 {
			lev++
			continue
		}
		if s.vals[l] == False && int(s.vars[l>>1].level) <= lev {
			continue // no decision needed
		}
		break
	}
	for _, l := range sorted {
		if d := &s.vars[l>>1]; s.vals[l] == True && d.reason == reason(c) {
			lev = min(lev, int(d.level)-1)
		}
	}
	s.backtrack(max(lev, 0))
}

// vivifyAnalyze is the part of the clause that suffices: the decisions from
// which the conflict or the implied literal followed, or, if there is neither,
// all decisions.
func (s *Solver) vivifyAnalyze(confl cref, implied Lit, sorted []Lit) []Lit {
	keep := s.learnt[:0]
	if confl == noClause && implied == 0 {
		for _, l := range sorted {
			if d := &s.vars[l>>1]; d.level > 0 && d.reason == noReason {
				keep = append(keep, l)
			}
		}
		s.learnt = keep
		return keep
	}
	s.analyzed = s.analyzed[:0]
	if confl != noClause {
		for _, l := range s.clauseOf(confl) {
			s.markFinal(l)
		}
	} else {
		keep = append(keep, implied)
		s.markFinal(implied)
	}
	for i := len(s.trail) - 1; i >= int(s.levels[1].trail); i-- {
		l := s.trail[i]
		if s.marks[l>>1]&markSeen == 0 {
			continue
		}
		s.ticks++
		switch r := s.vars[l>>1].reason; {
		case r == noReason:
			keep = append(keep, l^1)
		case r.isBinary():
			s.markFinal(r.other())
		default:
			for _, q := range s.lits(cref(r)) {
				s.markFinal(q)
			}
		}
	}
	s.clearAnalysis()
	s.learnt = keep
	return keep
}

// vivifyReplace puts a part of a clause in its place. It returns false if the
// clauses turn out to be unsatisfiable.
func (s *Solver) vivifyReplace(c cref, keep []Lit) bool {
	s.stats.Vivified++
	s.derived(keep)
	s.backtrack(0)
	flags := uint32(s.arena[c+1] & flagLearnt)
	glue, used := s.glue(c), s.arena[c+1]&usedMask>>usedShift
	s.unwatch(c)
	s.drop(c)
	switch len(keep) {
	case 0:
		s.broken = true
		return false
	case 1:
		s.assign(keep[0], noReason)
		return s.propagateRoot()
	case 2:
		if flags&flagLearnt != 0 {
			s.addLearntBinary(keep[0], keep[1])
		} else {
			s.addBinary(keep[0], keep[1])
		}
		return true
	}
	n := s.addLong(keep, flags, min(glue, len(keep)-1))
	s.setUsed(n, used)
	if flags&flagLearnt != 0 {
		s.learnts = append(s.learnts, n)
	} else {
		s.irredundant = append(s.irredundant, n)
	}
	return true
}

// unwatch removes the watches of c.
func (s *Solver) unwatch(c cref) {
	lits := s.lits(c)
	for _, l := range lits[:2] {
		ws := s.occs[l^1].longs
		for i := range ws {
			if ws[i].c == c {
				copy(ws[i:], ws[i+1:])
				s.occs[l^1].longs = ws[:len(ws)-1]
				break
			}
		}
	}
}
