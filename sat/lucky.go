package sat

// Lucky phases: before the first search of a large formula all variables are decided alike, in the order of
// their numbers or against it, with propagation in between. Some formulas, such as unrolled systems that can
// stay idle, are satisfied by that (Biere, CaDiCaL 2019). Each attempt ends with its first conflict, so on
// other formulas it costs little.

const luckyVars = 5000 // formulas with fewer variables are searched at once

// lucky leaves a complete assignment without conflict on the trail, if it finds
// one. It goes back to level 0 otherwise.
func (s *Solver) lucky(done <-chan struct{}) {
	if s.core.stats.Conflicts > 0 || len(s.core.trail.vars) < luckyVars || s.core.theory.active() ||
		len(s.core.assumptions) > 0 {
		return
	}
	s.core.backtrack(0)
	if !s.core.propagateRoot() {
		return
	}
	saved := s.core.ticks
	s.core.quiet = true
	defer func() {
		s.core.quiet = false
		s.core.ticks = saved // modes count the effort of the search alone
	}()
	for _, upwards := range []bool{true, false} {
		for _, negate := range []bool{true, false} {
			if s.tryLuck(upwards, negate, done) {
				s.core.stats.Lucky++
				return
			}
			s.core.backtrack(0)
		}
	}
}

// tryLuck decides all variables. It returns false after a conflict or when the context is done.
func (s *Solver) tryLuck(upwards, negate bool, done <-chan struct{}) bool {
	n := Var(len(s.core.trail.vars))
	for i := Var(1); i < n; i++ {
		v := i
		if !upwards {
			v = n - i
		}
		if s.core.trail.vals[v.Pos()] != Undef || s.ext.eliminated(v) {
			continue
		}
		s.core.trail.decide(MkLit(v, negate))
		if s.core.propagate() != noClause {
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
