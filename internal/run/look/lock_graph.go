package look

import (
	"context"
	"fmt"
	"path"

	"whittle.dev/internal/analysis/races"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/picture"
	"whittle.dev/internal/source"
)

// LockPicture is a picture of the locks that are taken while others are held. For that the analysis is made
// once more, of a program in which the places of calls are left.
func LockPicture(ctx context.Context, t engine.Task) (*picture.Album, error) {
	prog, err := pass.Frozen(ctx, t.Program, pass.Options{KeepAccesses: true},
		"resolve", "tail", "inline", "unreachable")
	if err != nil {
		return nil, err
	}
	found, err := races.AnalyseDeadlocks(ctx, prog, true)
	if err != nil {
		return nil, err
	}
	a := &picture.Album{Kind: picture.LockOrder}
	a.Add(lockGraph(prog.Files, found))
	return a, nil
}

// lockGraph has an edge from each lock to those that are taken while it is held.
func lockGraph(files *source.Files, found *races.LockOrder) picture.Picture {
	p := picture.Picture{Title: "the locks that are taken while others are held"}
	number := map[string]int{}
	node := func(name string) int {
		if number[name] == 0 {
			number[name] = len(number) + 1
			p.Nodes = append(p.Nodes, picture.Node{ID: number[name], Called: name})
		}
		return number[name]
	}
	for _, name := range found.Locks {
		node(name)
	}
	edges := map[[2]int]int{} // index of p.Edges
	for _, t := range found.Taken {
		k := [2]int{node(t.Held), node(t.Lock)}
		i, ok := edges[k]
		if !ok {
			i = len(p.Edges)
			edges[k], p.Edges = i, append(p.Edges, picture.Edge{From: k[0], To: k[1]})
		}
		at := fmt.Sprintf("%s:%d", path.Base(files.Name(t.Pos.File)), t.Pos.Line)
		p.Edges[i].Steps = append(p.Edges[i].Steps, at)
	}
	for i := range p.Nodes {
		p.Nodes[i].Marked = leadsBack(p.Edges, p.Nodes[i].ID)
	}
	return p
}

// leadsBack reports whether edges lead from a node to itself.
func leadsBack(edges []picture.Edge, node int) bool {
	seen := map[int]bool{}
	for work := []int{node}; len(work) > 0; work = work[1:] {
		for _, e := range edges {
			if e.From == work[0] && !seen[e.To] {
				seen[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	return seen[node]
}
