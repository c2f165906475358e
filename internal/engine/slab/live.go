package slab

import "slices"

// Simplify Transition and what rests on the same live variables (section 5.3).

// simplify computes live variables, drops what they make irrelevant from the transitions, and removes loops
// that change nothing that matters and transitions that became equal.
func (x *refinement) simplify() {
	a := x.a
	a.liveVariables()
	var gone []*edge
	seen := map[[2]int]int{}
	for i, n := range a.nodes {
		for _, e := range n.out {
			if !x.cfg.NoSimplify {
				e.step = a.steps.simplify(e.step, e.to.live)
			}
			key := [2]int{e.to.id, e.step.id}
			switch {
			case e.to == n && !x.cfg.NoLoops && e.step.isIdentity(x.voc, n.live):
				gone = append(gone, e)
			case seen[key] == i+1:
				gone = append(gone, e) // the same as an earlier one
			default:
				seen[key] = i + 1
			}
		}
	}
	a.shrunk = 0
	x.cut(gone)
	a.shrunk = 0
}

// liveVariables computes the least sets with: the variables of a label are live in its node, and those are
// live before a step that its guards and relations need, or the values of live variables after it.
func (a *abstraction) liveVariables() {
	queue := slices.Clone(a.nodes)
	queued := map[*node]bool{}
	for _, n := range a.nodes {
		clear(n.live)
		for _, f := range n.label {
			n.live.union(a.voc.entries[f].now)
		}
		queued[n] = true
	}
	for len(queue) > 0 {
		n := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		queued[n] = false
		grown := false
		for _, e := range n.out {
			grown = e.step.depend(a.voc, e.to.live, n.live) || grown
		}
		if !grown {
			continue
		}
		for _, e := range n.in {
			if !queued[e.from] {
				queued[e.from] = true
				queue = append(queue, e.from)
			}
		}
	}
}
