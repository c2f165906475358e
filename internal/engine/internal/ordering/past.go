package ordering

import (
	"slices"

	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// Valuation is a model that a solver has found.
type Valuation interface {
	// Holds reports whether a Bool term is true.
	Holds(t term.Term) bool
	// Happens reports whether an event takes place.
	Happens(ev *events.Event) bool
}

// Past is the part of an execution that must come before some nodes: by thread, the index in its chain of
// the last node; -1 if the thread does nothing.
type Past []int

// Past follows program order, read-from, creation, joins and sections back from some nodes.
func (m *Model) Past(v Valuation, from ...events.NodeID) Past {
	past := make(Past, len(m.g.Threads))
	for i := range past {
		past[i] = -1
	}
	causes := m.causes(v)
	stack := slices.Clone(from)
	for len(stack) > 0 {
		n := m.g.Nodes[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		th := m.g.Threads[n.Thread]
		if past[n.Thread] < 0 && th.Parent >= 0 {
			stack = append(stack, th.Spawn)
		}
		for i := past[n.Thread] + 1; i <= n.Index; i++ {
			stack = append(stack, causes[th.Chain[i]]...)
		}
		past[n.Thread] = max(past[n.Thread], n.Index)
	}
	return past
}

// causes lists, by node, the nodes of other threads without which it would not be as it is.
func (m *Model) causes(v Valuation) map[events.NodeID][]events.NodeID {
	out := map[events.NodeID][]events.NodeID{}
	for _, x := range m.readFrom {
		if w := x.source.Write; w != nil && v.Holds(x.lit) && v.Happens(x.read.Event) {
			out[x.read.Event.Node] = append(out[x.read.Event.Node], w.Event.Node)
		}
	}
	for _, x := range m.sections {
		if v.Holds(x.lit) && v.Happens(x.take) {
			out[x.take.Node] = append(out[x.take.Node], x.end.Node)
		}
	}
	for _, x := range m.joins {
		if v.Holds(x.lit) {
			out[x.node] = append(out[x.node], m.g.Threads[x.target].End)
		}
	}
	return out
}

// has reports whether a node of a graph is in the past.
func (p Past) has(n events.Node) bool { return n.Index <= p[n.Thread] }
