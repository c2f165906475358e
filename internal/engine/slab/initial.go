package slab

import (
	"slices"

	"whittle.dev/term"
)

// initialAbstraction is that of Definition 2: the nodes are the evaluations of init and error, and the edges
// allow for all paths that visit neither an initial nor a bad state twice.
//
//	i∧e      i∧¬e --> ¬i∧¬e --> ¬i∧e      with a loop at ¬i∧¬e
//	           \________________/
//
// Nothing has been sliced away yet. The node ¬i∧¬e has the negations of what is excluded as well, unless all
// questions would then be for the general solver, and what is known of all states.
func initialAbstraction(steps *stepTable, t target, excluded [][]term.Term, known []term.Term,
	keepLabels bool) *abstraction {
	voc := steps.voc
	a := &abstraction{voc: voc, steps: steps}
	init, err := voc.formulas(voc.p.init), voc.formulas(t.cond)
	var notInit, notError, notOthers []formula
	if keepLabels {
		notInit = []formula{voc.formula(voc.st.Not(voc.st.And(voc.p.init...)))}
		notError = []formula{voc.formula(voc.st.Not(voc.st.And(t.cond...)))}
		for _, other := range excluded {
			f := voc.formula(voc.st.Not(voc.st.And(other...)))
			if key(other) != key(t.cond) && voc.entries[f].small != nil {
				notOthers = append(notOthers, f)
			}
		}
		for _, f := range slices.Concat(notInit, notError, notOthers) {
			voc.restrictions[f] = true
		}
	}
	label := func(a, b []formula) []formula { return append(append([]formula{}, a...), b...) }
	a.addNode(true, true, label(init, err))
	first := a.addNode(true, false, label(init, notError))
	mid := a.addNode(false, false, slices.Concat(notInit, notError, notOthers, voc.formulas(known)))
	last := a.addNode(false, true, label(notInit, err))
	mid.cell = &cell{}
	a.history.root = mid.cell
	for i := range t.transitions {
		if s := steps.of(&t.transitions[i]); s != nil {
			for _, e := range [][2]*node{{first, mid}, {first, last}, {mid, mid}, {mid, last}} {
				a.addEdge(e[0], e[1], s, nil)
			}
		}
	}
	for _, x := range []direction{forward, backward} {
		var all []*node
		for _, n := range a.nodes {
			if *x.of(n) = (distance{d: unreachable}); x.starts(n) {
				x.of(n).d = 0
			} else {
				all = append(all, n)
			}
		}
		x.reach(all)
	}
	return a
}
