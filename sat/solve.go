package sat

import "context"

// checkEvery is the number of steps of the search between two looks at the context.
const checkEvery = 128

// Solve decides whether the clauses have a model in which the assumptions are true. It answers Unknown if the
// context is done, or if a limit is reached; [Solver.Stopped] says which. It may be called again in any case.
func (s *Solver) Solve(ctx context.Context, assumptions ...Lit) Status {
	if s.searching {
		panic("sat: Solve inside Solve")
	}
	s.core.stats.Solves++
	s.state = stateReady
	s.analysis.failed = s.analysis.failed[:0]
	s.stop = NotStopped
	for _, l := range assumptions {
		if v := l.Var(); v == 0 || int(v) >= len(s.core.trail.vars) {
			panic("sat: assumption of an unknown variable")
		}
	}
	if s.ext.count > 0 {
		s.ext.need(assumptions)
	}
	if len(s.core.pending) > 0 { // also of a theory that gave up
		s.core.addRestored()
	}
	s.assume(assumptions)
	if s.perSolve > 0 {
		s.maxConflicts = s.core.stats.Conflicts + s.perSolve
	} else {
		s.maxConflicts = 1<<63 - 1
	}
	s.core.theory.fresh = true // they may have changed between solves
	s.searching = true
	s.core.theory.search.ctx = ctx
	status := Unsat
	s.simplifyBetween()
	if !s.core.broken {
		s.preprocess()
	}
	if !s.core.broken {
		s.lucky(ctx.Done())
	}
	if !s.core.broken {
		status = s.run(ctx.Done())
	}
	s.searching = false
	s.core.theory.search.ctx = nil
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

// simplifyBetween removes what became true for good, such as clauses whose activation literal was retired,
// when the search since the last time was as much work as looking at all clauses.
func (s *Solver) simplifyBetween() {
	work := int64(len(s.core.db.words)/16 + len(s.core.db.occs))
	if s.core.broken || s.core.trail.fixed() == s.simplify.fixed || s.core.ticks-s.simplify.ticks < 2*work {
		return
	}
	s.core.backtrack(0)
	if s.core.propagateRoot() {
		s.simplify.run()
	}
}

// assume sets the assumptions. Decision level i belongs to the i-th of them;
// the trail of the last solve stays as far as they are the same.
func (s *Solver) assume(assumptions []Lit) {
	same := 0
	for same < len(assumptions) && same < len(s.core.assumptions) &&
		assumptions[same] == s.core.assumptions[same] {
		same++
	}
	if same < len(assumptions) || same < len(s.core.assumptions) {
		s.core.backtrack(same)
		s.core.assumptions = append(s.core.assumptions[:0], assumptions...)
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
			if s.core.order.stable {
				s.restarts.luby.tick()
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
		if s.core.stats.Conflicts >= s.maxConflicts {
			s.stop = StopConflicts
			return Unknown
		}
		switch {
		case s.restarts.due():
			s.restarts.restart()
			continue
		case s.core.stats.Conflicts >= s.rephase.next:
			s.rephase.rephase()
			continue
		case s.core.stats.Conflicts >= s.reduce.next && !s.core.cfg.NoReduce:
			s.reduce.reduce()
			continue
		case s.core.stats.Conflicts >= s.nextInprocess:
			if !s.inprocess() {
				return Unsat
			}
			continue
		}
		s.restarts.switchMode()
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

// interrupted looks at the context and whether the arena is full, and says how much was done.
func (s *Solver) interrupted(done <-chan struct{}) bool {
	if s.core.cfg.Work != nil {
		s.core.cfg.Work(s.core.ticks - s.told)
		s.told = s.core.ticks
	}
	if s.core.db.full {
		s.core.db.full = false
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
func (s *Solver) LimitConflicts(n int64) { s.perSolve = n }

// Value is the value of l in the model. It may be called after Sat, until the
// next call of AddClause or Solve.
func (s *Solver) Value(l Lit) bool {
	if s.state != stateSat {
		panic("sat: Value without a model")
	}
	if s.core.trail.vals[l] == Undef && s.ext.eliminated(l.Var()) {
		return s.ext.extended(l) == True
	}
	return s.core.trail.vals[l] == True
}

// Failed is a subset of the assumptions with which the clauses are unsatisfiable, in no special order; it is
// empty if they are so without any. It may be called after Unsat, until the next call of AddClause or Solve.
// The slice is the caller's.
func (s *Solver) Failed() []Lit {
	if s.state != stateUnsat {
		panic("sat: Failed without Unsat")
	}
	return append([]Lit(nil), s.analysis.failed...)
}

// Fixed is the value that l has in all models, as far as it is known: whether it was assigned at level 0.
func (s *Solver) Fixed(l Lit) Tri {
	if s.core.trail.vars[l>>1].level == 0 {
		return s.core.trail.vals[l]
	}
	return Undef
}
