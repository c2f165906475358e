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
	return !ar.cfg.LazyArrays && n.iw <= smallIndex && n.ew<<n.iw <= smallTable
}

// elements returns the elements of the array n, whose operands are tables.
func (ar *arrays) elements(n *arrayNode) []vecRef {
	out := make([]vecRef, 1<<n.iw)
	for k := range out {
		switch n.kind {
		case aSymbol:
			out[k] = vecRef{ar.bits.room(int(n.ew)), n.ew}
			v := ar.bits.at(out[k])
			for i := range v {
				v[i] = ar.bits.g.Input()
			}
		case aConst:
			out[k] = n.val
		case aStore:
			out[k] = ar.bits.chooseRef(ar.bits.isIndex(n.idx, k), n.val, ar.nodes[n.a].elems[k])
		case aIte:
			out[k] = ar.bits.chooseRef(n.cond, ar.nodes[n.a].elems[k], ar.nodes[n.b].elems[k])
		}
	}
	return out
}

// isIndex returns whether the vector has the value k.
func (bs *vectors) isIndex(idx vecRef, k int) aig.Lit {
	l := aig.True
	for i, b := range bs.at(idx) {
		l = bs.g.And(l, b^aig.Lit(k>>i&1)^1)
	}
	return l
}

// chooseRef returns c ? a : b.
func (bs *vectors) chooseRef(c aig.Lit, a, b vecRef) vecRef {
	switch {
	case c == aig.True || a.off == b.off:
		return a
	case c == aig.False:
		return b
	}
	out := vecRef{bs.room(int(a.w)), a.w}
	bs.g.Choose(bs.at(out), c, bs.at(a), bs.at(b))
	return out
}

// lookUp returns the element of a table at idx.
func (bs *vectors) lookUp(elems []vecRef, idx vecRef) vecRef {
	cur := append([]vecRef(nil), elems...)
	for i := range int(idx.w) {
		b := bs.at(idx)[i]
		for k := range len(cur) / 2 {
			cur[k] = bs.chooseRef(b, cur[2*k+1], cur[2*k])
		}
		cur = cur[:len(cur)/2]
	}
	return cur[0]
}

// equalTables returns whether all elements agree.
func (bs *vectors) equalTables(a, b []vecRef) aig.Lit {
	l := aig.True
	for k := range a {
		l = bs.g.And(l, bs.equalRefs(a[k], b[k]))
	}
	return l
}

// tableValue returns the value of a table in the model.
func (r *refinement) tableValue(elems []vecRef, sort term.Sort) term.Value {
	index, elem := r.bits.st.ArrayParts(sort)
	entries := make([]term.ArrayEntry, len(elems))
	for k, e := range elems {
		at := term.BoolValue(k == 1)
		if index.IsBitVec() {
			at = term.BVValue(index.Width(), uint64(k))
		}
		entries[k] = term.ArrayEntry{Index: at, Elem: r.values.sortedValue(e, elem)}
	}
	return r.bits.st.ArrayValue(sort, r.bits.st.ZeroValue(elem), entries...)
}
