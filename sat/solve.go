package sat

import "context"

// checkEvery is the number of steps of the search between two looks at the
// context.
const checkEvery = 128

// Solve decides whether the clauses have a model in which the assumptions are
// true. It answers Unknown if the context is done, or if a limit is reached;
// [Solver.Stopped] tells which. It may be called again in any case.
func (s *Solver) Solve(ctx context.Context, assumptions ...Lit) Status {
	if s.searching {
		panic("sat: Solve inside Solve")
	}
	s.stats.Solves++
	s.state = stateReady
	s.failed = s.failed[:0]
	s.stop = NotStopped
	for _, l := range assumptions {
		if v := l.Var(); v == 0 || int(v) >= len(s.vars) {
			panic("sat: assumption of an unknown variable")
		}
	}
	if s.ext.count > 0 {
		s.need(assumptions)
	}
	if len(s.search.pending) > 0 { // also of a theory that gave up
		s.addRestored()
	}
	s.assume(assumptions)
	if s.limits.perSolve > 0 {
		s.limits.conflict = s.stats.Conflicts + s.limits.perSolve
	} else {
		s.limits.conflict = 1<<63 - 1
	}
	s.theory.fresh = true // they may have changed between solves
	s.searching = true
	status := Unsat
	s.simplifyBetween()
	if !s.broken {
		s.preprocess()
	}
	if !s.broken {
		s.lucky(ctx.Done())
	}
	if !s.broken {
		status = s.run(ctx.Done())
	}
	s.searching = false
	switch status {
	case Sat:
		s.state = stateSat
	case Unsat:
		s.state = stateUnsat
	default:
		s.state = stateUnknown
	}
	return status
}

// simplifyBetween removes what became true for good, such as clauses whose
// activation literal was retired, when the search since the last time was as
// much work as looking at all clauses.
func (s *Solver) simplifyBetween() {
	work := int64(len(s.arena)/16 + len(s.occs))
	if s.broken || s.fixed() == s.limits.fixed || s.ticks-s.limits.simplified < 2*work {
		return
	}
	s.backtrack(0)
	if s.propagateRoot() {
		s.simplify()
	}
}

// assume sets the assumptions. Decision level i belongs to the i-th of them;
// the trail of the last solve stays as far as they are the same.
func (s *Solver) assume(assumptions []Lit) {
	same := 0
	for same < len(assumptions) && same < len(s.assumptions) && assumptions[same] == s.assumptions[same] {
		same++
	}
	if same < len(assumptions) || same < len(s.assumptions) {
		s.backtrack(same)
		s.assumptions = append(s.assumptions[:0], assumptions...)
	}
}

// run is the main loop of the search.
func (s *Solver) run(done <-chan struct{}) Status {
	steps := 0
	for {
		if confl := s.propagateAll(); confl != noClause {
			if !s.analyze(confl) {
				return Unsat
			}
			if s.stable {
				s.luby.tick()
			}
			steps--
			continue
		}
		if steps--; steps < 0 {
			steps = checkEvery
			if s.interrupted(done) {
				return Unknown
			}
		}
		if s.stats.Conflicts >= s.limits.conflict {
			s.stop = StopConflicts
			return Unknown
		}
		switch {
		case s.restarting():
			s.restart()
			continue
		case s.stats.Conflicts >= s.limits.rephase:
			s.rephase()
			continue
		case s.stats.Conflicts >= s.limits.reduce && !s.cfg.NoReduce:
			s.reduce()
			continue
		case s.stats.Conflicts >= s.limits.inprocess:
			if !s.inprocess() {
				return Unsat
			}
			continue
		}
		s.switchMode()
		status := s.decide()
		if status == Sat {
			confl, accepted := s.finalCheck()
			switch {
			case confl != noClause:
				if !s.analyze(confl) {
					return Unsat
				}
				continue
			case !accepted:
				continue
			case s.stop != NotStopped:
				return Unknown
			}
		}
		if status != Unknown {
			return status
		}
	}
}

// interrupted looks at the context and whether the arena is full, and tells how much was done.
func (s *Solver) interrupted(done <-chan struct{}) bool {
	if s.cfg.Work != nil {
		s.cfg.Work(s.ticks - s.told)
		s.told = s.ticks
	}
	if s.outOfMemory {
		s.outOfMemory = false
		s.stop = StopMemory
		return true
	}
	select {
	case <-done:
		s.stop = StopContext
		return true
	default:
		return false
	}
}

// Stopped says why the last Solve answered Unknown.
func (s *Solver) Stopped() Stop { return s.stop }

// LimitConflicts bounds the conflicts of each following Solve; 0 is no bound.
func (s *Solver) LimitConflicts(n int64) { s.limits.perSolve = n }

// Value is the value of l in the model. It may be called after Sat, until the
// next call of AddClause or Solve.
func (s *Solver) Value(l Lit) bool {
	if s.state != stateSat {
		panic("sat: Value without a model")
	}
	if s.vals[l] == Undef && s.eliminated(l.Var()) {
		return s.extended(l) == True
	}
	return s.vals[l] == True
}

// Failed is a subset of the assumptions with which the clauses are
// unsatisfiable, in no special order; it is empty if they are so without any.
// It may be called after Unsat, until the next call of AddClause or Solve. The
// slice is the caller's.
func (s *Solver) Failed() []Lit {
	if s.state != stateUnsat {
		panic("sat: Failed without Unsat")
	}
	return append([]Lit(nil), s.failed...)
}

// Fixed is the value that l has in all models, as far as it is known: whether
// it was assigned at level 0.
func (s *Solver) Fixed(l Lit) Tri {
	if s.vars[l>>1].level == 0 {
		return s.vals[l]
	}
	return Undef
}
