package ltl

import scc "whittle.dev/internal/components"

// components are the strongly connected components of an automaton.
type components struct {
	of        []int  // by state: the number of its component
	accepting []bool // by component: a run can stay in it and accept
	looping   []bool // by component: it has edges within
}

// findComponents finds the components, numbered such that edges between them lead to smaller numbers.
func findComponents(a *Automaton) components {
	of, n := scc.Of(len(a.Edges), func(v, i int) (int, bool) {
		if i == len(a.Edges[v]) {
			return 0, false
		}
		return a.Edges[v][i].To, true
	})
	c := components{of: of, accepting: make([]bool, n), looping: make([]bool, n)}
	c.judge(a)
	return c
}

// judge says which components have edges within, and which have edges with each mark.
func (c *components) judge(a *Automaton) {
	marks := make([]uint64, len(c.accepting))
	for v := range a.Edges {
		for _, e := range a.Edges[v] {
			if c.inner(v, e) {
				c.looping[c.of[v]] = true
				marks[c.of[v]] |= e.Marks
			}
		}
	}
	for i := range marks {
		c.accepting[i] = c.looping[i] && marks[i] == a.allMarks()
	}
}

// inner reports whether an edge of state v stays in its component.
func (c *components) inner(v int, e Edge) bool { return c.of[v] == c.of[e.To] }
