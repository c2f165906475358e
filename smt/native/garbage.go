package native

import "whittle.dev/smt"

// What a popped level, or the assumptions of a check, needed stays behind as
// gates and variables. Clauses that define them are harmless but the SAT solver still
// gives every variable a value. When the garbage outweighs what is alive the
// clauses are built anew from the gates, and, at a larger scale, the gates
// from the terms. Both cost as much as what is alive, and are rare enough to be
// paid for by the work that made the garbage.

// garbage counts what no assertion in force needs.
type garbage struct {
	vars  int // SAT variables of popped levels
	gates int // gates of popped levels
	soft  int // variables of assumptions of past checks, which may come again
}

// garbageMark is the state at a Push.
type garbageMark struct {
	garbage
	numVars, numGates int // -1: not known since the last new start
}

const (
	minGarbageVars  = 256
	minGarbageGates = 1 << 16
	minSoftGarbage  = 1 << 14

	// hardGates is the size of the network up to which assertions of open
	// levels become clauses without activation literal, so that Pop
	// makes all clauses stale.
	hardGates = 1 << 11
)

func (s *Solver) markGarbage() garbageMark {
	m := garbageMark{garbage: s.garbage, numVars: s.sat.NumVars(), numGates: s.g.Len()}
	if s.encoded < len(s.asserted) {
		m.numVars = -1 // assertions below are not yet in clauses
	}
	return m
}

// settle fills in what a mark does not know: the next assertion is of its level.
func (m *garbageMark) settle(s *Solver) {
	if m.numVars < 0 {
		m.numVars = s.sat.NumVars()
	}
}

// popGarbage counts what was made since the mark as garbage.
func (s *Solver) popGarbage(m garbageMark) {
	if m.numVars >= 0 {
		s.garbage.vars = m.vars + s.sat.NumVars() - m.numVars
	}
	if m.numGates >= 0 {
		s.garbage.gates = m.gates + s.g.Len() - m.numGates
	}
}

// collectGates starts afresh from the terms if that pays. The reason is not
// empty if the assertions cannot be translated for lack of memory.
func (s *Solver) collectGates() (reason string) {
	live := s.g.Len() - s.garbage.gates
	if s.order == nil && (s.g.Full || s.garbage.gates > 2*live+minGarbageGates && !s.cfg.KeepGarbage) {
		s.rebuildGates()
	}
	if s.g.Full {
		return smt.ReasonMemory
	}
	return ""
}

// collectClauses starts afresh from the gates if that is necessary or pays.
func (s *Solver) collectClauses() {
	if s.order != nil {
		return
	}
	vars := s.sat.NumVars()
	live := vars - s.garbage.vars - s.garbage.soft
	if s.stale || !s.cfg.KeepGarbage &&
		(s.garbage.vars > 2*live+minGarbageVars || s.garbage.soft > 4*live+minSoftGarbage) {
		s.rebuildClauses()
	}
}

// rebuildClauses drops all clauses; encode adds those that are needed.
func (s *Solver) rebuildClauses() {
	s.stats.restarts++
	s.newSAT()
	s.arr.deactivate()
	s.garbage.vars, s.garbage.soft = 0, 0
	for i := range s.levels {
		l := &s.levels[i]
		l.act = 0
		l.mark.vars, l.mark.soft, l.mark.numVars = 0, 0, -1
	}
	if s.g.Len() <= hardGates && !s.cfg.KeepGarbage {
		s.hard = len(s.levels)
	}
}

// rebuildGates drops all gates and clauses, and translates the assertions again.
func (s *Solver) rebuildGates() {
	s.settle()
	s.g.Reset()
	s.table.Reset()
	s.slab = s.slab[:0]
	s.dividers = nil
	s.arr.reset()
	s.defined = s.defined[:0]
	s.garbage = garbage{}
	for i := range s.levels {
		s.levels[i].mark.garbage = garbage{}
	}
	old := s.asserted
	s.asserted = s.asserted[:0:0]
	s.refused = 0
	depth := 0
	for i, a := range old {
		for depth < len(s.levels) && s.levels[depth].start <= i {
			s.levels[depth].mark.numGates = s.g.Len()
			depth++
		}
		if depth == 0 {
			_ = s.assertPermanent(a.t) // an error is remembered in the assertion
		} else {
			_ = s.assertOne(a.t)
		}
	}
	for ; depth < len(s.levels); depth++ {
		s.levels[depth].mark.numGates = s.g.Len()
	}
	s.rebuildClauses()
}
