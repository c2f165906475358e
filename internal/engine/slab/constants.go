package slab

import (
	"slices"

	"whittle.dev/term"
)

// constants are the variables that no transition changes, by index.
func (p *problem) constants() []bool {
	out := make([]bool, len(p.vars))
	for v := range out {
		out[v] = true
	}
	for i := range p.transitions {
		kept := make([]bool, len(p.vars))
		for _, u := range p.transitions[i].Updates {
			kept[u.Var] = u.Value == p.vars[u.Var].Sym
		}
		for v := range out {
			out[v] = out[v] && kept[v]
		}
	}
	return out
}

// lasting are the conjuncts of the initial condition that are about such variables alone: they hold in every
// state.
func (p *problem) lasting() []term.Term {
	constant := map[term.Term]bool{}
	for v, yes := range p.constants() {
		constant[p.vars[v].Sym] = yes
	}
	var out []term.Term
	for _, c := range p.init {
		if !slices.ContainsFunc(p.st.Symbols(c), func(sym term.Term) bool { return !constant[sym] }) {
			out = append(out, c)
		}
	}
	return out
}
