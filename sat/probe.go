package sat

// Failed-literal probing: a root of the binary implication graph whose
// propagation ends in a conflict is false (Lynce and Marques-Silva, "Probing-
// based preprocessing techniques for propositional satisfiability", ICTAI
// 2003). Only roots are probed, as in CaDiCaL, and a root not again before a
// new unit was found since. The unit that is learnt is the first unique
// implication point of the conflict, which implies that the probe fails.

const probeEffort = 20 // per mille of the search ticks

// probeFailed probes roots in turn. It returns false if the clauses turn out
// to be unsatisfiable.
func (s *Solver) probeFailed() bool {
	s.quiet = true
	defer func() { s.quiet = false }()
	budget := (s.ticks - s.limits.probeTicks) * probeEffort / 1000
	if s.cfg.rush {
		budget = 1 << 20
	}
	saved := s.ticks
	limit := s.ticks + budget
	for len(s.probed) < len(s.vars) {
		s.probed = append(s.probed, -1)
	}
	for n := 1; n < len(s.vars) && s.ticks < limit; n++ {
		if s.limits.nextProbe++; int(s.limits.nextProbe) >= len(s.vars) {
			s.limits.nextProbe = 1
		}
		v := s.limits.nextProbe
		p := s.probeRoot(v)
		if p == 0 || s.probed[v] == int32(len(s.trail)) {
			continue
		}
		s.probed[v] = int32(len(s.trail))
		s.decideLit(p)
		confl := s.propagate()
		if confl == noClause {
			s.backtrack(0)
			continue
		}
		s.stats.Probed++
		s.firstUIP(confl)
		s.clearAnalysis()
		unit := s.learnt[0]
		s.derived(s.learnt[:1])
		s.backtrack(0)
		s.assign(unit, noReason)
		if !s.propagateRoot() {
			return false
		}
		s.ticks++
	}
	s.ticks = saved // modes count the effort of the search alone
	s.limits.probeTicks = saved
	return true
}

// probeRoot is the literal of v that implies others by binary clauses while
// none implies it, or 0.
func (s *Solver) probeRoot(v Var) Lit {
	if s.vals[v.Pos()] != Undef {
		return 0
	}
	pos, neg := len(s.occs[v.Pos()].bins) > 0, len(s.occs[v.Neg()].bins) > 0
	switch {
	case pos && !neg:
		return v.Pos()
	case neg && !pos:
		return v.Neg()
	}
	return 0
}
