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

// SetPhase asks for l to be decided true rather than false. It is a hint: the
// search goes on from there with the values that it meets.
func (s *Solver) SetPhase(l Lit) {
	val := True
	if l.Negated() {
		val = False
	}
	s.hint[l.Var()] = val
	s.saved[l.Var()] = val
}

// Prefer moves v forward in the decision order, as if it had taken part in
// weight conflicts. It is a hint.
func (s *Solver) Prefer(v Var, weight float64) {
	if s.Fixed(v.Pos()) != Undef {
		return
	}
	s.heap.bump(v, weight)
	s.queue.bump(v)
	if s.vals[v.Pos()] == Undef && !s.eliminated(v) {
		s.queue.released(v)
	}
}
