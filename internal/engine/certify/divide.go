package certify

import (
	"slices"

	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/term"
)

// Dividing a question.
//
// Whether all values of a state a are values of a state b is asked apart for places that no symbol connects,
// neither directly nor through the path conditions (section 3.2). The symbols of a and those of b are
// different variables, whatever they are called.

// group is a set of places of two states whose values depend on those of no other place, and what
// the path conditions say of them.
type group struct {
	places      []int
	left, right []term.Term // conjuncts of a and of b
}

// item is a place of two states, with its values, or a conjunct of one of them.
type item struct {
	place int          // -1: a conjunct
	terms [2]term.Term // of a and of b; None: the conjunct is of the other one
}

// divide divides the places of two states of the same shape that are not the same constant in both. What the
// path condition of a says of no place is left out, which makes a larger; what that of b says is in the first
// group. There is one group at least.
func (q *questions) divide(a, b *multistate.View) []group {
	var items []item
	for i, v := range a.Values {
		if w := b.Values[i]; v != w || !q.st.IsConst(v) {
			items = append(items, item{i, [2]term.Term{v, w}})
		}
	}
	for _, c := range a.Conjuncts {
		items = append(items, item{-1, [2]term.Term{c, term.None}})
	}
	for _, c := range b.Conjuncts {
		items = append(items, item{-1, [2]term.Term{term.None, c}})
	}
	var groups []group
	grouped := make([]bool, len(items))
	neighbours := q.neighbours(items)
	for i := range items {
		if items[i].place < 0 || grouped[i] {
			continue
		}
		var g group
		for _, n := range component(i, neighbours, grouped) {
			g.add(items[n])
		}
		groups = append(groups, g)
	}
	if len(groups) == 0 {
		groups = make([]group, 1)
	}
	for i, it := range items {
		if !grouped[i] && it.terms[1] != term.None {
			groups[0].add(it)
		}
	}
	return groups
}

func (g *group) add(it item) {
	switch {
	case it.place >= 0:
		g.places = append(g.places, it.place)
	case it.terms[0] != term.None:
		g.left = append(g.left, it.terms[0])
	default:
		g.right = append(g.right, it.terms[1])
	}
}

// neighbours lists for each item those that have a symbol with it in common.
func (q *questions) neighbours(items []item) [][]int {
	type variable struct {
		side int
		sym  term.Term
	}
	last := map[variable]int{} // the last item that has it, which is enough to connect all
	out := make([][]int, len(items))
	for i, it := range items {
		for side, t := range it.terms {
			if t == term.None {
				continue
			}
			for _, sym := range q.st.Symbols(t) {
				v := variable{side, sym}
				if j, ok := last[v]; ok {
					out[i], out[j] = append(out[i], j), append(out[j], i)
				}
				last[v] = i
			}
		}
	}
	return out
}

// component returns the items that are connected with one, in their order, and marks them as seen.
func component(first int, neighbours [][]int, seen []bool) []int {
	out := []int{first}
	seen[first] = true
	for n := 0; n < len(out); n++ {
		for _, j := range neighbours[out[n]] {
			if !seen[j] {
				seen[j] = true
				out = append(out, j)
			}
		}
	}
	slices.Sort(out)
	return out
}
