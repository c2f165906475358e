package steps

import (
	"slices"

	"whittle.dev/internal/ts"
	"whittle.dev/term"
)

// project asserts C_F under its literal: each step is a dummy, or writes to F, or a later step depends on it.
func (e *Encoder) project(g *goalSet) {
	f := e.relevant(g)
	var needed func(i int) term.Term
	if e.opt.SharedDeps {
		needed = e.readLater()
	} else {
		needed = e.dependents
	}
	for i := range e.depth {
		e.assert(e.st.Implies(g.projected, e.st.Or(e.dummy[i], e.writesTo(i, f), needed(i))))
	}
}

// relevant finds the set F, by variable: what the goals read in the state after the last step. An array
// in F counts as a whole.
func (e *Encoder) relevant(g *goalSet) []bool {
	f := make([]bool, len(e.sys.Vars))
	for _, n := range g.goals {
		for _, v := range e.sys.GoalVars(&e.sys.Goals[n]) {
			f[v] = true
		}
	}
	return f
}

// writesTo is the condition that step i writes to F.
func (e *Encoder) writesTo(i int, f []bool) term.Term {
	var any []term.Term
	for l := range e.sys.Instructions {
		in := &e.sys.Instructions[l]
		if slices.ContainsFunc(e.writes[l], func(v int) bool { return f[v] }) ||
			slices.ContainsFunc(in.ElemWrites, func(x ts.Element) bool { return f[x.Var] }) {
			any = append(any, e.sel[i][l])
		}
	}
	return e.st.Or(any...)
}
