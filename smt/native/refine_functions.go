package native

import (
	"encoding/binary"

	"whittle.dev/sat"
	"whittle.dev/smt/native/internal/aig"
	"whittle.dev/term"
)

// Congruence closure knows of operands and results that are no elements (numbers, bit-vectors, arrays) only
// those equations that it was told of. A model may make two such operands equal by the way; then the closure
// is told of their equation, which the search decides next (L. de Moura and N. Bjorner, "Model-based theory
// combination", SMT 2007). So of the quadratic number of equations only those matter that some model asks
// for.

// compareApplications compares the results of functions for operands that are equal in the model. Where they
// differ, the closure is told of the equations between them.
func (r *refinement) compareApplications() {
	first := map[string]int32{}
	var key []byte
	for _, id := range r.liveApps {
		app := &r.funcs.apps[id]
		key = binary.AppendUvarint(key[:0], uint64(app.fn))
		for _, a := range app.args {
			key = binary.AppendVarint(key, int64(r.valueOf(a)))
		}
		other, ok := first[string(key)]
		if !ok {
			first[string(key)] = id
			continue
		}
		if r.valueOf(app.result) != r.valueOf(r.funcs.apps[other].result) {
			r.added++
			r.combine(id, other)
		}
	}
}

// combine makes equal operands of two applications have equal results: by the closure, and by a clause if it
// knows all equations already.
func (r *refinement) combine(x, y int32) {
	a, b := r.funcs.apps[x], r.funcs.apps[y]
	news := false
	var clause []sat.Lit
	tell := func(p, q place, sign aig.Lit) {
		l := r.arr.places.equal(p, q)
		news = r.same.connect(r.funcs.element(p), r.funcs.element(q), l) || news
		clause = append(clause, r.cnf.lit(l^sign))
	}
	for i, p := range a.args {
		if p != b.args[i] {
			tell(p, b.args[i], 1)
		}
	}
	tell(a.result, b.result, 0)
	if !news {
		r.cnf.add(clause)
	}
	r.bits.tmp.Release()
}

// functionValue returns the value of a function symbol in the model: a table of the applications in clauses.
func (r *refinement) functionValue(f term.Term) term.Value {
	st := r.bits.st
	sort := st.Sort(f)
	params, result := st.FuncParts(sort)
	var entries []term.FuncEntry
	for _, id := range r.liveApps {
		app := &r.funcs.apps[id]
		if app.fn != f {
			continue
		}
		e := term.FuncEntry{Result: r.sortedValue(app.result, result)}
		for i, a := range app.args {
			e.Args = append(e.Args, r.sortedValue(a, params[i]))
		}
		entries = append(entries, e)
	}
	return st.FuncValue(sort, st.ZeroValue(result), entries...)
}

// numberElements gives the elements that took part in the search their numbers: literals have their own,
// other classes the least that none has. Without a search there are none.
func (r *refinement) numberElements(searched bool) {
	list := r.funcs.elems.list
	class := func(id int) int32 {
		if !searched {
			return -1
		}
		return r.same.class(int32(id))
	}
	if r.elements = r.elements[:0]; len(list) == 0 {
		return
	}
	r.elements = append(r.elements, make([]uint64, len(list))...)
	byClass := map[int32]uint64{}
	used := map[elementKey]bool{}
	for id := range list {
		if e := &list[id]; e.kind == elementFixed {
			used[elementKey{e.sort, e.number}] = true
			if c := class(id); c >= 0 {
				byClass[c] = e.number
			}
		}
	}
	next := map[term.Sort]uint64{}
	for id := range list {
		e, c := &list[id], class(id)
		if e.kind == elementValue || c < 0 {
			continue
		}
		n, ok := byClass[c]
		if !ok {
			n = next[e.sort]
			for used[elementKey{e.sort, n}] {
				n++
			}
			next[e.sort] = n + 1
			byClass[c] = n
		}
		r.elements[id] = n
	}
	// What took no part follows from the rest.
	for id := range list {
		switch e := &list[id]; {
		case e.kind == elementFixed:
			r.elements[id] = e.number
		case e.kind == elementChoice && class(id) < 0:
			from := e.b
			if r.values.value(e.cond) {
				from = e.a
			}
			r.elements[id] = r.elements[from] // of a lower number
		}
	}
}

// element returns the number of an element in the model.
func (r *refinement) element(id int32) uint64 {
	if int(id) >= len(r.elements) {
		return 0
	}
	return r.elements[id]
}
