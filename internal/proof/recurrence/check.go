package recurrence

import (
	"context"

	"whittle.dev/internal/proof"
	"whittle.dev/internal/property"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// pstate is a node and a state of the automaton.
type pstate struct{ node, state int32 }

// link is a step in the graph together with one of the automaton.
type link struct {
	from, to pstate
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
	for _, t := range p.Waiting {
		for _, sections := range []bool{false, true} {
			left := p.peel(ctx, p.restrict(links, t, sections), p.demands(t, sections))
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
	seen := map[pstate]bool{}
	var work []pstate
	reach := func(s pstate) {
		if !seen[s] {
			seen[s] = true
			work = append(work, s)
		}
	}
	for _, e := range p.Nodes[0].Edges {
		for _, q := range p.Automaton.Initial {
			reach(pstate{e.To, int32(q)})
		}
	}
	for len(work) > 0 {
		from := work[len(work)-1]
		work = work[:len(work)-1]
		n := &p.Nodes[from.node]
		for i := range n.Edges {
			for _, t := range p.Automaton.Edges[from.state] {
				if to := (pstate{n.Edges[i].To, int32(t.To)}); t.Label.Holds(n.Letter) {
					reach(to)
					out = append(out, link{from, to, &n.Edges[i], t.Marks})
				}
			}
		}
	}
	return out, len(seen)
}

// restrict leaves those links that an execution may take for ever in which a thread waits, or, in sections,
// those in atomic sections.
func (p *Proof) restrict(links []link, waiting int32, sections bool) (out []link) {
	mayWait := func(s pstate) bool {
		n := &p.Nodes[s.node]
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
		if !does && mayWait(l.from) && mayWait(l.to) {
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
			n := &p.Nodes[l.from.node]
			return !n.Inside && int(t) < len(n.Turns) && n.Turns[t] == Enabled
		}
		if p.Fairness == property.Strong {
			out = append(out, demand{could, steps})
			continue
		}
		out = append(out, demand{nil, func(l link) bool {
			return steps(l) || !p.Nodes[l.from.node].Inside && !could(l)
		}})
	}
	return out
}

// peel takes away links that are on no cycle which meets all demands, until each one that is left can go on,
// and come to what is demanded.
func (p *Proof) peel(ctx context.Context, links []link, demands []demand) []link {
	for before := -1; len(links) != before && ctx.Err() == nil; {
		before = len(links)
		links = keep(links, func(l link) bool { return true }, nil)
		for _, d := range demands {
			links = keep(links, d.goal, d.reason)
		}
	}
	return links
}

// keep leaves those links behind which there is one that is a goal, at any distance, and those that are no
// reason to come to one.
func keep(links []link, goal, reason func(link) bool) (out []link) {
	into := map[pstate][]int32{}
	comes := map[pstate]bool{} // that can come to a goal
	var work []pstate
	add := func(s pstate) {
		if !comes[s] {
			comes[s] = true
			work = append(work, s)
		}
	}
	for i, l := range links {
		into[l.to] = append(into[l.to], int32(i))
		if goal(l) {
			add(l.from)
		}
	}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		for _, i := range into[s] {
			add(links[i].from)
		}
	}
	for _, l := range links {
		if comes[l.to] || reason != nil && !reason(l) {
			out = append(out, l)
		}
	}
	return out
}
