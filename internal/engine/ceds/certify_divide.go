package ceds

import (
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/term"
)

// group is a set of places of two states whose values depend on those of no other place, and what
// the path conditions say of them.
type group struct {
	slots       []int
	left, right []term.Term
}

// divide divides the places of two states of the same shape that are not the same constant in both. What the
// path condition of a says of other symbols is left out, which makes a larger; what that of b says is in the
// first group.
func (q *questions) divide(a, b *multistate.View) []group {
	var slots []int
	for i, v := range a.Values {
		if v != b.Values[i] || !q.st.IsConst(v) {
			slots = append(slots, i)
		}
	}
	parent := make([]int, len(slots)+1) // the last stands for no place
	for i := range parent {
		parent[i] = i
	}
	find := func(i int) int {
		for parent[i] != i {
			i = parent[i]
		}
		return i
	}
	join := func(i, j int) {
		i, j = find(i), find(j)
		parent[max(i, j)] = min(i, j)
	}
	last := len(slots)
	var rest [2]map[term.Term]int // a place that has a symbol, or that a conjunct with it has
	for n, v := range [2]*multistate.View{a, b} {
		at := map[term.Term]int{}
		rest[n] = at
		link := func(sym term.Term, i int) {
			if j, ok := at[sym]; ok {
				join(i, j)
			} else {
				at[sym] = i
			}
		}
		for i, slot := range slots {
			for _, sym := range q.st.Symbols(v.Values[slot]) {
				link(sym, i)
			}
		}
		// Conjuncts join places, also through symbols that no place has.
		for again := true; again; {
			again = false
			for _, c := range v.Conjuncts {
				syms := q.st.Symbols(c)
				i := -1
				for _, sym := range syms {
					if j, ok := at[sym]; ok {
						i = j
					}
				}
				for _, sym := range syms {
					if _, ok := at[sym]; i >= 0 && !ok {
						again = true
					}
					if i >= 0 {
						link(sym, i)
					}
				}
			}
		}
	}
	// Of b nothing is left out.
	for _, c := range b.Conjuncts {
		i := last
		for _, sym := range q.st.Symbols(c) {
			if j, ok := rest[1][sym]; ok {
				i = j
			}
		}
		if i == last && len(slots) > 0 {
			join(last, 0)
		}
	}
	index := map[int]int{}
	var out []group
	of := func(i int) *group {
		r := find(i)
		n, ok := index[r]
		if !ok {
			n = len(out)
			index[r] = n
			out = append(out, group{})
		}
		return &out[n]
	}
	for i, slot := range slots {
		g := of(i)
		g.slots = append(g.slots, slot)
	}
	for n, v := range [2]*multistate.View{a, b} {
		for _, c := range v.Conjuncts {
			i := last
			for _, sym := range q.st.Symbols(c) {
				if j, ok := rest[n][sym]; ok {
					i = j
				}
			}
			switch {
			case i < last && n == 0:
				g := of(i)
				g.left = append(g.left, c)
			case n == 1:
				g := of(i)
				g.right = append(g.right, c)
			}
		}
	}
	return out
}
