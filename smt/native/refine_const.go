package native

import (
	"whittle.dev/sat"
	"whittle.dev/smt"
	"whittle.dev/smt/native/internal/aig"
	"whittle.dev/term"
)

// Constant arrays bound the model at infinitely many, or at least at very many, indices that no entry speaks
// of. Arrays that true equations, stores and choices connect agree there, so two constant arrays among them
// must have the same element, unless the stores between them cover all indices. One further index, that
// nothing else uses, shows the clash; if there is no such index, all are tried.

// joinConstants finds the components of connected arrays, lets constant arrays
// of different elements clash, and settles the default element of each component.
func (r *refinement) joinConstants() {
	var clashing []int32 // constant arrays that differ from the first of their component
	unite := func(a, b int32) {
		a, b = r.find(a), r.find(b)
		if a == b {
			return
		}
		ia, ib := r.info[a], r.info[b]
		ib.root = a
		if !ia.hasDflt {
			ia.dflt, ia.hasDflt, ia.is = ib.dflt, ib.hasDflt, ib.is
		}
	}
	for _, id := range r.relevant {
		in := r.info[id]
		if in.below >= 0 {
			unite(in.below, id)
		}
		for _, l := range in.equal {
			unite(l.to, id)
		}
	}
	for _, id := range r.relevant {
		if n := &r.arr.nodes[id]; n.kind == aConst {
			root := r.info[r.find(id)]
			if r.valueOf(n.val) != r.valueOf(root.dflt) {
				clashing = append(clashing, id)
			}
		}
	}
	for _, id := range clashing {
		r.clash(id)
	}
}

// find returns the representative of the component of an array.
func (r *refinement) find(id int32) int32 {
	for r.info[id].root != id {
		up := r.info[r.info[id].root].root
		r.info[id].root = up
		id = up
	}
	return id
}

// clash sends further entries from the constant arrays of the component of id.
func (r *refinement) clash(id int32) {
	root := r.find(id)
	index, _ := r.bits.st.ArrayParts(r.arr.nodes[id].sort)
	w := int(r.arr.nodes[id].iw)
	used := map[int32]bool{}
	for i := range r.entries {
		used[r.entries[i].at] = true
	}
	for _, a := range r.relevant {
		if r.arr.nodes[a].kind == aStore {
			used[r.info[a].at] = true
		}
	}
	switch {
	case isNumber(index):
		for x := int64(0); ; x++ {
			if v, ok := r.numbers.lookup(uint64(x)); !ok || !used[v] {
				r.sendConstants(root, r.arr.places.integer(x))
				return
			}
		}
	case index.IsUninterpreted():
		r.sendConstants(root, r.beyond(index))
		return
	case w == 0:
		r.reason = smt.ReasonUnsupported + ": constant arrays with indices of sort " +
			r.bits.st.SortString(index)
		return
	}
	if w >= 31 || 1<<w > len(used) {
		for x := uint64(0); ; x++ {
			if v, ok := r.numbers.lookup(x); !ok || !used[v] {
				r.sendConstants(root, r.vector(w, x))
				return
			}
		}
	}
	for x := range uint64(1) << w {
		r.sendConstants(root, r.vector(w, x))
	}
}

// beyond returns an element of an uninterpreted sort other than the indices of all stores, as if the sort had
// infinitely many. A formula can demand fewer: a refutation does not count then.
func (r *refinement) beyond(sort term.Sort) place {
	p := r.arr.places.free(sort)
	r.encode(p)
	for _, id := range r.relevant {
		n := &r.arr.nodes[id]
		if index, _ := r.bits.st.ArrayParts(n.sort); n.kind == aStore && index == sort {
			r.cnf.add([]sat.Lit{r.cnf.lit(r.arr.places.equal(p, n.idx).Neg())})
		}
	}
	r.infinite = true
	return p
}

// vector returns the place of a number of w bits.
func (r *refinement) vector(w int, x uint64) place {
	v := r.bits.tmp.Get(w)
	for i := range v {
		v[i] = aig.False
		if i < 64 {
			v[i] = aig.Lit(x >> i & 1)
		}
	}
	return place{r.bits.keep(v), int32(w)}
}

// sendConstants makes an entry at an index for each constant array of a component.
func (r *refinement) sendConstants(root int32, idx place) {
	at := r.valueOf(idx)
	for _, id := range r.relevant {
		if n := &r.arr.nodes[id]; n.kind == aConst && r.find(id) == root {
			r.insert(entry{arr: id, at: at, is: r.valueOf(n.val), idx: idx, elem: n.val, from: -1, over: -1,
				cond: aig.True})
		}
	}
	r.travel()
}
