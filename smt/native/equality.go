package native

import (
	"whittle.dev/internal/congruence"
	"whittle.dev/smt/native/internal/aig"
	"whittle.dev/term"
)

// equalityTheory connects the equations of elements and the applications of functions that are in clauses
// with congruence closure. Elements of it are also the operands and results of functions that have other
// sorts: as far as equations of them are known to it. It belongs to one SAT solver.
type equalityTheory struct {
	elems              *elements
	bits               *vectors
	cnf                *cnf
	*congruence.Theory // nil before the first element

	nodes []congruence.Node // by element, plus one; 0 if it does not take part
	fixed []int32           // literals that take part
	pairs map[uint64]bool   // elements whose equation the closure knows
	funcs map[term.Term]int32
	due   []owner // what elements that take part depend on
}

// reset makes it the theory of a new SAT solver without clauses.
func (e *equalityTheory) reset() {
	clear(e.nodes)
	*e = equalityTheory{elems: e.elems, bits: e.bits, cnf: e.cnf, nodes: e.nodes[:0], fixed: e.fixed[:0]}
}

// closure returns the theory, attached to the SAT solver, which is at level 0.
func (e *equalityTheory) closure() *congruence.Theory {
	if e.Theory == nil {
		e.Theory = &congruence.Theory{}
		e.cnf.sat.AddTheory(e)
	}
	e.cnf.sat.Reset()
	return e.Theory
}

// activate tells the closure of an equation that got a variable.
func (e *equalityTheory) activate(id int32) {
	s := e.elems.same[id]
	e.connect(s.a, s.b, s.lit)
}

// connect tells the closure that l is the equation of two elements. It reports whether that is new.
func (e *equalityTheory) connect(a, b int32, l aig.Lit) (news bool) {
	key := uint64(min(a, b))<<32 | uint64(max(a, b))
	if e.pairs[key] {
		return false
	}
	if e.pairs == nil {
		e.pairs = map[uint64]bool{}
	}
	e.pairs[key] = true
	x, y := e.activateElement(a), e.activateElement(b)
	v := e.cnf.lit(l)
	e.closure().Equality(v, x, y)
	e.cnf.sat.Observe(e, v.Var())
	return true
}

// activateElement makes an element take part, with its axioms.
func (e *equalityTheory) activateElement(id int32) congruence.Node {
	if n := len(e.elems.list); len(e.nodes) < n {
		e.nodes = append(e.nodes, make([]congruence.Node, n-len(e.nodes))...)
	}
	if e.nodes[id] != 0 {
		return e.nodes[id] - 1
	}
	n := e.closure().Node()
	e.nodes[id] = n + 1
	x := e.elems.list[id]
	switch x.kind {
	case elementChoice:
		g := e.bits.g
		e.cnf.assert(g.Implies(x.cond, e.elems.opaque(id, x.a)), 0)
		e.cnf.assert(g.Implies(x.cond.Neg(), e.elems.opaque(id, x.b)), 0)
	case elementFixed:
		for _, other := range e.fixed {
			if e.elems.list[other].sort == x.sort {
				e.connect(id, other, aig.False)
			}
		}
		e.fixed = append(e.fixed, id)
	}
	if x.by.kind != atomNone {
		e.due = append(e.due, x.by)
	}
	return n
}

// apply tells the closure of an application that takes part.
func (e *equalityTheory) apply(fs *functions, id int32) {
	app := &fs.apps[id]
	if e.funcs == nil {
		e.funcs = map[term.Term]int32{}
	}
	fn, ok := e.funcs[app.fn]
	if !ok {
		fn = int32(len(e.funcs))
		e.funcs[app.fn] = fn
	}
	args := make([]congruence.Node, len(app.args))
	for i, a := range app.args {
		args[i] = e.activateElement(fs.element(a))
	}
	result := e.activateElement(fs.element(app.result))
	e.closure().Apply(fn, args, result)
}

// class returns the class of an element in the model, at least 0, or -1 if it took no part.
func (e *equalityTheory) class(id int32) int32 {
	if e.Theory == nil || int(id) >= len(e.nodes) || e.nodes[id] == 0 {
		return -1
	}
	return int32(e.Root(e.nodes[id] - 1))
}
