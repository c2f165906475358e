package measures

import (
	"slices"

	scc "whittle.dev/internal/components"
	"whittle.dev/internal/ts/flow"
)

// Component is a strongly connected part of a graph that has a cycle.
type Component struct {
	Locs  []int // ascending
	Edges []int // ascending, those between the locations
}

// Components finds those of the graph with the edges given.
func Components(g *flow.Graph, edges []int) []Component {
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
	list := make([]Component, found)
	for _, e := range edges {
		if c := of[g.Edges[e].From]; c == of[g.Edges[e].To] {
			list[c].Edges = append(list[c].Edges, e)
		}
	}
	for l, c := range of {
		list[c].Locs = append(list[c].Locs, l)
	}
	return slices.DeleteFunc(list, func(c Component) bool { return len(c.Edges) == 0 })
}

// Inner are the indices of the edges between locations.
func Inner(g *flow.Graph) []int {
	var out []int
	for i, e := range g.Edges {
		if e.To != flow.Goal {
			out = append(out, i)
		}
	}
	return out
}
