package ts

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// way is a path from the location of a goal to what it is about.
type way struct {
	guard  term.Term
	inputs []Input
	path   []*cfa.Edge
}

// ways are the paths of a goal: one, unless goals were merged.
func (g *Goal) ways() []way {
	if len(g.merged) > 0 {
		return g.merged
	}
	return []way{{g.Guard, g.Inputs, g.path}}
}

// apply changes the guards.
func (g *Goal) apply(f func(term.Term) term.Term) {
	g.Guard = f(g.Guard)
	g.merged = slices.Clone(g.merged)
	for i := range g.merged {
		g.merged[i].guard = f(g.merged[i].guard)
	}
}

// mergeGoals makes one goal of those that are about the same at the same location and differ
// in the path that leads there within the step.
func (b *builder) mergeGoals() {
	type key struct {
		kind        GoalKind
		process, at int
		edge        cfa.EdgeID
		what        string
	}
	first := map[key]int{}
	var out []Goal
	guards := map[int][]term.Term{}
	for _, g := range b.sys.Goals {
		k := key{g.Kind, g.Process, g.At, g.path[len(g.path)-1].ID, g.What}
		n, ok := first[k]
		if !ok {
			first[k] = len(out)
			guards[len(out)] = []term.Term{g.Guard}
			out = append(out, g)
			continue
		}
		m := &out[n]
		m.merged = append(slices.Clip(m.ways()), g.ways()...)
		guards[n] = append(guards[n], g.Guard)
		for _, in := range g.Inputs {
			if !slices.ContainsFunc(m.Inputs, func(x Input) bool { return x.Sym == in.Sym }) {
				m.Inputs = append(slices.Clip(m.Inputs), in)
			}
		}
	}
	for n := range out {
		out[n].Guard = b.st.Or(guards[n]...)
	}
	b.sys.Goals = out
}
