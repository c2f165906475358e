package bmc

import (
	"whittle.dev/internal/engine/internal/events"
)

// order answers which nodes are before which others in every execution in
// which both are active: by program order, thread creation and joins.
type order struct {
	g     *events.Graph
	joins [][]fixedJoin // by thread, in program order
	start [][]int32     // by thread: clock at its start
	end   [][]int32     // by thread: clock at its end, nil until computed
	busy  []bool
	slot  []int // by thread: its place in a clock; -1 for idle threads
	slots int
}

// fixedJoin is a join whose thread is known.
type fixedJoin struct {
	index  int // of its node in the chain
	after  events.Guard
	target int
}

// A clock gives for each thread that runs how many nodes of its chain are before.
func newOrder(g *events.Graph) *order {
	o := &order{g: g, joins: make([][]fixedJoin, len(g.Threads)), start: make([][]int32, len(g.Threads)),
		end: make([][]int32, len(g.Threads)), busy: make([]bool, len(g.Threads))}
	byTid := map[uint64]int{}
	o.slot = make([]int, len(g.Threads))
	for _, t := range g.Threads {
		o.slot[t.ID] = -1
		if !t.Idle {
			byTid[t.Tid] = t.ID
			o.slot[t.ID] = o.slots
			o.slots++
		}
	}
	for _, j := range g.Joins {
		if tid, ok := g.Terms.ConstUint64(j.ID); ok {
			if t, ok := byTid[tid]; ok {
				after, ok := g.Guards.And(j.Guard, j.Done)
				if ok {
					o.joins[j.Thread] = append(o.joins[j.Thread], fixedJoin{g.Nodes[j.Node].Index, after, t})
				}
			}
		}
	}
	return o
}

// clock is the clock before the node at index in a thread, for an event there
// that happens only if guard holds. The result must not be changed.
func (o *order) clock(thread, index int, guard events.Guard) []int32 {
	c := o.startClock(thread)
	owned := false
	for _, j := range o.joins[thread] {
		if j.index >= index || o.busy[j.target] || !o.g.Guards.Implies(guard, j.after) {
			continue
		}
		e := o.endClock(j.target)
		if !owned {
			c = append([]int32(nil), c...)
			owned = true
		}
		for i, n := range e {
			c[i] = max(c[i], n)
		}
	}
	return c
}

func (o *order) startClock(thread int) []int32 {
	if c := o.start[thread]; c != nil {
		return c
	}
	t := o.g.Threads[thread]
	c := make([]int32, o.slots)
	if t.Parent >= 0 {
		index := o.g.Nodes[t.Spawn].Index
		copy(c, o.clock(t.Parent, index, t.Guard))
		parent := o.slot[t.Parent]
		c[parent] = max(c[parent], int32(index)+1)
	}
	o.start[thread] = c
	return c
}

func (o *order) endClock(thread int) []int32 {
	if c := o.end[thread]; c != nil {
		return c
	}
	o.busy[thread] = true
	t := o.g.Threads[thread]
	var c []int32
	for i, f := range t.Finishes {
		d := o.clock(thread, len(t.Chain), f.Guard)
		if i == 0 {
			c = append([]int32(nil), d...)
			continue
		}
		for k, n := range d {
			c[k] = min(c[k], n)
		}
	}
	if c == nil {
		c = append([]int32(nil), o.startClock(thread)...)
	}
	c[o.slot[thread]] = int32(len(t.Chain))
	o.busy[thread] = false
	o.end[thread] = c
	return c
}

// before reports whether node a is before every event with the clock c at node b.
func (o *order) before(a events.NodeID, b events.NodeID, c []int32) bool {
	x, y := o.g.Nodes[a], o.g.Nodes[b]
	if x.Thread == y.Thread {
		return x.Index < y.Index
	}
	return int32(x.Index) < c[o.slot[x.Thread]]
}

// finished reports whether a thread has surely finished at an event of
// another thread, by a join.
func (o *order) finished(thread int, c []int32) bool {
	return c[o.slot[thread]] >= int32(len(o.g.Threads[thread].Chain))
}
