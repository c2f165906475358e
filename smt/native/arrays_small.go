package native

import "whittle.dev/smt/native/internal/aig"

import "whittle.dev/term"

// Arrays of few elements are tables of registers: a vector of literals for each
// element. A write is a multiplexer for each element, a read a tree of
// multiplexers over the bits of the index, and an equation a conjunction. No
// lemma is ever needed.

// Bounds of an array that is kept as a table.
const (
	smallIndex = 4    // bits of the index
	smallTable = 1024 // bits of all elements
)

func (s *Solver) isSmall(n *arrayNode) bool {
	return !s.cfg.LazyArrays && n.iw <= smallIndex && n.ew<<n.iw <= smallTable
}

// elements returns the elements of the array n, whose operands are tables.
func (s *Solver) elements(n *arrayNode) []vecRef {
	out := make([]vecRef, 1<<n.iw)
	for k := range out {
		switch n.kind {
		case aSymbol:
			out[k] = vecRef{s.room(int(n.ew)), n.ew}
			v := s.at(out[k])
			for i := range v {
				v[i] = s.g.Input()
			}
		case aConst:
			out[k] = n.val
		case aStore:
			out[k] = s.chooseRef(s.isIndex(n.idx, k), n.val, s.arr.nodes[n.a].elems[k])
		case aIte:
			out[k] = s.chooseRef(n.cond, s.arr.nodes[n.a].elems[k], s.arr.nodes[n.b].elems[k])
		}
	}
	return out
}

// isIndex returns whether the vector has the value k.
func (s *Solver) isIndex(idx vecRef, k int) aig.Lit {
	l := aig.True
	for i, b := range s.at(idx) {
		l = s.g.And(l, b^aig.Lit(k>>i&1)^1)
	}
	return l
}

// chooseRef returns c ? a : b.
func (s *Solver) chooseRef(c aig.Lit, a, b vecRef) vecRef {
	switch {
	case c == aig.True || a.off == b.off:
		return a
	case c == aig.False:
		return b
	}
	out := vecRef{s.room(int(a.w)), a.w}
	s.g.Choose(s.at(out), c, s.at(a), s.at(b))
	return out
}

// lookUp returns the element of a table at idx.
func (s *Solver) lookUp(elems []vecRef, idx vecRef) vecRef {
	cur := append([]vecRef(nil), elems...)
	for i := range int(idx.w) {
		b := s.at(idx)[i]
		for k := range len(cur) / 2 {
			cur[k] = s.chooseRef(b, cur[2*k+1], cur[2*k])
		}
		cur = cur[:len(cur)/2]
	}
	return cur[0]
}

// equalTables returns whether all elements agree.
func (s *Solver) equalTables(a, b []vecRef) aig.Lit {
	l := aig.True
	for k := range a {
		l = s.g.And(l, s.equalRefs(a[k], b[k]))
	}
	return l
}

// tableValue returns the value of a table in the model.
func (s *Solver) tableValue(elems []vecRef, sort term.Sort) term.Value {
	index, elem := s.st.ArrayParts(sort)
	entries := make([]term.ArrayEntry, len(elems))
	for k, e := range elems {
		at := term.BoolValue(k == 1)
		if index.IsBitVec() {
			at = term.BVValue(index.Width(), uint64(k))
		}
		entries[k] = term.ArrayEntry{Index: at, Elem: s.sortedValue(e, elem)}
	}
	return s.st.ArrayValue(sort, s.st.ZeroValue(elem), entries...)
}
