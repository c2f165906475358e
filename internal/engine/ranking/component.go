package ranking

import (
	"slices"

	"whittle.dev/internal/ts/flow"
)

// component is a strongly connected part of a graph that has a cycle.
type component struct {
	locs  []int // ascending
	edges []int // ascending, those between the locations
}

// components finds those of the graph with the edges given, after R. Tarjan, "Depth-First Search and Linear
// Graph Algorithms", SIAM Journal on Computing 1(2), 1972.
func components(g *flow.Graph, edges []int) []component {
	out := make([][]int, len(g.Locs))
	for _, e := range edges {
		out[g.Edges[e].From] = append(out[g.Edges[e].From], e)
	}
	number, low := make([]int, len(g.Locs)), make([]int, len(g.Locs))
	of := slices.Repeat([]int{-1}, len(g.Locs))
	onStack := make([]bool, len(g.Locs))
	var stack []int
	next, found := 0, 0
	type frame struct{ loc, edge int }
	for root := range g.Locs {
		if number[root] > 0 {
			continue
		}
		frames := []frame{{root, 0}}
		for len(frames) > 0 {
			f := &frames[len(frames)-1]
			if f.edge == 0 && number[f.loc] == 0 {
				next++
				number[f.loc], low[f.loc] = next, next
				stack, onStack[f.loc] = append(stack, f.loc), true
			}
			if f.edge < len(out[f.loc]) {
				to := g.Edges[out[f.loc][f.edge]].To
				f.edge++
				switch {
				case number[to] == 0:
					frames = append(frames, frame{to, 0})
				case onStack[to]:
					low[f.loc] = min(low[f.loc], number[to])
				}
				continue
			}
			done := *f
			frames = frames[:len(frames)-1]
			if len(frames) > 0 {
				above := frames[len(frames)-1].loc
				low[above] = min(low[above], low[done.loc])
			}
			if low[done.loc] != number[done.loc] {
				continue
			}
			for {
				l := stack[len(stack)-1]
				stack, onStack[l], of[l] = stack[:len(stack)-1], false, found
				if l == done.loc {
					break
				}
			}
			found++
		}
	}
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
