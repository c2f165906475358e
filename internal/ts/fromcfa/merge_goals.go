package fromcfa

import (
	"maps"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/ts"
	"whittle.dev/term"
)

// mergeGoals makes one goal of those that are about the same at the same location and differ
// in the path that leads there within the step. It observes the conditions of the paths, so that a trace
// can tell which one was taken.
func (t *translator) mergeGoals() {
	type key struct {
		kind        ts.GoalKind
		process, at int
		edge        cfa.EdgeID
		what        string
	}
	first := map[key]int{}
	var out []ts.Goal
	for _, g := range t.sys.Goals {
		ways := t.out.goals[g.Origin]
		k := key{g.Kind, g.Process, g.At, ways[0].path[len(ways[0].path)-1].ID, g.What}
		n, ok := first[k]
		if !ok {
			first[k] = len(out)
			out = append(out, g)
			continue
		}
		m := &out[n]
		if m.Observed == nil {
			m.Observed = []term.Term{m.Guard}
		}
		m.Observed = append(m.Observed, g.Guard)
		t.out.goals[m.Origin] = append(t.out.goals[m.Origin], ways...)
		for _, sym := range g.Inputs {
			if !slices.Contains(m.Inputs, sym) {
				m.Inputs = append(slices.Clip(m.Inputs), sym)
			}
		}
	}
	for n := range out {
		guards := out[n].Observed
		if guards == nil {
			guards = []term.Term{out[n].Guard}
		}
		out[n].Guard = disjoin(t.st, guards)
	}
	t.sys.Goals = out
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
