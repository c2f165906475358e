package recurrence

import (
	"context"

	"whittle.dev/internal/proof"
	"whittle.dev/internal/property"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// link is a step in the graph together with one of the automaton.
type link struct {
	from, to int32 // numbers of pairs of a node and a state of the automaton
	node     int32 // that it leaves
	edge     *Edge
	marks    uint64
}

// Check implements proof.Proof. There is nothing to ask a solver.
func (p *Proof) Check(ctx context.Context, _ func(*term.Store) (smt.Solver, error)) (
	*proof.Certificate, error) {
	if why := p.defect(); why != "" {
		return &proof.Certificate{Reason: why, Evidence: &proof.Recurrence{}}, ctx.Err()
	}
	links, states := p.links()
	c := &proof.Certificate{Checked: true,
		Evidence: &proof.Recurrence{States: int64(states), Steps: int64(len(links))}}
	w := &peeling{ctx: ctx, first: make([]int32, states+1), comes: make([]bool, states)}
	for _, t := range p.Waiting {
		for _, sections := range []bool{false, true} {
			left := w.peel(p.restrict(links, t, sections), p.demands(t, sections))
			if len(left) > 0 {
				c.Checked, c.Reason = false, "something recurs in the states that were explored"
				return c, ctx.Err()
			}
		}
	}
	return c, ctx.Err()
}

// links lists the steps that can be taken from the beginning.
func (p *Proof) links() (out []link, states int) {
	type pair struct{ node, state int32 }
	var seen []pair
	of := make([][]int32, len(p.Nodes)) // by node: its pairs, which are few
	reach := func(node int32, state int) int32 {
		for _, i := range of[node] {
			if int(seen[i].state) == state {
				return i
			}
		}
		i := int32(len(seen))
		seen, of[node] = append(seen, pair{node, int32(state)}), append(of[node], i)
		return i
	}
	for _, e := range p.Nodes[0].Edges {
		for _, q := range p.Automaton.Initial {
			reach(e.To, q)
		}
	}
	for from := 0; from < len(seen); from++ {
		at := seen[from]
		n := &p.Nodes[at.node]
		for i := range n.Edges {
			for _, t := range p.Automaton.Edges[at.state] {
				if t.Label.Holds(n.Letter) {
					to := reach(n.Edges[i].To, t.To)
					out = append(out, link{int32(from), to, at.node, &n.Edges[i], t.Marks})
				}
			}
		}
	}
	return out, len(seen)
}

// restrict leaves those links that an execution may take for ever in which a thread waits, or, in sections,
// those in atomic sections.
func (p *Proof) restrict(links []link, waiting int32, sections bool) (out []link) {
	mayWait := func(node int32) bool {
		n := &p.Nodes[node]
		if sections || waiting == Nobody || n.Inside {
			return n.Inside || !sections
		}
		if int(waiting) >= len(n.Turns) {
			return false
		}
		return n.Turns[waiting] != Gone
	}
	for _, l := range links {
		does := l.edge.Thread == waiting && waiting != Nobody && l.edge.Acts == Does
		if !does && mayWait(l.node) && mayWait(l.edge.To) {
			out = append(out, l)
		}
	}
	return out
}

// demand is that a goal is met again and again, or, if there is a reason, if that is met again and again.
type demand struct{ reason, goal func(link) bool }

// demands are those on an execution that violates what is proved.
func (p *Proof) demands(waiting int32, sections bool) (out []demand) {
	for m := range p.Automaton.Marks {
		out = append(out, demand{nil, func(l link) bool { return l.marks>>m&1 != 0 }})
	}
	if waiting != Nobody {
		out = append(out, demand{func(l link) bool { return l.edge.Thread == waiting },
			func(l link) bool { return l.edge.Thread == waiting && l.edge.Acts >= Looks }})
	}
	if sections || p.Fairness == property.Unfair {
		return out
	}
	for t := range int32(p.Threads) {
		steps := func(l link) bool { return l.edge.Thread == t }
		could := func(l link) bool {
			n := &p.Nodes[l.node]
			return !n.Inside && int(t) < len(n.Turns) && n.Turns[t] == Enabled
		}
		if p.Fairness == property.Strong {
			out = append(out, demand{could, steps})
			continue
		}
		out = append(out, demand{nil, func(l link) bool {
			return steps(l) || !p.Nodes[l.node].Inside && !could(l)
		}})
	}
	return out
}

// peeling takes links away. It keeps what it needs for that from one time to the next.
type peeling struct {
	ctx context.Context
	// first is where the links that lead to a pair begin in into, which has their indices.
	first, into []int32
	comes       []bool // by pair: whether it can come to a goal
	work        []int32
}

// peel takes away links that are on no cycle which meets all demands, until each one that is left can go on,
// and come to what is demanded.
func (w *peeling) peel(links []link, demands []demand) []link {
	for before := -1; len(links) != before && w.ctx.Err() == nil; {
		before = len(links)
		links = w.keep(links, func(l link) bool { return true }, nil)
		for _, d := range demands {
			links = w.keep(links, d.goal, d.reason)
		}
	}
	return links
}

// keep leaves those links behind which there is one that is a goal, at any distance, and those that are no
// reason to come to one. It overwrites the list.
func (w *peeling) keep(links []link, goal, reason func(link) bool) []link {
	w.sort(links)
	clear(w.comes)
	w.work = w.work[:0]
	add := func(s int32) {
		if !w.comes[s] {
			w.comes[s] = true
			w.work = append(w.work, s)
		}
	}
	for _, l := range links {
		if goal(l) {
			add(l.from)
		}
	}
	for len(w.work) > 0 {
		s := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		for _, i := range w.into[w.first[s]:w.first[s+1]] {
			add(links[i].from)
		}
	}
	out := links[:0]
	for _, l := range links {
		if w.comes[l.to] || reason != nil && !reason(l) {
			out = append(out, l)
		}
	}
	return out
}

// sort finds the links that lead to each pair.
func (w *peeling) sort(links []link) {
	clear(w.first)
	for _, l := range links {
		w.first[l.to]++
	}
	sum := int32(0)
	for i, n := range w.first {
		w.first[i], sum = sum, sum+n
	}
	if cap(w.into) < len(links) {
		w.into = make([]int32, len(links))
	}
	w.into = w.into[:len(links)]
	for i, l := range links {
		w.into[w.first[l.to]] = int32(i)
		w.first[l.to]++
	}
	copy(w.first[1:], w.first) // each has moved on to where the next one begins
	w.first[0] = 0
}
