package sat

import "whittle.dev/sat/internal/branch"

// Conflict analysis: first unique implication point (Marques-Silva and Sakallah, GRASP, 1999; Zhang et al.,
// ICCAD 2001), with the literal block distance of the learnt clause (Audemard and Simon, "Predicting learnt
// clauses quality", IJCAI 2009).

// Marks of variables during an analysis.
const (
	markSeen      = 1 << 0 // resolved or in the learnt clause
	markPoison    = 1 << 1 // not implied by the learnt clause
	markRemovable = 1 << 2 // implied by the learnt clause
	markPos       = 1 << 3 // positive literal in the clause at hand
	markNeg       = 1 << 4 // negative literal; markPos << 1
	markBlock     = 1 << 5 // in the block of a level that is being shrunk
)

// analyzer derives a clause from a conflict. What it makes is valid until its next use.
type analyzer struct {
	core      *core
	learnt    []Lit   // the derived clause, the asserting literal first
	analyzed  []Lit   // literals with markSeen
	minimized []Lit   // those with other marks
	shrunk    []Var   // those with markBlock
	touched   []int32 // levels with seenCount > 0
	failed    []Lit   // assumptions that cannot all be true, see final.go

	stamps    []uint32 // by level: the last count that met it
	stamp     uint32
	keys      []uint64
	spareKeys []uint64
}

// reuse makes a empty, in the memory of another one.
func (a *analyzer) reuse(old *analyzer) {
	a.learnt, a.analyzed, a.minimized = old.learnt[:0], old.analyzed[:0], old.minimized[:0]
	a.touched, a.failed = old.touched[:0], old.failed[:0]
	a.stamps = append(old.stamps[:0], 0)
	a.keys = old.keys[:0]
}

// analyze learns from a conflict, jumps back and asserts the learnt clause. It
// returns false if the clauses are unsatisfiable.
func (s *Solver) analyze(confl cref) bool {
	s.core.stats.Conflicts++
	if s.core.theory.active() {
		s.core.backtrack(s.core.conflictLevel(confl))
	}
	if s.core.trail.level() == 0 {
		s.core.broken = true
		s.core.db.proof.learn(nil)
		return false
	}
	glue := s.analysis.firstUIP(confl)
	if !s.core.cfg.NoMinimize {
		s.analysis.minimize()
		if !s.core.cfg.NoShrink {
			s.analysis.shrink()
		}
		if len(s.analysis.learnt) <= 30 && glue <= 6 {
			s.analysis.minimizeBinary()
		}
	}
	s.restarts.avg.learned(glue, len(s.analysis.learnt), s.core.stats.Decisions)
	if !s.core.cfg.NoReasonBump && s.restarts.avg.decisions.value <= maxDecisionRate {
		s.analysis.bumpReasons()
	}
	s.analysis.bumpAnalyzed()
	s.analysis.clear()

	s.core.stats.Learnt++
	s.core.stats.LearntLits += int64(len(s.analysis.learnt))
	s.core.db.proof.derived(s.analysis.learnt)
	n := len(s.analysis.learnt)
	if s.core.cfg.Learnt != nil && (n <= 2 || n <= MaxShared && glue <= sharedGlue) {
		s.core.cfg.Learnt(s.analysis.learnt, glue)
	}
	s.core.dropConflict()
	s.analysis.assertLearnt(glue)
	return true
}

// firstUIP computes the learnt clause into a.learnt, the asserting literal first, and returns its glue.
func (a *analyzer) firstUIP(confl cref) int {
	s := a.core
	for len(a.stamps) < len(s.trail.levels) {
		a.stamps = append(a.stamps, 0)
	}
	a.learnt = append(a.learnt[:0], 0)
	a.analyzed = a.analyzed[:0]
	open := 0
	if confl == litsClause {
		open += a.see(s.confl)
	} else {
		a.bumpClause(confl)
		open += a.see(s.db.lits(confl))
	}
	i := len(s.trail.lits) - 1
	for {
		for s.marks[s.trail.lits[i].Var()]&markSeen == 0 {
			i--
		}
		uip := s.trail.lits[i]
		i--
		open--
		if open == 0 {
			a.learnt[0] = uip ^ 1
			break
		}
		r := s.trail.vars[uip.Var()].reason
		if r.isTheory() {
			r = s.explain(uip)
		}
		if r.isBinary() {
			open += a.see1(r.other())
		} else {
			a.bumpClause(cref(r))
			open += a.see(s.db.lits(cref(r)))
		}
	}
	return len(a.touched)
}

// see marks the literals of a clause and returns how many new ones are of the
// current level. A literal that was resolved upon is marked already.
func (a *analyzer) see(lits []Lit) int {
	open, marks := 0, a.core.marks
	for _, l := range lits {
		if marks[l>>1]&markSeen == 0 {
			open += a.see1(l)
		}
	}
	return open
}

func (a *analyzer) see1(l Lit) int {
	s := a.core
	v := l.Var()
	d := &s.trail.vars[v]
	if s.marks[v]&markSeen != 0 || d.level == 0 {
		return 0
	}
	s.marks[v] |= markSeen
	a.analyzed = append(a.analyzed, l)
	if int(d.level) == s.trail.level() {
		return 1
	}
	a.learnt = append(a.learnt, l)
	lev := &s.trail.levels[d.level]
	if lev.seenCount == 0 {
		a.touched = append(a.touched, d.level)
	}
	lev.seenCount++
	lev.seenTrail = min(lev.seenTrail, d.trail)
	return 0
}

// bumpClause keeps a learnt clause that took part in a conflict, and lowers its glue if that improved.
func (a *analyzer) bumpClause(c cref) {
	s := a.core
	f := s.db.words[c+1]
	if f&flagLearnt == 0 {
		return
	}
	glue := int(f >> glueShift)
	if glue > tier1 {
		if g := a.countGlue(s.db.lits(c), glue); g < glue {
			s.db.setGlue(c, g)
			glue = g
		}
	}
	if glue <= tier2 {
		s.db.setUsed(c, 2)
	} else {
		s.db.setUsed(c, 1)
	}
}

// countGlue is the number of decision levels among literals, counted no further than limit.
func (a *analyzer) countGlue(lits []Lit, limit int) int {
	vars := a.core.trail.vars
	a.stamp++
	if a.stamp == 0 {
		clear(a.stamps)
		a.stamp = 1
	}
	n := 0
	for _, l := range lits {
		lev := vars[l>>1].level
		if a.stamps[lev] != a.stamp {
			a.stamps[lev] = a.stamp
			if n++; n >= limit {
				break
			}
		}
	}
	return n
}

// bumpReasons adds the literals in the reasons of the learnt clause to those
// that are bumped (Liang et al., "Learning rate based branching heuristic", SAT 2016). It does
// not pay where decisions are cheap and many; the limits are CaDiCaL's.
func (a *analyzer) bumpReasons() {
	depth := 1
	if a.core.order.stable {
		depth = 2
	}
	for _, l := range a.learnt {
		a.bumpReasonsOf(l, depth)
	}
}

func (a *analyzer) bumpReasonsOf(l Lit, depth int) {
	s := a.core
	r := s.trail.vars[l>>1].reason
	switch {
	case r == noReason || r.isTheory():
	case r.isBinary():
		a.bumpReason(r.other(), depth)
	default:
		for _, other := range s.db.lits(cref(r)) {
			if other>>1 != l>>1 {
				a.bumpReason(other, depth)
			}
		}
	}
}

func (a *analyzer) bumpReason(l Lit, depth int) {
	s := a.core
	v := l.Var()
	if s.marks[v]&markSeen != 0 || s.trail.vars[v].level == 0 {
		return
	}
	s.marks[v] |= markSeen
	a.analyzed = append(a.analyzed, l)
	if depth > 1 {
		a.bumpReasonsOf(l, depth-1)
	}
}

// bumpAnalyzed raises the variables that took part. In focused mode they move
// to the front in their old order, which needs sorting.
func (a *analyzer) bumpAnalyzed() {
	s := a.core
	if s.order.stable {
		for _, l := range a.analyzed {
			s.order.heap.Bump(uint32(l.Var()), 1)
		}
		s.order.heap.Decay()
		return
	}
	keys := a.keys[:0]
	for _, l := range a.analyzed {
		keys = append(keys, s.order.queue.Stamp(uint32(l.Var()))<<32|uint64(l.Var()))
	}
	keys, a.spareKeys = branch.SortKeys(keys, a.spareKeys)
	for _, k := range keys {
		v := uint32(k)
		s.order.queue.Bump(v)
		if s.trail.vals[v<<1] == Undef {
			s.order.queue.Released(v)
		}
	}
	a.keys = keys
}

func (a *analyzer) clear() {
	s := a.core
	for _, l := range a.analyzed {
		s.marks[l.Var()] = 0
	}
	for _, l := range a.minimized {
		s.marks[l.Var()] = 0
	}
	a.minimized = a.minimized[:0]
	for _, t := range a.touched {
		s.trail.levels[t].seenCount = 0
		s.trail.levels[t].seenTrail = 1<<31 - 1
	}
	a.touched = a.touched[:0]
}

// assertLearnt jumps back, stores the learnt clause and assigns its first literal.
func (a *analyzer) assertLearnt(glue int) {
	s := a.core
	lits := a.learnt
	if len(lits) == 1 {
		s.backtrack(0)
		s.trail.assign(lits[0], noReason)
		return
	}
	// The second watch must be of the highest of the other levels.
	at := 1
	for i := 2; i < len(lits); i++ {
		if s.trail.vars[lits[i]>>1].level > s.trail.vars[lits[at]>>1].level {
			at = i
		}
	}
	lits[1], lits[at] = lits[at], lits[1]
	s.backtrack(int(s.trail.vars[lits[1]>>1].level))
	if len(lits) == 2 {
		s.db.addLearntBinary(lits[0], lits[1])
		s.trail.assign(lits[0], binaryReason(lits[1]))
		a.subsumeEagerly(lits, noClause)
		return
	}
	c := s.db.addLong(lits, flagLearnt, glue)
	s.db.setUsed(c, 1)
	if glue <= tier2 {
		s.db.setUsed(c, 2)
	}
	s.db.learnts = append(s.db.learnts, c)
	s.trail.assign(lits[0], reason(c))
	a.subsumeEagerly(lits, c)
}
