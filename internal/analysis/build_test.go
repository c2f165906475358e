package analysis

import (
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/internal/testing/cursor"
)

// graph builds a procedure from edges between locations; those out of a location with several edges are
// Assume true, others Fence. The last location returns.
func graph(t *testing.T, n int, edges [][2]int) (*cursor.Program, *cfa.Proc) {
	t.Helper()
	p := cursor.NewProgram(t)
	proc := p.NewProc("graph", source.Pos{})
	for len(proc.Locs) < n {
		proc.NewLoc(source.Pos{})
	}
	outs := make([]int, n)
	for _, e := range edges {
		outs[e[0]]++
	}
	for _, e := range edges {
		var op cfa.Op = cfa.Fence{}
		if outs[e[0]] > 1 {
			op = cfa.Assume{Cond: p.Terms.True()}
		}
		p.NewEdge(proc, cfa.LocID(e[0]), cfa.LocID(e[1]), op, source.Pos{})
	}
	p.NewEdge(proc, cfa.LocID(n-1), proc.NewLoc(source.Pos{}), cfa.Return{}, source.Pos{})
	p.Entry = proc.ID
	p.Check()
	return p, proc
}
