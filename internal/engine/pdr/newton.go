package pdr

import (
	"slices"

	"whittle.dev/internal/ts/flow"
	"whittle.dev/term"
)

// newton makes predicates of the weakest preconditions along a chain: going back from its end, what must hold
// before an edge so that the rest of the path can be taken, of which only the guards in core count. With
// them as predicates the abstraction has no such path any more: the first one is false in initial states, and
// each edge preserves that (D. Dietsch, M. Heizmann, B. Musa, A. Nutz, A. Podelski, "Craig vs. Newton in
// Software Model Checking", ESEC/FSE 2017).
func (v *vocabulary) newton(c *chain, core []int) bool {
	added := false
	var needed []term.Term // conjuncts of what must hold after the edge
	for i := len(c.edges) - 1; i >= 0; i-- {
		edge, loc := c.edges[i], c.locs[i]
		e := &v.g.Edges[edge]
		var before []term.Term
		if e.To != flow.Goal {
			for _, t := range needed {
				before = append(before, v.before[edge].Apply(t))
			}
		}
		if slices.Contains(core, i) {
			before = append(before, e.Guard)
		}
		needed = v.project(v.st.And(before...), e.Inputs)
		for _, t := range needed {
			added = v.add(loc, t) || added
		}
	}
	return added
}

// refine makes predicates of a chain that has no concrete path: of the guards that contradict each other, of
// all of them, or at last of the bits of the state. It is false if there was nothing new.
func (v *vocabulary) refine(c *chain, core []int) bool {
	if v.newton(c, core) {
		return true
	}
	all := make([]int, len(c.edges))
	for i := range all {
		all[i] = i
	}
	if len(core) < len(all) && v.newton(c, all) {
		return true
	}
	added := false
	for _, loc := range c.locs {
		added = v.bits(loc, maxBits) || added
	}
	return added
}

// maxBits is the width of the widest bit-vector whose bits are made predicates.
const maxBits = 64

// project returns conjuncts of "there are values of the inputs such that t": those that do not depend on
// inputs, and what others leave of them.
func (v *vocabulary) project(t term.Term, inputs []term.Term) []term.Term {
	var out []term.Term
	cs := []term.Term{t}
	if v.st.Op(t) == term.OpAnd {
		cs = v.st.Args(t)
	}
	for _, c := range cs {
		isInput := func(sym term.Term) bool { return slices.Contains(inputs, sym) }
		if !slices.ContainsFunc(v.st.Symbols(c), isInput) {
			out = append(out, c)
		}
	}
	return out
}
