package liveness

import (
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/proof/recurrence"
)

// proof is what was explored as its checker reads it.
func (s *search) proof() *recurrence.Proof {
	p := &recurrence.Proof{Nodes: make([]recurrence.Node, len(s.nodes)), Threads: s.threads,
		Automaton: s.automaton, Fairness: s.task.Temporal.Fairness, Waiting: s.questions()}
	total := 0
	for i := range s.nodes {
		total += len(s.nodes[i].edges)
	}
	all := make([]recurrence.Edge, total) // those of all nodes, one after the other
	for i := range s.nodes {
		from, to := &s.nodes[i], &p.Nodes[i]
		to.Letter, to.Inside = from.letter, from.inside
		to.Edges, all = all[:len(from.edges):len(from.edges)], all[len(from.edges):]
		to.Turns = make([]recurrence.Turn, len(from.turns))
		for k, e := range from.edges {
			to.Edges[k] = recurrence.Edge{To: e.to, Thread: e.thread, Acts: actsOf(e.acts)}
		}
		for k, t := range from.turns {
			to.Turns[k] = turnOf(t)
		}
	}
	return p
}

func actsOf(a multistate.Acts) recurrence.Acts {
	switch a {
	case multistate.Computes:
		return recurrence.Computes
	case multistate.Does:
		return recurrence.Does
	}
	return recurrence.Looks
}

func turnOf(t multistate.Turn) recurrence.Turn {
	switch t {
	case multistate.Runs, multistate.Stuck, multistate.Exits:
		return recurrence.Enabled
	case multistate.Joins, multistate.Ended:
		return recurrence.Gone
	}
	return recurrence.Disabled
}
