package picture

import (
	"fmt"
	"slices"
)

// Fold returns p without the nodes that say nothing: neither marked nor initial nor bad, with one edge to
// them and one from them. The edges are one then, whose steps are taken one after the other.
func (p Picture) Fold() Picture {
	into, from := map[int][]int{}, map[int][]int{} // indices of edges, by node
	for i, e := range p.Edges {
		into[e.To] = append(into[e.To], i)
		from[e.From] = append(from[e.From], i)
	}
	inChain := map[int]bool{}
	for _, n := range p.Nodes {
		inChain[n.ID] = !n.Marked && !n.Initial && !n.Bad && len(into[n.ID]) == 1 &&
			len(from[n.ID]) == 1 && !p.Edges[into[n.ID][0]].Covered && from[n.ID][0] != into[n.ID][0]
	}
	out := p
	out.Nodes = slices.DeleteFunc(slices.Clone(p.Nodes), func(n Node) bool { return inChain[n.ID] })
	out.Edges = nil
	for _, e := range p.Edges {
		if inChain[e.From] {
			continue
		}
		var chain []string
		e.Steps = slices.Clone(e.Steps)
		for at := e; inChain[at.To]; {
			at = p.Edges[from[at.To][0]]
			chain = append(chain, at.Steps...)
			e.To, e.Covered = at.To, at.Covered
		}
		if len(chain) > 0 {
			e.Steps = []string{chained(append(e.Steps, chain...))}
		}
		out.Edges = append(out.Edges, e)
	}
	return out
}

// maxChained is how many steps of a chain are named.
const maxChained = 4

// chained names steps that are taken one after the other, joined by a ring; of many the first and the last.
func chained(steps []string) string {
	if len(steps) > maxChained {
		steps = []string{steps[0], fmt.Sprintf("%d steps", len(steps)-2), steps[len(steps)-1]}
	}
	text := steps[0]
	for _, s := range steps[1:] {
		text += " ∘ " + s
	}
	return text
}
