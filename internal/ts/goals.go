package ts

import (
	"maps"
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
		out[n].Guard = disjoin(b.st, guards[n])
	}
	b.sys.Goals = out
}

// disjoin is the disjunction of conjunctions that come from the branches of one piece of code,
// as decisions: what several branches have in common is there once.
func disjoin(st *term.Store, guards []term.Term) term.Term {
	paths := make([]map[term.Term]bool, len(guards)) // conditions, with their truth values
	for i, g := range guards {
		parts := []term.Term{g}
		if st.Op(g) == term.OpAnd {
			parts = st.Args(g)
		}
		paths[i] = map[term.Term]bool{}
		for _, c := range parts {
			if st.Op(c) == term.OpNot {
				paths[i][st.Arg(c, 0)] = false
			} else if !st.IsTrue(c) {
				paths[i][c] = true
			}
		}
	}
	effort := 100 * len(paths)
	if t := decisions(st, paths, &effort); t != term.None {
		return t
	}
	return st.Or(guards...)
}

// decisions returns None when the effort, in paths that are looked at, does not suffice.
func decisions(st *term.Store, paths []map[term.Term]bool, effort *int) term.Term {
	if *effort -= len(paths); *effort < 0 {
		return term.None
	}
	count := map[term.Term]int{}
	for _, p := range paths {
		if len(p) == 0 {
			return st.True()
		}
		for c := range p {
			count[c]++
		}
	}
	if len(paths) == 0 {
		return st.False()
	}
	first := term.None // the most frequent, of several the oldest
	for c, n := range count {
		if first == term.None || n > count[first] || n == count[first] && c < first {
			first = c
		}
	}
	var yes, no []map[term.Term]bool
	for _, p := range paths {
		rest := maps.Clone(p)
		delete(rest, first)
		on, decided := p[first]
		if on || !decided {
			yes = append(yes, rest)
		}
		if !on || !decided {
			no = append(no, rest)
		}
	}
	then := decisions(st, yes, effort)
	if then == term.None {
		return then
	}
	other := decisions(st, no, effort)
	if other == term.None {
		return other
	}
	return st.Ite(first, then, other)
}
