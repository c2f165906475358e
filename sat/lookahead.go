package sat

import "context"

// Outlook is what follows from a variable being true, and from its being false: how many literals, or -1 for
// a contradiction.
type Outlook struct{ True, False int }

// Lookahead assigns each of some variables in turn under assumptions and propagates, as a look-ahead solver
// does before it branches (Heule, Kullmann, Wieringa and Biere, "Cube and conquer", HVC 2011). Variables
// that have a value under the assumptions, or are eliminated, have the zero Outlook. ok is false if the
// assumptions contradict each other, or ctx ends.
func (s *Solver) Lookahead(ctx context.Context, vars []Var, assumptions ...Lit) (out []Outlook, ok bool) {
	if s.searching {
		panic("sat: Lookahead inside Solve")
	}
	s.state = stateReady
	s.analysis.failed = s.analysis.failed[:0]
	s.ext.need(assumptions)
	if len(s.core.pending) > 0 {
		s.core.addRestored()
	}
	s.core.backtrack(0)
	s.core.assumptions = append(s.core.assumptions[:0], assumptions...)
	s.core.theory.fresh = true
	s.searching, s.core.quiet = true, true
	s.core.theory.search.ctx = ctx
	ticks := s.core.ticks
	defer func() {
		s.core.backtrack(0)
		s.searching, s.core.quiet = false, false
		s.core.theory.search.ctx = nil
		s.core.ticks = ticks // modes count the effort of the search alone
	}()
	for s.core.trail.level() < len(assumptions) {
		if s.propagateAll() != noClause {
			return nil, false
		}
		switch p := assumptions[s.core.trail.level()]; s.core.trail.vals[p] {
		case True:
			s.core.trail.newLevel()
		case False:
			return nil, false
		default:
			s.core.trail.decide(p)
		}
	}
	if s.propagateAll() != noClause {
		return nil, false
	}
	out = make([]Outlook, len(vars))
	for i, v := range vars {
		if ctx.Err() != nil {
			return nil, false
		}
		if s.ext.eliminated(v) || s.core.trail.level() != len(assumptions) {
			continue
		}
		out[i] = Outlook{s.follows(v.Pos()), s.follows(v.Neg())}
	}
	return out, true
}

// follows counts the literals that follow from one, or is -1.
func (s *Solver) follows(l Lit) int {
	level := s.core.trail.level()
	if s.core.trail.vals[l] != Undef || level != len(s.core.assumptions) {
		return 0
	}
	before := len(s.core.trail.lits)
	s.core.trail.decide(l)
	n := -1
	if s.propagateAll() == noClause {
		n = len(s.core.trail.lits) - before
	}
	s.core.backtrack(level)
	s.core.dropConflict()
	return n
}

// MoreActive reports whether a took part in more recent conflicts of stable mode than b.
func (s *Solver) MoreActive(a, b Var) bool { return s.core.order.heap.Less(uint32(a), uint32(b)) }

// Knows reports whether a variable may be named without that eliminated clauses come back.
func (s *Solver) Knows(v Var) bool { return int(v) < len(s.core.trail.vars) && !s.ext.eliminated(v) }
