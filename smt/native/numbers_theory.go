package native

import (
	"whittle.dev/sat"
	"whittle.dev/smt/native/internal/aig"
	"whittle.dev/smt/native/internal/arith"
	"whittle.dev/smt/native/internal/linear"
	"whittle.dev/smt/native/internal/numbers"
)

// numberTheory connects the atoms about numbers that are in clauses with a backend that decides them: the
// graph of differences as long as it can take them all, then the simplex. It belongs to one SAT solver.
type numberTheory struct {
	table   *numbers.Table
	places  *places
	cnf     *cnf
	backend linear.Backend // nil before the first atom

	active []bool      // unknowns whose axioms are in clauses
	taken  []takenAtom // what the backend was told
	told   []toldLit   // literals that are assigned
	due    []owner     // what unknowns that take part depend on
}

type takenAtom struct {
	lit sat.Lit
	id  int32 // in table.Atoms
}

type toldLit struct {
	lit   sat.Lit
	level int32
}

var _ sat.Theory = (*numberTheory)(nil)

// reset makes it the theory of a new SAT solver without clauses.
func (n *numberTheory) reset() {
	*n = numberTheory{table: n.table, places: n.places, cnf: n.cnf, active: n.active[:0],
		taken: n.taken[:0], told: n.told[:0]}
}

// activate tells the backend of an atom that got a variable.
func (n *numberTheory) activate(id int32) {
	if ax := n.table.AxiomOf(id); ax != aig.True {
		n.cnf.assert(ax, 0)
	}
	a := &n.table.Atoms[id]
	if len(a.Linear.Terms) == 0 {
		return
	}
	for _, m := range a.Linear.Terms {
		n.activateVar(m.Var)
	}
	if n.backend == nil {
		n.backend = linear.NewDifference(&n.table.Vars)
		n.cnf.sat.AddTheory(n)
	}
	l := n.cnf.lit(n.table.Atoms[id].Lit)
	n.cnf.sat.Reset()
	n.taken = append(n.taken, takenAtom{l, id})
	if !n.backend.Atom(l, n.table.Atoms[id].Linear) {
		n.generalise()
	}
	n.cnf.sat.Observe(n, l.Var())
}

// activateForm puts the axioms of the unknowns of a form into clauses.
func (n *numberTheory) activateForm(f linear.Form) {
	for _, m := range f.Terms {
		n.activateVar(m.Var)
	}
}

func (n *numberTheory) activateVar(v linear.Var) {
	if int(v) >= len(n.active) {
		n.active = append(n.active, make([]bool, n.table.Vars.Len()-len(n.active))...)
	}
	if n.active[v] {
		return
	}
	n.active[v] = true
	if by, ok := n.places.owner[v]; ok {
		n.due = append(n.due, by)
	}
	if ax := n.table.Axiom(v); ax != aig.True {
		n.cnf.assert(ax, 0)
	}
}

// generalise changes to the backend for all atoms, and tells it what the other one knew.
func (n *numberTheory) generalise() {
	n.backend = arith.New(&n.table.Vars, arith.Config{})
	for _, t := range n.taken {
		n.backend.Atom(t.lit, n.table.Atoms[t.id].Linear)
	}
	for _, t := range n.told { // between solves: of level 0
		n.backend.Assign(t.lit, int(t.level))
	}
}

// Assign implements [sat.Theory].
func (n *numberTheory) Assign(l sat.Lit, level int) {
	n.told = append(n.told, toldLit{l, int32(level)})
	n.backend.Assign(l, level)
}

// Propagate implements [sat.Theory].
func (n *numberTheory) Propagate(s *sat.Search) { n.backend.Propagate(s) }

// Explain implements [sat.Theory].
func (n *numberTheory) Explain(l sat.Lit, tag uint32, buf []sat.Lit) []sat.Lit {
	return n.backend.Explain(l, tag, buf)
}

// Backtrack implements [sat.Theory].
func (n *numberTheory) Backtrack(level int) {
	i := len(n.told)
	for i > 0 && n.told[i-1].level > int32(level) {
		i--
	}
	n.told = n.told[:i]
	n.backend.Backtrack(level)
}

// Phase implements [sat.Phaser].
func (n *numberTheory) Phase(v sat.Var) sat.Tri {
	if p, ok := n.backend.(sat.Phaser); ok {
		return p.Phase(v)
	}
	return sat.Undef
}

// FinalCheck implements [sat.Theory].
func (n *numberTheory) FinalCheck(s *sat.Search) { n.backend.FinalCheck(s) }
