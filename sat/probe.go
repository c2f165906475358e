package sat

// Failed-literal probing: a root of the binary implication graph whose propagation ends in a conflict is
// false (Lynce and Marques-Silva, "Probing- based preprocessing techniques for propositional satisfiability",
// ICTAI 2003). Only roots are probed, as in CaDiCaL, and a root not again before a new unit was found since.
// The unit that is learnt is the first unique implication point of the conflict, which implies that the probe
// fails.

const probeEffort = 20 // per mille of the search ticks

// prober looks for failed literals.
type prober struct {
	core     *core
	analysis *analyzer
	ticks    int64   // at the end of the last probing
	next     Var     // goes first
	probed   []int32 // by variable: units known when it was probed last
}

// run probes roots in turn. It returns false if the clauses turn out to be unsatisfiable.
func (x *prober) run() bool {
	s := x.core
	s.quiet = true
	defer func() { s.quiet = false }()
	budget := (s.ticks - x.ticks) * probeEffort / 1000
	if s.cfg.rush {
		budget = 1 << 20
	}
	saved := s.ticks
	limit := s.ticks + budget
	for len(x.probed) < len(s.trail.vars) {
		x.probed = append(x.probed, -1)
	}
	for n := 1; n < len(s.trail.vars) && s.ticks < limit; n++ {
		if x.next++; int(x.next) >= len(s.trail.vars) {
			x.next = 1
		}
		v := x.next
		p := x.root(v)
		if p == 0 || x.probed[v] == int32(len(s.trail.lits)) {
			continue
		}
		x.probed[v] = int32(len(s.trail.lits))
		s.trail.decide(p)
		confl := s.propagate()
		if confl == noClause {
			s.backtrack(0)
			continue
		}
		s.stats.Probed++
		x.analysis.firstUIP(confl)
		x.analysis.clear()
		unit := x.analysis.learnt[0]
		s.db.proof.derived(x.analysis.learnt[:1])
		s.backtrack(0)
		s.trail.assign(unit, noReason)
		if !s.propagateRoot() {
			return false
		}
		s.ticks++
	}
	s.ticks = saved // modes count the effort of the search alone
	x.ticks = saved
	return true
}

// root is the literal of v that implies others by binary clauses while none implies it, or 0.
func (x *prober) root(v Var) Lit {
	s := x.core
	if s.trail.vals[v.Pos()] != Undef {
		return 0
	}
	pos, neg := len(s.db.occs[v.Pos()].bins) > 0, len(s.db.occs[v.Neg()].bins) > 0
	switch {
	case pos && !neg:
		return v.Pos()
	case neg && !pos:
		return v.Neg()
	}
	return 0
}
