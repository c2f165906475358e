package ranking

import (
	"slices"

	scc "whittle.dev/internal/components"
	"whittle.dev/internal/ts/flow"
)

// component is a strongly connected part of a graph that has a cycle.
type component struct {
	locs  []int // ascending
	edges []int // ascending, those between the locations
}

// components finds those of the graph with the edges given.
func components(g *flow.Graph, edges []int) []component {
	out := make([][]int, len(g.Locs))
	for _, e := range edges {
		out[g.Edges[e].From] = append(out[g.Edges[e].From], e)
	}
	of, found := scc.Of(len(g.Locs), func(l, i int) (int, bool) {
		if i == len(out[l]) {
			return 0, false
		}
		return g.Edges[out[l][i]].To, true
	})
	list := make([]component, found)
	for _, e := range edges {
		if c := of[g.Edges[e].From]; c == of[g.Edges[e].To] {
			list[c].edges = append(list[c].edges, e)
		}
	}
	for l, c := range of {
		list[c].locs = append(list[c].locs, l)
	}
	return slices.DeleteFunc(list, func(c component) bool { return len(c.edges) == 0 })
}

// inner are the indices of the edges between locations.
func inner(g *flow.Graph) []int {
	var out []int
	for i, e := range g.Edges {
		if e.To != flow.Goal {
			out = append(out, i)
		}
	}
	return out
}
