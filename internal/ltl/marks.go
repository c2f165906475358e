package ltl

import "slices"

// settleMarks takes the marks off all edges on which they mean nothing, and has as few marks as it can.
//
// Marks on edges between components are noise, since a run takes such an edge only once, and so are those in
// components that do not accept. Without them more states are alike. In a component that accepts, a mark is
// superfluous if each edge within has it, or each edge that has another mark, which is kept. Marks go one at
// a time: two equal ones must not both go because of the other. What is left is numbered from 0 in each
// component, and there the marks above are on every edge. A component that does not accept must go on to
// lack one: so there is at least one mark if there is such a component.
func settleMarks(a *Automaton) {
	c := findComponents(a)
	needed := make([][]int, len(c.accepting))
	marks := 0
	for i := range needed {
		if c.accepting[i] {
			needed[i] = neededMarks(a, &c, i)
			marks = max(marks, len(needed[i]))
		} else if c.looping[i] {
			marks = max(marks, 1)
		}
	}
	a.Marks = marks
	for v, list := range a.Edges {
		for k := range list {
			e := &list[k]
			if i := c.of[v]; c.inner(v, *e) && c.accepting[i] {
				e.Marks = renumber(e.Marks, needed[i]) | a.allMarks()&^(1<<len(needed[i])-1)
			} else {
				e.Marks = 0
			}
		}
	}
}

// neededMarks are the marks that are kept in a component that accepts, ascending.
func neededMarks(a *Automaton, c *components, component int) []int {
	var sets []uint64 // the marks of edges within, each set once
	for v, list := range a.Edges {
		if c.of[v] != component {
			continue
		}
		for _, e := range list {
			if c.inner(v, e) && !slices.Contains(sets, e.Marks) {
				sets = append(sets, e.Marks)
			}
		}
	}
	kept := a.allMarks()
	for i := range a.Marks {
		with := a.allMarks() // the marks whose edges all have mark i
		everywhere := true
		for _, s := range sets {
			if s>>i&1 == 0 {
				with &^= s
				everywhere = false
			}
		}
		if everywhere || with&kept&^(1<<i) != 0 {
			kept &^= 1 << i
		}
	}
	var out []int
	for i := range a.Marks {
		if kept>>i&1 != 0 {
			out = append(out, i)
		}
	}
	return out
}

// renumber makes mark i of the mark from[i].
func renumber(marks uint64, from []int) uint64 {
	var out uint64
	for i, f := range from {
		out |= marks >> f & 1 << i
	}
	return out
}
