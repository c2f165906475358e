package ltl

// components are the strongly connected components of an automaton.
type components struct {
	of        []int  // by state: the number of its component
	accepting []bool // by component: a run can stay in it and accept
	looping   []bool // by component: it has edges within
}

// findComponents is the algorithm of R. Tarjan ("Depth-first search and linear graph algorithms", 1972) with
// a stack of its own. Components are numbered such that edges between them lead to smaller numbers.
func findComponents(a *Automaton) components {
	n := len(a.Edges)
	c := components{of: make([]int, n)}
	low, index := make([]int, n), make([]int, n) // index: from 1 in the order of the search; 0 is unseen
	next := make([]int, n)                       // by state on the path: the edge to follow
	var path, open []int
	seen := 0
	for root := range n {
		if index[root] != 0 {
			continue
		}
		path = append(path, root)
		for len(path) > 0 {
			v := path[len(path)-1]
			if index[v] == 0 {
				seen++
				index[v], low[v] = seen, seen
				open = append(open, v)
			}
			if next[v] < len(a.Edges[v]) {
				w := a.Edges[v][next[v]].To
				if index[w] == 0 {
					path = append(path, w)
					continue
				}
				low[v] = min(low[v], low[w])
				next[v]++
				continue
			}
			path = path[:len(path)-1]
			if low[v] < index[v] {
				continue
			}
			for done := false; !done; {
				w := open[len(open)-1]
				open = open[:len(open)-1]
				c.of[w] = len(c.accepting)
				low[w] = n + 1 // closed: it is no way back any more
				done = w == v
			}
			c.accepting, c.looping = append(c.accepting, false), append(c.looping, false)
		}
	}
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
