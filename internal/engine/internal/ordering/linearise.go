package ordering

import (
	"errors"

	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
)

// Linearisation turns the partial order of a model into the total order of a trace. The model orders nodes
// of different threads only where a read, a write, a creation, a join or a section demands it. We use the
// topological sort of A. B. Kahn ("Topological sorting of large networks", CACM 5(11), 1962) and keep a
// thread running while it can. In every linear extension each read sees the same write, so this choice
// costs no soundness; it saves the reader idle thread switches.

// errCyclicOrder is a defect of the encoding: the order theory of the solver excludes cycles.
var errCyclicOrder = errors.New("the order of the model is cyclic")

// An Edge orders two nodes.
type Edge struct{ Before, After events.NodeID }

// Linearise returns the nodes of a past in an order that the model allows, and that respects further edges.
func (m *Model) Linearise(v Valuation, past Past, further ...Edge) ([]events.NodeID, error) {
	o := &partialOrder{successors: map[events.NodeID][]events.NodeID{}}
	for i, th := range m.g.Threads {
		o.chains = append(o.chains, th.Chain[:past[i]+1])
	}
	for _, x := range append(m.edges(v), further...) {
		if x.Before != x.After && past.has(m.g.Nodes[x.Before]) && past.has(m.g.Nodes[x.After]) {
			o.successors[x.Before] = append(o.successors[x.Before], x.After)
		}
	}
	return o.linearise()
}

// edges lists the order that holds in a model, without program order.
func (m *Model) edges(v Valuation) []Edge {
	var out []Edge
	for _, th := range m.g.Threads {
		if th.Parent >= 0 && len(th.Chain) > 0 {
			out = append(out, Edge{th.Spawn, th.Chain[0]})
		}
	}
	later := map[Source][]*eventfacts.Cell{} // writes, by what is before them at the same place
	for _, x := range m.writeOrder {
		if !m.causesOnly && v.Holds(x.lit) && v.Happens(x.write.Event) {
			later[x.source] = append(later[x.source], x.write)
			if w := x.source.Write; w != nil {
				out = append(out, Edge{w.Event.Node, x.write.Event.Node})
			}
		}
	}
	for _, x := range m.readFrom {
		if !v.Holds(x.lit) {
			continue
		}
		if w := x.source.Write; w != nil {
			out = append(out, Edge{w.Event.Node, x.read.Event.Node})
		}
		for _, w := range later[x.source] { // from-read
			out = append(out, Edge{x.read.Event.Node, w.Event.Node})
		}
	}
	for _, x := range m.sections {
		if v.Holds(x.lit) {
			out = append(out, Edge{x.end.Node, x.take.Node})
		}
	}
	for _, x := range m.joins {
		if v.Holds(x.lit) {
			out = append(out, Edge{m.g.Threads[x.target].End, x.node})
		}
	}
	return out
}

// A partialOrder is a strict order on the nodes of one execution.
type partialOrder struct {
	chains     [][]events.NodeID                 // by thread: its nodes in program order
	successors map[events.NodeID][]events.NodeID // other edges
}

// linearise returns the nodes of all chains in an order that extends o, or errCyclicOrder.
func (o *partialOrder) linearise() ([]events.NodeID, error) {
	blockers := map[events.NodeID]int{} // by node: edges from nodes that are not placed yet
	for _, nodes := range o.successors {
		for _, n := range nodes {
			blockers[n]++
		}
	}
	total := 0
	for _, chain := range o.chains {
		total += len(chain)
	}
	placed := make([]int, len(o.chains)) // by thread: how much of its chain is in line
	ready := func(t int) bool {
		return placed[t] < len(o.chains[t]) && blockers[o.chains[t][placed[t]]] == 0
	}
	line := make([]events.NodeID, 0, total)
	for t := o.pick(0, ready); t >= 0; t = o.pick(t, ready) {
		node := o.chains[t][placed[t]]
		line = append(line, node)
		placed[t]++
		for _, n := range o.successors[node] {
			blockers[n]--
		}
	}
	if len(line) < total {
		return nil, errCyclicOrder
	}
	return line, nil
}

// pick returns a thread that is ready, preferably the current one; -1 if there is none.
func (o *partialOrder) pick(current int, ready func(thread int) bool) int {
	if ready(current) {
		return current
	}
	for t := range o.chains {
		if ready(t) {
			return t
		}
	}
	return -1
}
