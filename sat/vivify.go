package sat

import "slices"

// Vivification (Piette, Hamadi and Saïs, "Vivifying propositional clausal formulae", ECAI 2008; Luo et al.,
// "An effective learnt clause minimization approach for CDCL SAT solvers", IJCAI 2017; Li et al., AIJ 2020):
// the complements of a clause's literals are decided one by one. A conflict, an implied literal or a
// falsified one shows that part of the clause suffices. The literals that occur most go first, so that
// consecutive clauses share decisions, which are kept.

const (
	vivifyEffort      = 100 // per mille of the search ticks, learnt clauses
	vivifyIrredundant = 40  // the same, irredundant clauses
)

// vivifier shortens clauses by propagation.
type vivifier struct {
	core        *core
	analysis    *analyzer
	ticks       int64   // at the end of the last run
	occurrences []int32 // by literal: clauses worth keeping
	buf         []Lit
}

// run tries to shorten learnt clauses worth keeping, then irredundant ones.
// It returns false if the clauses turn out to be unsatisfiable.
func (v *vivifier) run() bool {
	s := v.core
	spent := s.ticks - v.ticks
	saved := s.ticks
	s.quiet = true
	ok := v.list(s.db.learnts, spent*vivifyEffort/1000, true) &&
		v.list(s.db.irredundant, spent*vivifyIrredundant/1000, false)
	s.quiet = false
	s.ticks = saved // modes count the effort of the search alone
	v.ticks = saved
	return ok
}

func (v *vivifier) list(list []cref, budget int64, learnt bool) bool {
	s := v.core
	if s.cfg.rush {
		budget = 1 << 20
	}
	v.countOccurrences()
	schedule := v.schedule(list, learnt)
	limit := s.ticks + budget
	dropped := 0
	for _, c := range schedule {
		if s.ticks >= limit {
			break
		}
		changed, ok := v.clause(c, learnt)
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

// schedule orders the candidates: those not tried yet first, the latest
// first. If all were tried, all become untried.
func (v *vivifier) schedule(list []cref, learnt bool) []cref {
	s := v.core
	var fresh, tried []cref
	for i := len(list) - 1; i >= 0; i-- {
		c := list[i]
		if s.db.garbage(c) || learnt && s.db.glue(c) > tier2 {
			continue
		}
		if s.db.words[c+1]&flagVivified != 0 {
			tried = append(tried, c)
		} else {
			fresh = append(fresh, c)
		}
	}
	if len(fresh) == 0 {
		for _, c := range tried {
			s.db.words[c+1] &^= flagVivified
		}
		return tried
	}
	return fresh
}

// countOccurrences counts the long clauses of each literal, without the learnt ones that are likely to go.
func (v *vivifier) countOccurrences() {
	s := v.core
	if len(v.occurrences) < len(s.trail.vals) {
		v.occurrences = make([]int32, len(s.trail.vals))
	}
	clear(v.occurrences)
	for _, list := range [][]cref{s.db.irredundant, s.db.learnts} {
		for _, c := range list {
			if s.db.garbage(c) || s.db.isLearnt(c) && s.db.glue(c) > tier2 {
				continue
			}
			for _, l := range s.db.lits(c) {
				v.occurrences[l]++
			}
		}
	}
}

// clause treats one clause. changed reports that it was replaced or dropped.
func (v *vivifier) clause(c cref, learnt bool) (changed, ok bool) {
	s := v.core
	s.db.words[c+1] |= flagVivified
	sorted := append(v.buf[:0], s.db.lits(c)...)
	v.buf = sorted
	for _, l := range sorted {
		if s.trail.vals[l] == True && s.trail.vars[l>>1].level == 0 {
			s.db.unwatch(c)
			s.db.drop(c)
			return true, true
		}
	}
	slices.SortFunc(sorted, func(a, b Lit) int {
		if d := v.occurrences[b] - v.occurrences[a]; d != 0 {
			return int(d)
		}
		return int(a) - int(b)
	})
	v.reuse(c, sorted)

	confl := noClause
	implied := Lit(0)
	for _, l := range sorted {
		switch s.trail.vals[l] {
		case False:
			continue
		case True:
			implied = l
		default:
			s.trail.decide(l ^ 1)
			confl = s.propagateIgnoring(c)
		}
		if implied != 0 || confl != noClause {
			break
		}
	}
	if implied != 0 && learnt {
		// It follows from the others by propagation.
		s.stats.Vivified++
		s.db.unwatch(c)
		s.db.drop(c)
		return true, true
	}
	keep := v.analyze(confl, implied, sorted)
	if len(keep) == len(sorted) {
		return false, true
	}
	return true, v.replace(c, keep)
}

// reuse jumps back to the first decision that differs from the wanted
// ones, and below the level where c itself propagated.
func (v *vivifier) reuse(c cref, sorted []Lit) {
	s := v.core
	lev := 0
	for _, l := range sorted {
		if lev == s.trail.level() {
			break
		}
		if s.trail.lits[s.trail.levels[lev+1].trail] == l^1 {
			lev++
			continue
		}
		if s.trail.vals[l] == False && int(s.trail.vars[l>>1].level) <= lev {
			continue // no decision needed
		}
		break
	}
	for _, l := range sorted {
		if d := &s.trail.vars[l>>1]; s.trail.vals[l] == True && d.reason == reason(c) {
			lev = min(lev, int(d.level)-1)
		}
	}
	s.backtrack(max(lev, 0))
}

// analyze is the part of the clause that suffices: the decisions from which the conflict or the implied
// literal followed, or, if there is neither, all decisions.
func (v *vivifier) analyze(confl cref, implied Lit, sorted []Lit) []Lit {
	s := v.core
	keep := v.analysis.learnt[:0]
	if confl == noClause && implied == 0 {
		for _, l := range sorted {
			if d := &s.trail.vars[l>>1]; d.level > 0 && d.reason == noReason {
				keep = append(keep, l)
			}
		}
		v.analysis.learnt = keep
		return keep
	}
	v.analysis.analyzed = v.analysis.analyzed[:0]
	if confl != noClause {
		for _, l := range s.clauseOf(confl) {
			v.analysis.markFinal(l)
		}
	} else {
		keep = append(keep, implied)
		v.analysis.markFinal(implied)
	}
	for i := len(s.trail.lits) - 1; i >= int(s.trail.levels[1].trail); i-- {
		l := s.trail.lits[i]
		if s.marks[l>>1]&markSeen == 0 {
			continue
		}
		s.ticks++
		switch r := s.trail.vars[l>>1].reason; {
		case r == noReason:
			keep = append(keep, l^1)
		case r.isBinary():
			v.analysis.markFinal(r.other())
		default:
			for _, q := range s.db.lits(cref(r)) {
				v.analysis.markFinal(q)
			}
		}
	}
	v.analysis.clear()
	v.analysis.learnt = keep
	return keep
}

// replace puts a part of a clause in its place. It returns false if the clauses turn out to be unsatisfiable.
func (v *vivifier) replace(c cref, keep []Lit) bool {
	s := v.core
	s.stats.Vivified++
	s.db.proof.derived(keep)
	s.backtrack(0)
	flags := uint32(s.db.words[c+1] & flagLearnt)
	glue, used := s.db.glue(c), s.db.words[c+1]&usedMask>>usedShift
	s.db.unwatch(c)
	s.db.drop(c)
	switch len(keep) {
	case 0:
		s.broken = true
		return false
	case 1:
		s.trail.assign(keep[0], noReason)
		return s.propagateRoot()
	case 2:
		if flags&flagLearnt != 0 {
			s.db.addLearntBinary(keep[0], keep[1])
		} else {
			s.db.addBinary(keep[0], keep[1])
		}
		return true
	}
	n := s.db.addLong(keep, flags, min(glue, len(keep)-1))
	s.db.setUsed(n, used)
	if flags&flagLearnt != 0 {
		s.db.learnts = append(s.db.learnts, n)
	} else {
		s.db.irredundant = append(s.db.irredundant, n)
	}
	return true
}
