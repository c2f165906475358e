package native

import (
	"whittle.dev/smt/native/internal/aig"
	"whittle.dev/term"
)

// Arrays of few elements are tables of registers: a vector of literals for each element. A write is a
// multiplexer for each element, a read a tree of multiplexers over the bits of the index, and an equation a
// conjunction. No lemma is ever needed.

// Bounds of an array that is kept as a table.
const (
	smallIndex = 4    // bits of the index
	smallTable = 1024 // bits of all elements
)

func (ar *arrays) isSmall(n *arrayNode) bool {
	return !ar.cfg.LazyArrays && 0 < n.iw && n.iw <= smallIndex && 0 < n.ew && n.ew<<n.iw <= smallTable
}

// elements returns the elements of the array n, whose operands are tables.
func (ar *arrays) elements(n *arrayNode) []place {
	out := make([]place, 1<<n.iw)
	for k := range out {
		switch n.kind {
		case aSymbol:
			if _, elem := ar.st.ArrayParts(n.sort); n.by.kind != atomNone {
				out[k] = ar.places.dependent(elem, n.by)
			} else {
				out[k] = ar.places.free(elem)
			}
		case aConst:
			out[k] = n.val
		case aStore:
			out[k] = ar.places.choose(ar.bits.isIndex(n.idx, k), n.val, ar.nodes[n.a].elems[k])
		case aIte:
			out[k] = ar.places.choose(n.cond, ar.nodes[n.a].elems[k], ar.nodes[n.b].elems[k])
		}
	}
	return out
}

// isIndex returns whether the vector has the value k.
func (bs *vectors) isIndex(idx place, k int) aig.Lit {
	l := aig.True
	for i, b := range bs.at(idx) {
		l = bs.g.And(l, b^aig.Lit(k>>i&1)^1)
	}
	return l
}

// lookUp returns the element of a table at idx.
func (ps *places) lookUp(elems []place, idx place) place {
	cur := append([]place(nil), elems...)
	for i := range int(idx.w) {
		b := ps.bits.at(idx)[i]
		for k := range len(cur) / 2 {
			cur[k] = ps.choose(b, cur[2*k+1], cur[2*k])
		}
		cur = cur[:len(cur)/2]
	}
	return cur[0]
}

// equalTables returns whether all elements agree.
func (ps *places) equalTables(a, b []place) aig.Lit {
	l := aig.True
	for k := range a {
		l = ps.bits.g.And(l, ps.equal(a[k], b[k]))
	}
	return l
}

// tableValue returns the value of a table in the model.
func (r *refinement) tableValue(elems []place, sort term.Sort) term.Value {
	index, elem := r.bits.st.ArrayParts(sort)
	entries := make([]term.ArrayEntry, len(elems))
	for k, e := range elems {
		at := term.BoolValue(k == 1)
		if index.IsBitVec() {
			at = term.BVValue(index.Width(), uint64(k))
		}
		entries[k] = term.ArrayEntry{Index: at, Elem: r.sortedValue(e, elem)}
	}
	return r.bits.st.ArrayValue(sort, r.bits.st.ZeroValue(elem), entries...)
}
