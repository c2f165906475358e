package sat

// Minimisation of the learnt clause. A literal is redundant if its reason is made, recursively, of literals
// of the clause (Sörensson and Biere, "Minimizing learned clauses", SAT 2009). Two tests end hopeless
// recursions early: a literal alone on its level, and one assigned before all seen literals of its level (Van
// Gelder 2009; Knuth, TAOCP 7.2.2.2). The depth is bounded, which keeps the stack small on long implication
// chains.

const minimizeDepth = 1000

// minimize removes redundant literals from a.learnt.
func (a *analyzer) minimize() {
	keep := a.learnt[:1]
	for _, l := range a.learnt[1:] {
		if a.redundant(l, 0) {
			a.core.stats.Minimized++
			continue
		}
		keep = append(keep, l)
	}
	a.learnt = keep
}

func (a *analyzer) redundant(l Lit, depth int) bool {
	s := a.core
	v := l.Var()
	d := s.trail.vars[v]
	m := s.marks[v]
	if d.level == 0 || m&markRemovable != 0 || depth > 0 && m&markSeen != 0 &&
		int(d.level) != s.trail.level() {
		return true
	}
	if d.reason == noReason || d.reason.isTheory() || m&markPoison != 0 || int(d.level) == s.trail.level() ||
		depth > minimizeDepth {
		return false
	}
	lev := &s.trail.levels[d.level]
	if depth == 0 && lev.seenCount < 2 || d.trail <= lev.seenTrail {
		return false
	}
	ok := true
	if d.reason.isBinary() {
		ok = a.redundant(d.reason.other(), depth+1)
	} else {
		c := cref(d.reason)
		n := cref(s.db.words[c])
		for i := c + headerWords; ok && i < c+headerWords+n; i++ {
			if other := s.db.words[i]; other.Var() != v {
				ok = a.redundant(other, depth+1)
			}
		}
	}
	if ok {
		s.marks[v] |= markRemovable
	} else {
		s.marks[v] |= markPoison
	}
	a.minimized = append(a.minimized, l)
	return ok
}

// minimizeBinary removes literals that resolve away with a binary clause of
// the asserting literal (Audemard and Simon, Glucose).
func (a *analyzer) minimizeBinary() {
	s := a.core
	first := a.learnt[0]
	a.stamp++
	found := 0
	for _, q := range s.db.occs[first^1].bins {
		// The clause (first or q): a learnt literal ¬q is superfluous.
		if s.trail.vals[q] == True && s.marks[q>>1]&markSeen != 0 &&
			int(s.trail.vars[q>>1].level) != s.trail.level() {
			if s.marks[q>>1]&(markPos|markNeg) == 0 {
				s.marks[q>>1] |= markPos
				a.minimized = append(a.minimized, q)
				found++
			}
		}
	}
	if found == 0 {
		return
	}
	keep := a.learnt[:1]
	for _, l := range a.learnt[1:] {
		if s.marks[l>>1]&markPos != 0 {
			s.stats.Minimized++
			continue
		}
		keep = append(keep, l)
	}
	a.learnt = keep
}
