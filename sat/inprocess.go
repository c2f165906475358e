package sat

// Inprocessing runs between restarts at level 0 with a bounded effort, a share
// of the ticks that the search spent (Järvisalo, Heule and Biere, IJCAR 2012).

const inprocessInterval = 2000 // conflicts, times the square root of the number of runs

// inprocess simplifies the clauses. It returns false if they turn out to be
// unsatisfiable.
func (s *Solver) inprocess() bool {
	s.backtrack(0)
	s.limits.runs++
	s.limits.inprocess = s.stats.Conflicts + s.limits.scale(inprocessInterval*isqrt(s.limits.runs))
	if !s.propagateRoot() {
		return false
	}
	s.simplify()
	if !s.cfg.NoProbe && !s.probeFailed() {
		return false
	}
	if !s.cfg.NoVivify && !s.vivify() {
		return false
	}
	return s.condenseSometimes()
}

// preprocess simplifies before the search.
func (s *Solver) preprocess() {
	if !s.cfg.rush || s.stats.Solves%2 == 0 {
		return
	}
	s.backtrack(0)
	if s.propagateRoot() {
		s.condense(s.denseBudget())
	}
}

// propagateRoot propagates at level 0 and returns false on a conflict. The
// theories are not asked.
func (s *Solver) propagateRoot() bool {
	if s.broken {
		return false
	}
	if s.propagate() != noClause {
		s.broken = true
		s.derived(nil)
		return false
	}
	return true
}

// isqrt is the integer square root.
func isqrt(n int64) int64 {
	r := int64(0)
	for (r+1)*(r+1) <= n {
		r++
	}
	return r
}
