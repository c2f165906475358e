package sat

// decide opens the next decision level: an assumption, the wish of a theory,
// or the best variable of the mode at hand. It returns Sat if all variables
// have values, Unsat if an assumption is false, else Unknown.
func (s *Solver) decide() Status {
	for s.level() < len(s.assumptions) {
		p := s.assumptions[s.level()]
		switch s.vals[p] {
		case True:
			s.newLevel() // empty, so that level i belongs to assumption i
		case False:
			s.analyzeFinal(p)
			return Unsat
		default:
			s.decideLit(p)
			return Unknown
		}
	}
	if l := s.theory.decide(s); l != 0 {
		if s.eliminated(l.Var()) {
			s.restore(l.Var())
			return Unknown // its clauses come first
		}
		s.stats.Decisions++
		s.decideLit(l)
		return Unknown
	}
	v := s.nextVar()
	if v == 0 {
		return Sat
	}
	s.stats.Decisions++
	s.decideLit(s.phase(v))
	return Unknown
}

// nextVar is the unassigned variable to decide next, or 0.
func (s *Solver) nextVar() Var {
	if s.stable {
		for len(s.heap.heap) > 0 {
			v := s.heap.heap[0]
			if s.vals[v.Pos()] == Undef {
				return v
			}
			s.heap.pop()
		}
		return 0
	}
	v := s.queue.search
	for v != 0 && s.vals[v.Pos()] != Undef {
		v = s.queue.prev[v]
	}
	if v != 0 {
		s.queue.search = v
	}
	return v
}

// firstPhase is the value that variables are first decided to.
func (s *Solver) firstPhase() Tri {
	if s.cfg.Phase {
		return True
	}
	return False
}

// phase is the literal of v to decide.
func (s *Solver) phase(v Var) Lit {
	p := Undef
	if s.stable {
		p = s.target[v]
	}
	if p == Undef {
		p = s.saved[v]
	}
	return MkLit(v, p != True)
}
