package native

import (
	"whittle.dev/sat"
	"whittle.dev/term"
)

// From the gates of assertions to clauses: each assertion once, those of open levels with the
// activation literal of their level.

// encoder keeps the clauses up to date.
type encoder struct {
	st      *term.Store
	cfg     *Config
	stats   *counters
	bits    *vectors
	atoms   *atoms
	places  *places
	asserts *assertions
	theory  *numberTheory
	same    *equalityTheory
	refine  *refinement

	cnf         cnf
	encoded     int // assertions that are in clauses
	encodedDefs int // entries of defined that are in clauses
	hard        int // levels whose assertions are clauses without an activation literal
	stale       bool
	pinned      bool // a theory holds on to literals: clauses are never built anew
	garbage     garbage
}

// encode turns the assertions that are not yet in clauses into clauses. Those of
// levels above hard get the activation literal of their level.
func (e *encoder) encode() {
	e.encodeDefined()
	depth := 0
	for i := e.encoded; i < len(e.asserts.list); i++ {
		for depth < len(e.asserts.levels) && e.asserts.levels[depth].start <= i {
			e.asserts.levels[depth].mark.settle(e.cnf.sat.NumVars())
			depth++
		}
		guard := sat.Lit(0)
		if depth > e.hard {
			l := &e.asserts.levels[depth-1]
			if l.act == 0 {
				l.act = e.cnf.sat.NewVar().Pos()
				e.cnf.sat.Freeze(l.act.Var())
			}
			guard = l.act
		}
		e.cnf.assert(e.asserts.list[i].l, guard)
	}
	e.encoded = len(e.asserts.list)
	for i := range e.asserts.levels {
		e.asserts.levels[i].mark.settle(e.cnf.sat.NumVars())
	}
}

// encodeDefined puts tainted definitions into clauses, although nothing may need them.
func (e *encoder) encodeDefined() {
	for ; e.encodedDefs < len(e.asserts.defined); e.encodedDefs++ {
		t := e.asserts.defined[e.encodedDefs]
		sort := e.st.Sort(t)
		switch {
		case sort.IsBool():
			e.cnf.lit(e.bits.bit(t))
		default:
			e.refine.encode(e.places.of(t))
		}
	}
}

// reusableVars is the size of a SAT solver up to which its memory is used again.
const reusableVars = 1 << 16

// newSAT starts an empty SAT solver.
func (e *encoder) newSAT() {
	if e.cnf.sat != nil {
		e.stats.drop(e.cnf.sat.Statistics())
		e.stats.oldClauses += e.cnf.clauses
	}
	if e.cnf.sat != nil && !e.pinned && e.cnf.sat.NumVars() <= reusableVars {
		e.cnf.sat = sat.NewFrom(e.cfg.SAT, e.cnf.sat)
	} else {
		e.cnf.sat = sat.New(e.cfg.SAT)
	}
	if e.cfg.Conflicts > 0 {
		e.cnf.sat.LimitConflicts(e.cfg.Conflicts)
	}
	e.cnf.reset(e.bits.g, e.cnf.sat)
	e.theory.reset()
	e.same.reset()
	e.encoded, e.encodedDefs, e.hard, e.stale = 0, 0, 0, false
}
