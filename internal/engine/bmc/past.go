package bmc

import (
	"fmt"
	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/smt"
)

// past finds how far each thread must run for the goal: program order,
// read-from, creation and join are followed back.
func (x *execution) past() {
	e := x.e
	x.reach = make([]int, len(e.g.Threads))
	for i := range x.reach {
		x.reach[i] = -1
	}
	rf := map[events.NodeID][]events.NodeID{}
	for _, r := range e.readFrom {
		if r.w != nil && e.holds(r.lit) && e.holds(e.active(r.r.Event)) {
			rf[r.r.Event.Node] = append(rf[r.r.Event.Node], r.w.Event.Node)
		}
	}
	for _, x := range e.sectionOrder.edges {
		if e.holds(x.lit) && e.holds(e.active(x.take)) {
			rf[x.take.Node] = append(rf[x.take.Node], x.end.Node)
		}
	}
	for _, j := range e.joined {
		if e.holds(j.lit) {
			rf[j.join.Node] = append(rf[j.join.Node], e.g.Threads[j.target].End)
		}
	}
	stack := []events.NodeID{x.goal.Node}
	if x.race != nil {
		stack = append(stack, x.race.before)
	}
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n := e.g.Nodes[id]
		th := e.g.Threads[n.Thread]
		if x.reach[n.Thread] < 0 && th.Parent >= 0 {
			stack = append(stack, th.Spawn)
		}
		for i := x.reach[n.Thread] + 1; i <= n.Index; i++ {
			stack = append(stack, rf[th.Chain[i]]...)
		}
		x.reach[n.Thread] = max(x.reach[n.Thread], n.Index)
	}
}

// sort orders the nodes of the past by program order and by what the model
// says, keeping a thread running while that is possible.
func (x *execution) sort() error {
	e := x.e
	succ := map[events.NodeID][]events.NodeID{}
	open := map[events.NodeID]int{}
	in := func(id events.NodeID) bool { return e.g.Nodes[id].Index <= x.reach[e.g.Nodes[id].Thread] }
	edge := func(a, b events.NodeID) {
		if a != b && in(a) && in(b) {
			succ[a] = append(succ[a], b)
			open[b]++
		}
	}
	total := 0
	for i, th := range e.g.Threads {
		total += x.reach[i] + 1
		for k := 1; k <= x.reach[i]; k++ {
			edge(th.Chain[k-1], th.Chain[k])
		}
		if th.Parent >= 0 && x.reach[i] >= 0 {
			edge(th.Spawn, th.Chain[0])
		}
	}
	type source struct {
		w    *eventfacts.Cell
		init smt.Access
	}
	after := map[source][]*eventfacts.Cell{}
	for _, o := range e.writeOrder {
		if !e.holds(o.lit) || !e.holds(e.active(o.w2.Event)) {
			continue
		}
		after[source{o.w, o.init}] = append(after[source{o.w, o.init}], o.w2)
		if o.w != nil {
			edge(o.w.Event.Node, o.w2.Event.Node)
		}
	}
	for _, r := range e.readFrom {
		if !e.holds(r.lit) {
			continue
		}
		if r.w != nil {
			edge(r.w.Event.Node, r.r.Event.Node)
		}
		for _, w2 := range after[source{r.w, r.init}] {
			edge(r.r.Event.Node, w2.Event.Node)
		}
	}
	for _, x := range e.sectionOrder.edges {
		if e.holds(x.lit) {
			edge(x.end.Node, x.take.Node)
		}
	}
	for _, j := range e.joined {
		if e.holds(j.lit) {
			edge(e.g.Threads[j.target].End, j.join.Node)
		}
	}
	if x.race != nil && x.goal.Section != nil {
		edge(x.race.before, x.goal.Section.Node)
	}
	next := make([]int, len(e.g.Threads))
	current := 0
	for len(x.nodes) < total {
		if next[current] > x.reach[current] || open[e.g.Threads[current].Chain[next[current]]] > 0 {
			current = -1
			for i, th := range e.g.Threads {
				if next[i] <= x.reach[i] && open[th.Chain[next[i]]] == 0 {
					current = i
					break
				}
			}
			if current < 0 {
				return fmt.Errorf("the order of the model is cyclic")
			}
		}
		id := e.g.Threads[current].Chain[next[current]]
		next[current]++
		x.nodes = append(x.nodes, id)
		for _, s := range succ[id] {
			open[s]--
		}
	}
	return nil
}
