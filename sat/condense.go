package sat

// What happens in dense mode, in this order: equivalent literals are
// substituted, clauses subsume and strengthen others, variables are eliminated.

const (
	denseEffort   = 200  // per mille of the search ticks
	denseInterval = 1000 // conflicts, times the number of runs
)

// condenseSometimes is the part of inprocessing that has its own, longer
// intervals.
func (s *Solver) condenseSometimes() bool {
	l := &s.limits
	if s.stats.Conflicts < l.condense {
		return true
	}
	l.condensed++
	l.condense = s.stats.Conflicts + l.scale(denseInterval*(l.condensed+1))
	return s.condense(s.denseBudget())
}

// denseBudget is the effort that the search since the last time allows.
func (s *Solver) denseBudget() int64 {
	if s.cfg.rush {
		return 1 << 20
	}
	return max((s.ticks-s.limits.denseTicks)*denseEffort/1000, int64(2*len(s.arena)))
}

// condense simplifies the irredundant clauses with the given effort. It
// returns false if they turn out to be unsatisfiable. The solver is at level 0
// and all units are propagated.
func (s *Solver) condense(budget int64) bool {
	if s.cfg.NoSubsume && s.cfg.NoEliminate && s.cfg.NoEquate {
		return true
	}
	s.limits.denseTicks = s.ticks
	s.simplify()
	for _, l := range s.assumptions {
		s.frozen[l>>1]++
	}
	ok := s.condenseAll(budget)
	for _, l := range s.assumptions {
		s.frozen[l>>1]--
	}
	if !ok {
		s.broken = true
	}
	return ok
}

func (s *Solver) condenseAll(budget int64) bool {
	var eq *equivalence
	if !s.cfg.NoEquate {
		if eq = s.equivalents(); s.broken {
			return false
		}
	}
	d := s.enterDense(budget)
	if eq != nil && !d.substitute(eq) {
		return false
	}
	if !d.subsume() {
		return false
	}
	if !s.cfg.NoEliminate && !d.eliminate() {
		return false
	}
	return d.leave()
}
