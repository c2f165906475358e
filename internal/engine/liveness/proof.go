package liveness

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/english"
	"whittle.dev/internal/ltl"
	"whittle.dev/internal/proof"
	"whittle.dev/internal/property"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// recurrenceProof is that nothing recurs fairly in a graph that is complete. Its check has nothing in common
// with the search: there are no components. States and edges that can be in no fair cycle are taken away
// until none of those that are left is one, and a violation is there if some are left (Y. Kesten, A. Pnueli,
// L. Raviv, "Algorithmic Verification of Linear Temporal Logic Specifications", ICALP 1998).
type recurrenceProof struct {
	nodes     []node
	threads   int
	automaton *ltl.Automaton
	fairness  property.Fairness
	waiting   []int32 // who is looked at for whether he waits for ever, one by one; nobody: a formula is
}

func (s *search) proof() *recurrenceProof {
	return &recurrenceProof{s.nodes, s.threads, s.automaton, s.task.Temporal.Fairness, s.questions()}
}

// link is a step in the graph together with one of the automaton.
type link struct {
	from, to pstate
	edge     *edge
	marks    uint64
}

// Check implements proof.Proof. There is nothing to ask a solver.
func (p *recurrenceProof) Check(ctx context.Context, _ func(*term.Store) (smt.Solver, error)) (
	*proof.Certificate, error) {
	links, states := p.links()
	c := &proof.Certificate{Checked: true,
		Evidence: &proof.Recurrence{States: int64(states), Steps: int64(len(links))}}
	for _, t := range p.waiting {
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
func (p *recurrenceProof) links() (out []link, states int) {
	seen := map[pstate]bool{}
	var work []pstate
	reach := func(s pstate) {
		if !seen[s] {
			seen[s] = true
			work = append(work, s)
		}
	}
	for _, e := range p.nodes[0].edges {
		for _, q := range p.automaton.Initial {
			reach(pstate{e.to, int32(q)})
		}
	}
	for len(work) > 0 {
		from := work[len(work)-1]
		work = work[:len(work)-1]
		n := &p.nodes[from.node]
		for i := range n.edges {
			for _, t := range p.automaton.Edges[from.state] {
				if to := (pstate{n.edges[i].to, int32(t.To)}); t.Label.Holds(n.letter) {
					reach(to)
					out = append(out, link{from, to, &n.edges[i], t.Marks})
				}
			}
		}
	}
	return out, len(seen)
}

// restrict leaves those links that an execution may take for ever in which a thread waits, or, in sections,
// those in atomic sections.
func (p *recurrenceProof) restrict(links []link, waiting int32, sections bool) (out []link) {
	mayWait := func(s pstate) bool {
		n := &p.nodes[s.node]
		if sections || waiting == nobody || n.inside {
			return n.inside || !sections
		}
		if int(waiting) >= len(n.turns) {
			return false
		}
		turn := n.turns[waiting]
		return turn != multistate.Ended && turn != multistate.Joins
	}
	for _, l := range links {
		does := l.edge.thread == waiting && waiting != nobody && l.edge.acts == multistate.Does
		if !does && mayWait(l.from) && mayWait(l.to) {
			out = append(out, l)
		}
	}
	return out
}

// demand is that a goal is met again and again, or, if there is a reason, if that is met again and again.
type demand struct{ reason, goal func(link) bool }

// demands are those on an execution that violates what is proved.
func (p *recurrenceProof) demands(waiting int32, sections bool) (out []demand) {
	for m := range p.automaton.Marks {
		out = append(out, demand{nil, func(l link) bool { return l.marks>>m&1 != 0 }})
	}
	if waiting != nobody {
		out = append(out, demand{func(l link) bool { return l.edge.thread == waiting },
			func(l link) bool { return l.edge.thread == waiting && l.edge.acts >= multistate.Looks }})
	}
	if sections || p.fairness == property.Unfair {
		return out
	}
	for t := range int32(p.threads) {
		steps := func(l link) bool { return l.edge.thread == t }
		could := func(l link) bool {
			n := &p.nodes[l.from.node]
			return !n.inside && int(t) < len(n.turns) && (n.turns[t] == multistate.Runs ||
				n.turns[t] == multistate.Exits || n.turns[t] == multistate.Stuck)
		}
		if p.fairness == property.Strong {
			out = append(out, demand{could, steps})
			continue
		}
		out = append(out, demand{nil, func(l link) bool {
			return steps(l) || !p.nodes[l.from.node].inside && !could(l)
		}})
	}
	return out
}

// peel takes away links that are on no cycle which meets all demands, until each one that is left can go on,
// and come to what is demanded.
func (p *recurrenceProof) peel(ctx context.Context, links []link, demands []demand) []link {
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

// Write implements proof.Proof.
func (p *recurrenceProof) Write(w io.Writer, title string) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s\n%s; each line is a state, the numbers of the propositions that hold there, and\n"+
		"the states that it leads to, each with the thread that steps (-: the execution stays).\n"+
		"State 0 is before the beginning.\n", title, english.Count(len(p.nodes), "state"))
	for i := range p.nodes {
		n := &p.nodes[i]
		var holds []string
		for k := range p.automaton.Atoms {
			if n.letter>>k&1 != 0 {
				holds = append(holds, fmt.Sprint(k))
			}
		}
		fmt.Fprintf(out, "%d {%s}", i, strings.Join(holds, " "))
		for _, e := range n.edges {
			if e.thread == nobody {
				fmt.Fprintf(out, " %d:-", e.to)
			} else {
				fmt.Fprintf(out, " %d:%d", e.to, e.thread)
			}
		}
		fmt.Fprintln(out)
	}
	return out.Flush()
}
