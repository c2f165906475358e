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
	from, to   int32 // numbers of pairs of a node and a state of the automaton
	node, next int32 // the nodes of these
	thread     int32 // that steps
	acts       Acts
	marks      uint64
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
	w := &peeling{ctx: ctx, first: make([]int32, states+1), comes: make([]bool, states),
		ways: make([]int32, states)}
	for _, t := range p.Waiting {
		for _, sections := range []bool{false, true} {
			if w.peel(p.restrict(links, t, sections), p.demands(t, sections)) > 0 {
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
	// Pairs of one node are few, and each leads to the one before it; from 1 on, 0 is the end.
	last, before := make([]int32, len(p.Nodes)), []int32{0}
	reach := func(node int32, state int) int32 {
		for i := last[node]; i > 0; i = before[i] {
			if int(seen[i-1].state) == state {
				return i - 1
			}
		}
		i := int32(len(seen))
		seen, before = append(seen, pair{node, int32(state)}), append(before, last[node])
		last[node] = i + 1
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
		for _, t := range p.Automaton.Edges[at.state] {
			if !t.Label.Holds(n.Letter) {
				continue
			}
			for _, e := range n.Edges {
				to := reach(e.To, t.To)
				out = append(out, link{int32(from), to, at.node, e.To, e.Thread, e.Acts, t.Marks})
			}
		}
	}
	return out, len(seen)
}

// restrict leaves those links that an execution may take for ever in which a thread waits, or, in sections,
// those in atomic sections.
func (p *Proof) restrict(links []link, waiting int32, sections bool) []link {
	out := make([]link, 0, len(links))
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
		does := l.thread == waiting && waiting != Nobody && l.acts == Does
		if !does && mayWait(l.node) && mayWait(l.next) {
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
		out = append(out, demand{func(l link) bool { return l.thread == waiting },
			func(l link) bool { return l.thread == waiting && l.acts >= Looks }})
	}
	if sections || p.Fairness == property.Unfair {
		return out
	}
	for t := range int32(p.Threads) {
		steps := func(l link) bool { return l.thread == t }
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
	ctx   context.Context
	links []link
	gone  []bool // by link: it was taken away
	left  int    // links that were not
	// first is where the links that lead to a pair begin in into, which has their indices.
	first, into []int32
	ways        []int32 // by pair: links that leave it
	comes       []bool  // by pair: whether it can come to a goal
	work        []int32
}

// peel takes away links that are on no cycle which meets all demands, until each one that is left can go on,
// and come to what is demanded. It returns how many are left, and overwrites the list.
func (w *peeling) peel(links []link, demands []demand) int {
	w.links, w.left = links, len(links)
	w.gone = make([]bool, len(links))
	w.sort()
	for before := -1; w.left != before && w.ctx.Err() == nil; {
		before = w.left
		w.trim()
		for _, d := range demands {
			w.keep(d.goal, d.reason)
		}
	}
	return w.left
}

// trim takes away links that lead to where none is left, one after the other.
func (w *peeling) trim() {
	clear(w.ways)
	for i := range w.links {
		if !w.gone[i] {
			w.ways[w.links[i].from]++
		}
	}
	w.work = w.work[:0]
	for s, n := range w.ways {
		if n == 0 {
			w.work = append(w.work, int32(s))
		}
	}
	for len(w.work) > 0 {
		s := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		for _, i := range w.into[w.first[s]:w.first[s+1]] {
			if w.gone[i] {
				continue
			}
			w.gone[i] = true
			w.left--
			from := w.links[i].from
			if w.ways[from]--; w.ways[from] == 0 {
				w.work = append(w.work, from)
			}
		}
	}
}

// keep leaves those links behind which there is one that is a goal, at any distance, and those that are no
// reason to come to one.
func (w *peeling) keep(goal, reason func(link) bool) {
	if w.left < len(w.links)/2 {
		w.compact()
	}
	clear(w.comes)
	w.work = w.work[:0]
	for i := range w.links {
		if l := &w.links[i]; !w.gone[i] && !w.comes[l.from] && goal(*l) {
			w.comes[l.from] = true
			w.work = append(w.work, l.from)
		}
	}
	for len(w.work) > 0 {
		s := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		for _, i := range w.into[w.first[s]:w.first[s+1]] {
			if from := w.links[i].from; !w.comes[from] && !w.gone[i] {
				w.comes[from] = true
				w.work = append(w.work, from)
			}
		}
	}
	for i := range w.links {
		l := &w.links[i]
		if !w.gone[i] && !w.comes[l.to] && (reason == nil || reason(*l)) {
			w.gone[i] = true
			w.left--
		}
	}
}

// compact forgets the links that were taken away.
func (w *peeling) compact() {
	n := 0
	for i, l := range w.links {
		if !w.gone[i] {
			w.links[n] = l
			n++
		}
	}
	w.links, w.gone = w.links[:n], w.gone[:n]
	clear(w.gone)
	w.sort()
}

// sort finds the links that lead to each pair.
func (w *peeling) sort() {
	clear(w.first)
	for i := range w.links {
		w.first[w.links[i].to]++
	}
	sum := int32(0)
	for i, n := range w.first {
		w.first[i], sum = sum, sum+n
	}
	if cap(w.into) < len(w.links) {
		w.into = make([]int32, len(w.links))
	}
	w.into = w.into[:len(w.links)]
	for i := range w.links {
		to := w.links[i].to
		w.into[w.first[to]] = int32(i)
		w.first[to]++
	}
	copy(w.first[1:], w.first) // each has moved on to where the next one begins
	w.first[0] = 0
}
