package native

import (
	"slices"

	"whittle.dev/smt/native/internal/aig"
)

// Activation: what the clauses depend on takes part in the search. As soon as the input of an atom gets a
// variable, the values that the atom is about get variables and axioms too, down to reads and applications
// whose results they are. So the model of the clauses is complete for all that refinement and theories look
// at; what the clauses do not depend on costs nothing.

// activate activates the atoms whose inputs got a variable, and what is due by that.
func (r *refinement) activate() {
	r.grow()
	for {
		switch {
		case len(r.cnf.atoms) > 0:
			gate := r.cnf.atoms[len(r.cnf.atoms)-1]
			r.cnf.atoms = r.cnf.atoms[:len(r.cnf.atoms)-1]
			at := r.arr.atoms.at(gate)
			r.activateOwner(owner{at.kind, at.id})
		case len(r.theory.due) > 0:
			by := r.theory.due[len(r.theory.due)-1]
			r.theory.due = r.theory.due[:len(r.theory.due)-1]
			r.activateOwner(by)
		case len(r.same.due) > 0:
			by := r.same.due[len(r.same.due)-1]
			r.same.due = r.same.due[:len(r.same.due)-1]
			r.activateOwner(by)
		default:
			return
		}
	}
}

// grow makes room for what was made since the last time.
func (r *refinement) grow() {
	r.readActive = grown(r.readActive, len(r.arr.reads))
	r.eqActive = grown(r.eqActive, len(r.arr.eqs))
	r.nodeActive = grown(r.nodeActive, len(r.arr.nodes))
	r.appActive = grown(r.appActive, len(r.funcs.apps))
}

func grown(list []bool, n int) []bool {
	if len(list) < n {
		list = append(list, make([]bool, n-len(list))...)
	}
	return list
}

// activateOwner activates a read, an equation, an application or a comparison.
func (r *refinement) activateOwner(by owner) {
	id := by.id
	switch by.kind {
	case atomNumber:
		r.theory.activate(id)
	case atomSame:
		r.same.activate(id)
	case atomRead:
		if r.readActive[id] {
			return
		}
		r.readActive[id] = true
		r.liveReads = append(r.liveReads, id)
		read := r.arr.reads[id]
		r.encode(read.idx)
		r.share(read.idx)
		r.encode(read.elem)
		r.activateArray(read.arr)
	case atomEq:
		if r.eqActive[id] {
			return
		}
		r.eqActive[id] = true
		r.liveEqs = append(r.liveEqs, id)
		r.cnf.assert(r.arr.eqs[id].axiom, 0)
		r.activateArray(r.arr.eqs[id].a)
		r.activateArray(r.arr.eqs[id].b)
	case atomApply:
		if r.appActive[id] {
			return
		}
		r.appActive[id] = true
		r.liveApps = append(r.liveApps, id)
		app := &r.funcs.apps[id]
		for _, a := range app.args {
			r.encode(a)
			r.share(a)
		}
		r.encode(app.result)
		r.same.apply(r.funcs, id)
	}
}

// encode gives a value variables.
func (r *refinement) encode(p place) {
	switch p.w {
	case inForms:
		r.theory.activateForm(r.arr.places.form(p))
	case inElements:
		r.same.activateElement(int32(p.off))
	case inArrays:
		r.activateArray(int32(p.off))
	default:
		for _, l := range r.bits.at(p) {
			if !l.IsConst() {
				r.cnf.need(l)
			}
		}
		r.cnf.define()
	}
}

// share makes the equations of an array that is an operand or an index with others of its sort take part, so
// that the model tells which are the same.
func (r *refinement) share(p place) {
	if p.w != inArrays || slices.Contains(r.shared, int32(p.off)) {
		return
	}
	id := int32(p.off)
	for _, other := range r.shared {
		if r.arr.nodes[other].sort == r.arr.nodes[id].sort {
			if l := r.arr.equal(other, id); !l.IsConst() {
				r.cnf.lit(l)
			}
		}
	}
	r.shared = append(r.shared, id)
	r.grow()
}

// activateArray gives variables to all indices, elements and choices below an array.
func (r *refinement) activateArray(id int32) {
	a := r.arr
	r.nodeActive = grown(r.nodeActive, len(a.nodes))
	stack := []int32{id}
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if r.nodeActive[id] {
			continue
		}
		r.nodeActive[id] = true
		n := a.nodes[id]
		if n.by.kind != atomNone {
			r.theory.due = append(r.theory.due, n.by)
		}
		if n.elems != nil {
			for _, e := range n.elems {
				r.encode(e)
			}
			continue
		}
		switch n.kind {
		case aConst:
			r.encode(n.val)
		case aStore:
			r.encode(n.idx)
			r.share(n.idx)
			r.encode(n.val)
			stack = append(stack, n.a)
		case aIte:
			if n.cond != aig.True {
				r.cnf.lit(n.cond)
			}
			stack = append(stack, n.b, n.a)
		}
	}
}

// deactivate forgets which atoms are in clauses, because there are no clauses.
func (r *refinement) deactivate() {
	clear(r.readActive)
	clear(r.eqActive)
	clear(r.nodeActive)
	clear(r.appActive)
	r.liveReads, r.liveEqs, r.liveApps = r.liveReads[:0], r.liveEqs[:0], r.liveApps[:0]
	r.shared = r.shared[:0]
	r.infinite = false
}
