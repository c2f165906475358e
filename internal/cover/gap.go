package cover

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
)

// Gap is a place at which executions cannot be followed: what comes after it has no goals, or only some.
type Gap struct {
	Pos  source.Pos
	What string
}

// Gaps lists what is not supported of a program, each place once, without library functions, whose code has
// no goals, and without what no execution comes to if none executes edges that are dead.
func Gaps(p *cfa.Program, dead map[cfa.EdgeID]bool) (out []Gap) {
	unreachable := Unreachable(p, dead)
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			op, ok := e.Op.(cfa.Unsupported)
			g := Gap{e.Pos, op.What}
			if ok && !proc.Model && !unreachable[e.Origin] && !slices.Contains(out, g) {
				out = append(out, g)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Gap) int { return a.Pos.Compare(b.Pos) })
	return out
}
