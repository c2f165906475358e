package sat

// Minimisation of the learnt clause. A literal is redundant if its reason is
// made, recursively, of literals of the clause (Sörensson and Biere,
// "Minimizing learned clauses", SAT 2009). Two tests end hopeless recursions
// early: a literal alone on its level, and one assigned before all seen
// literals of its level (Van Gelder 2009; Knuth, TAOCP 7.2.2.2). The depth is
// bounded, which keeps the stack small on long implication chains.

const minimizeDepth = 1000

// minimize removes redundant literals from s.learnt.
func (s *Solver) minimize() {
	keep := s.learnt[:1]
	for _, l := range s.learnt[1:] {
		if s.redundant(l, 0) {
			s.stats.Minimized++
			continue
		}
		keep = append(keep, l)
	}
	s.learnt = keep
}

func (s *Solver) redundant(l Lit, depth int) bool {
	v := l.Var()
	d := s.vars[v]
	m := s.marks[v]
	if d.level == 0 || m&markRemovable != 0 || depth > 0 && m&markSeen != 0 && int(d.level) != s.level() {
		return true
	}
	if d.reason == noReason || d.reason.isTheory() || m&markPoison != 0 || int(d.level) == s.level() ||
		depth > minimizeDepth {
		return false
	}
	lev := &s.levels[d.level]
	if depth == 0 && lev.seenCount < 2 || d.trail <= lev.seenTrail {
		return false
	}
	ok := true
	if d.reason.isBinary() {
		ok = s.redundant(d.reason.other(), depth+1)
	} else {
		c := cref(d.reason)
		n := cref(s.arena[c])
		for i := c + headerWords; ok && i < c+headerWords+n; i++ {
			if other := s.arena[i]; other.Var() != v {
				ok = s.redundant(other, depth+1)
			}
		}
	}
	if ok {
		s.marks[v] |= markRemovable
	} else {
		s.marks[v] |= markPoison
	}
	s.minimized = append(s.minimized, l)
	return ok
}

// minimizeBinary removes literals that resolve away with a binary clause of
// the asserting literal (Audemard and Simon, Glucose).
func (s *Solver) minimizeBinary() {
	first := s.learnt[0]
	s.stamp++
	found := 0
	for _, q := range s.occs[first^1].bins {
		// The clause (first or q): a learnt literal ¬q is superfluous.
		if s.vals[q] == True && s.marks[q>>1]&markSeen != 0 && int(s.vars[q>>1].level) != s.level() {
			if s.marks[q>>1]&(markPos|markNeg) == 0 {
				s.marks[q>>1] |= markPos
				s.minimized = append(s.minimized, q)
				found++
			}
		}
	}
	if found == 0 {
		return
	}
	keep := s.learnt[:1]
	for _, l := range s.learnt[1:] {
		if s.marks[l>>1]&markPos != 0 {
			s.stats.Minimized++
			continue
		}
		keep = append(keep, l)
	}
	s.learnt = keep
}
