package native

import "whittle.dev/smt"

// What a popped level, or the assumptions of a check, needed stays behind as gates and variables. Clauses
// that define them are harmless but the SAT solver still gives every variable a value. When the garbage
// outweighs what is alive the clauses are built anew from the gates, and, at a larger scale, the gates from
// the terms. Both cost as much as what is alive, and are rare enough to be paid for by the work that made the
// garbage.

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

	// hardGates is the size of the network up to which assertions of open levels become clauses without
	// activation literal, so that Pop makes all clauses stale.
	hardGates = 1 << 11
)

func (e *encoder) markGarbage() garbageMark {
	m := garbageMark{garbage: e.garbage, numVars: e.cnf.sat.NumVars(), numGates: e.bits.g.Len()}
	if e.encoded < len(e.asserts.list) {
		m.numVars = -1 // assertions below are not yet in clauses
	}
	return m
}

// settle fills in what a mark does not know: the next assertion is of its level.
func (m *garbageMark) settle(vars int) {
	if m.numVars < 0 {
		m.numVars = vars
	}
}

// popGarbage counts what was made since the mark as garbage.
func (e *encoder) popGarbage(m garbageMark) {
	if m.numVars >= 0 {
		e.garbage.vars = m.vars + e.cnf.sat.NumVars() - m.numVars
	}
	if m.numGates >= 0 {
		e.garbage.gates = m.gates + e.bits.g.Len() - m.numGates
	}
}

// collectGates starts afresh from the terms if that pays. The reason is not
// empty if the assertions cannot be translated for lack of memory.
func (e *encoder) collectGates() (reason string) {
	live := e.bits.g.Len() - e.garbage.gates
	if !e.pinned && (e.bits.g.Full || e.garbage.gates > 2*live+minGarbageGates && !e.cfg.KeepGarbage) {
		e.rebuildGates()
	}
	if e.bits.g.Full {
		return smt.ReasonMemory
	}
	return ""
}

// collectClauses starts afresh from the gates if that is necessary or pays.
func (e *encoder) collectClauses() {
	if e.pinned {
		return
	}
	vars := e.cnf.sat.NumVars()
	live := vars - e.garbage.vars - e.garbage.soft
	if e.stale || !e.cfg.KeepGarbage &&
		(e.garbage.vars > 2*live+minGarbageVars || e.garbage.soft > 4*live+minSoftGarbage) {
		e.rebuildClauses()
	}
}

// rebuildClauses drops all clauses; encode adds those that are needed.
func (e *encoder) rebuildClauses() {
	e.stats.restarts++
	e.newSAT()
	e.refine.deactivate()
	e.garbage.vars, e.garbage.soft = 0, 0
	for i := range e.asserts.levels {
		l := &e.asserts.levels[i]
		l.act = 0
		l.mark.vars, l.mark.soft, l.mark.numVars = 0, 0, -1
	}
	if e.bits.g.Len() <= hardGates && !e.cfg.KeepGarbage {
		e.hard = len(e.asserts.levels)
	}
}

// rebuildGates drops all gates and clauses, and translates the assertions again.
func (e *encoder) rebuildGates() {
	e.bits.reset()
	e.asserts.blaster.dividers = nil
	e.atoms.list = e.atoms.list[:0]
	e.places.reset()
	e.refine.reset()
	e.asserts.defined = e.asserts.defined[:0]
	e.garbage = garbage{}
	for i := range e.asserts.levels {
		e.asserts.levels[i].mark.garbage = garbage{}
	}
	old := e.asserts.list
	e.asserts.list = e.asserts.list[:0:0]
	e.asserts.refused = 0
	depth := 0
	for i, a := range old {
		for depth < len(e.asserts.levels) && e.asserts.levels[depth].start <= i {
			e.asserts.levels[depth].mark.numGates = e.bits.g.Len()
			depth++
		}
		if depth == 0 {
			_ = e.asserts.assertPermanent(a.t) // an error is remembered in the assertion
		} else {
			_ = e.asserts.assertOne(a.t)
		}
	}
	for ; depth < len(e.asserts.levels); depth++ {
		e.asserts.levels[depth].mark.numGates = e.bits.g.Len()
	}
	e.rebuildClauses()
}
