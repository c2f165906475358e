package sat

// Conflict analysis: first unique implication point (Marques-Silva and
// Sakallah, GRASP, 1999; Zhang et al., ICCAD 2001), with the literal block
// distance of the learnt clause (Audemard and Simon, "Predicting learnt
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

// analyze learns from a conflict, jumps back and asserts the learnt clause. It
// returns false if the clauses are unsatisfiable.
func (s *Solver) analyze(confl cref) bool {
	s.stats.Conflicts++
	if s.theory.active() {
		s.backtrack(s.conflictLevel(confl))
	}
	if s.level() == 0 {
		s.broken = true
		if s.cfg.Proof != nil {
			s.cfg.Proof.Learn(nil)
		}
		return false
	}
	glue := s.firstUIP(confl)
	if !s.cfg.NoMinimize {
		s.minimize()
		if !s.cfg.NoShrink {
			s.shrink()
		}
		if len(s.learnt) <= 30 && glue <= 6 {
			s.minimizeBinary()
		}
	}
	s.avg.learned(glue, len(s.learnt), s.stats.Decisions)
	s.bumpReasons()
	s.bumpAnalyzed()
	s.clearAnalysis()

	s.stats.Learnt++
	s.stats.LearntLits += int64(len(s.learnt))
	s.derived(s.learnt)
	s.theory.dropConflict(s)
	s.assertLearnt(glue)
	return true
}

// derived shows a derived clause to the proof and the debug hook.
func (s *Solver) derived(lits []Lit) {
	if s.cfg.Proof != nil {
		s.cfg.Proof.Learn(lits)
	}
	if s.cfg.Debug != nil {
		s.cfg.Debug(lits)
	}
}

// clauseOf is the literals of a conflict.
func (s *Solver) clauseOf(confl cref) []Lit {
	if confl == litsClause {
		return s.confl
	}
	return s.lits(confl)
}

// conflictLevel is the highest level in a conflict. Clauses of theories can
// be false below the current level.
func (s *Solver) conflictLevel(confl cref) int {
	top := int32(0)
	for _, l := range s.clauseOf(confl) {
		top = max(top, s.vars[l.Var()].level)
	}
	return int(top)
}

// firstUIP computes the learnt clause into s.learnt, the asserting literal
// first, and returns its glue.
func (s *Solver) firstUIP(confl cref) int {
	s.learnt = append(s.learnt[:0], 0)
	s.analyzed = s.analyzed[:0]
	open := 0
	if confl == litsClause {
		open += s.see(s.confl)
	} else {
		s.bumpClause(confl)
		open += s.see(s.lits(confl))
	}
	i := len(s.trail) - 1
	for {
		for s.marks[s.trail[i].Var()]&markSeen == 0 {
			i--
		}
		uip := s.trail[i]
		i--
		open--
		if open == 0 {
			s.learnt[0] = uip ^ 1
			break
		}
		r := s.vars[uip.Var()].reason
		if r.isTheory() {
			r = s.explain(uip)
		}
		if r.isBinary() {
			open += s.see1(r.other())
		} else {
			s.bumpClause(cref(r))
			open += s.see(s.lits(cref(r)))
		}
	}
	return len(s.touched)
}

// see marks the literals of a clause and returns how many new ones are of the
// current level. A literal that was resolved upon is marked already.
func (s *Solver) see(lits []Lit) int {
	open := 0
	for _, l := range lits {
		if s.marks[l>>1]&markSeen == 0 {
			open += s.see1(l)
		}
	}
	return open
}

func (s *Solver) see1(l Lit) int {
	v := l.Var()
	d := &s.vars[v]
	if s.marks[v]&markSeen != 0 || d.level == 0 {
		return 0
	}
	s.marks[v] |= markSeen
	s.analyzed = append(s.analyzed, l)
	if int(d.level) == s.level() {
		return 1
	}
	s.learnt = append(s.learnt, l)
	lev := &s.levels[d.level]
	if lev.seenCount == 0 {
		s.touched = append(s.touched, d.level)
	}
	lev.seenCount++
	lev.seenTrail = min(lev.seenTrail, d.trail)
	return 0
}

// bumpClause keeps a learnt clause that took part in a conflict, and lowers
// its glue if that improved.
func (s *Solver) bumpClause(c cref) {
	f := s.arena[c+1]
	if f&flagLearnt == 0 {
		return
	}
	glue := int(f >> glueShift)
	if glue > tier1 {
		if g := s.countGlue(s.lits(c), glue); g < glue {
			s.setGlue(c, g)
			glue = g
		}
	}
	if glue <= tier2 {
		s.setUsed(c, 2)
	} else {
		s.setUsed(c, 1)
	}
}

// countGlue is the number of decision levels among literals, counted no
// further than limit.
func (s *Solver) countGlue(lits []Lit, limit int) int {
	s.stamp++
	if s.stamp == 0 {
		clear(s.stamps)
		s.stamp = 1
	}
	n := 0
	for _, l := range lits {
		lev := s.vars[l>>1].level
		if s.stamps[lev] != s.stamp {
			s.stamps[lev] = s.stamp
			if n++; n >= limit {
				break
			}
		}
	}
	return n
}

// bumpReasons adds the literals in the reasons of the learnt clause to those
// that are bumped, unless decisions are cheap and many (Liang et al., "Learning
// rate based branching heuristic", SAT 2016; the limits are CaDiCaL's).
func (s *Solver) bumpReasons() {
	if s.cfg.NoReasonBump || s.avg.decisions.value > maxDecisionRate {
		return
	}
	depth := 1
	if s.stable {
		depth = 2
	}
	for _, l := range s.learnt {
		s.bumpReasonsOf(l, depth)
	}
}

func (s *Solver) bumpReasonsOf(l Lit, depth int) {
	r := s.vars[l>>1].reason
	switch {
	case r == noReason || r.isTheory():
	case r.isBinary():
		s.bumpReason(r.other(), depth)
	default:
		for _, other := range s.lits(cref(r)) {
			if other>>1 != l>>1 {
				s.bumpReason(other, depth)
			}
		}
	}
}

func (s *Solver) bumpReason(l Lit, depth int) {
	v := l.Var()
	if s.marks[v]&markSeen != 0 || s.vars[v].level == 0 {
		return
	}
	s.marks[v] |= markSeen
	s.analyzed = append(s.analyzed, l)
	if depth > 1 {
		s.bumpReasonsOf(l, depth-1)
	}
}

// bumpAnalyzed raises the variables that took part. In focused mode they move
// to the front in their old order, which needs sorting.
func (s *Solver) bumpAnalyzed() {
	if s.stable {
		for _, l := range s.analyzed {
			s.heap.bump(l.Var(), 1)
		}
		s.heap.decay()
		return
	}
	keys := s.sortBuf[:0]
	for _, l := range s.analyzed {
		keys = append(keys, s.queue.stamp[l.Var()]<<32|uint64(l.Var()))
	}
	keys, s.sortSpare = sortKeys(keys, s.sortSpare)
	for _, k := range keys {
		v := Var(k & (1<<32 - 1))
		s.queue.bump(v)
		if s.vals[v.Pos()] == Undef {
			s.queue.released(v)
		}
	}
	s.sortBuf = keys
}

func (s *Solver) clearAnalysis() {
	for _, l := range s.analyzed {
		s.marks[l.Var()] = 0
	}
	for _, l := range s.minimized {
		s.marks[l.Var()] = 0
	}
	s.minimized = s.minimized[:0]
	for _, t := range s.touched {
		s.levels[t].seenCount = 0
		s.levels[t].seenTrail = 1<<31 - 1
	}
	s.touched = s.touched[:0]
}

// assertLearnt jumps back, stores the learnt clause and assigns its first
// literal.
func (s *Solver) assertLearnt(glue int) {
	lits := s.learnt
	if len(lits) == 1 {
		s.backtrack(0)
		s.assign(lits[0], noReason)
		return
	}
	// The second watch must be of the highest of the other levels.
	at := 1
	for i := 2; i < len(lits); i++ {
		if s.vars[lits[i]>>1].level > s.vars[lits[at]>>1].level {
			at = i
		}
	}
	lits[1], lits[at] = lits[at], lits[1]
	s.backtrack(int(s.vars[lits[1]>>1].level))
	if len(lits) == 2 {
		s.addLearntBinary(lits[0], lits[1])
		s.assign(lits[0], binaryReason(lits[1]))
		s.subsumeEagerly(lits, noClause)
		return
	}
	c := s.addLong(lits, flagLearnt, glue)
	s.setUsed(c, 1)
	if glue <= tier2 {
		s.setUsed(c, 2)
	}
	s.learnts = append(s.learnts, c)
	s.assign(lits[0], reason(c))
	s.subsumeEagerly(lits, c)
}
