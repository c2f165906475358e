package sat

// Lucky phases: before the first search of a large formula all variables are
// decided alike, in the order of their numbers or against it, with propagation
// in between. Some formulas, such as unrolled systems that can stay idle, are
// satisfied by that (Biere, CaDiCaL 2019). Each attempt ends with its first
// conflict, so on other formulas it costs little.

const luckyVars = 5000 // formulas with fewer variables are searched at once

// lucky leaves a complete assignment without conflict on the trail, if it finds
// one. It goes back to level 0 otherwise.
func (s *Solver) lucky(done <-chan struct{}) {
	if s.stats.Conflicts > 0 || len(s.vars) < luckyVars || s.theory.active() || len(s.assumptions) > 0 {
		return
	}
	s.backtrack(0)
	if !s.propagateRoot() {
		return
	}
	saved := s.ticks
	s.quiet = true
	defer func() {
		s.quiet = false
		s.ticks = saved // modes count the effort of the search alone
	}()
	for _, upwards := range []bool{true, false} {
		for _, negate := range []bool{true, false} {
			if s.tryLuck(upwards, negate, done) {
				s.stats.Lucky++
				return
			}
			s.backtrack(0)
		}
	}
}

// tryLuck decides all variables. It returns false after a conflict or when the
// context is done.
func (s *Solver) tryLuck(upwards, negate bool, done <-chan struct{}) bool {
	n := Var(len(s.vars))
	for i := Var(1); i < n; i++ {
		v := i
		if !upwards {
			v = n - i
		}
		if s.vals[v.Pos()] != Undef || s.eliminated(v) {
			continue
		}
		s.decideLit(MkLit(v, negate))
		if s.propagate() != noClause {
			return false
		}
		if i%1024 == 0 {
			select {
			case <-done:
				return false
			default:
			}
		}
	}
	return true
}
