package slab

// initialAbstraction is that of Definition 2: the nodes are the evaluations of init and error, and the edges
// allow for all paths that visit neither an initial nor a bad state twice.
//
//	i∧e      i∧¬e --> ¬i∧¬e --> ¬i∧e      with a loop at ¬i∧¬e
//	           \________________/
//
// Nothing has been sliced away yet.
func initialAbstraction(steps *stepTable, t target, keepLabels bool) *abstraction {
	voc := steps.voc
	a := &abstraction{voc: voc, steps: steps}
	init, err := voc.formulas(voc.p.init), voc.formulas(t.cond)
	var notInit, notError []formula
	if keepLabels {
		notInit = []formula{voc.formula(voc.st.Not(voc.st.And(voc.p.init...)))}
		notError = []formula{voc.formula(voc.st.Not(voc.st.And(t.cond...)))}
		voc.restrictions[notInit[0]], voc.restrictions[notError[0]] = true, true
	}
	label := func(a, b []formula) []formula { return append(append([]formula{}, a...), b...) }
	a.addNode(true, true, label(init, err))
	first := a.addNode(true, false, label(init, notError))
	mid := a.addNode(false, false, label(notInit, notError))
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
