package eventfacts

import (
	"slices"

	"whittle.dev/internal/engine/internal/events"
)

// HappensBefore answers which events are before which others in every execution in which both take place: by
// program order, thread creation and joins. It is the relation of L. Lamport ("Time, clocks, and the ordering
// of events in a distributed system", CACM 21(7), 1978), kept as vector clocks.
type HappensBefore struct {
	g      *events.Graph
	joins  [][]knownJoin // by thread, in program order
	start  []clock       // by thread: at its start
	end    []clock       // by thread: at its end, nil until computed
	busy   []bool        // by thread: end is being computed
	slot   []int         // by thread: its place in a clock; -1 for idle threads
	slots  int
	clocks []clock // by event; nil until asked for
}

// A clock gives for each thread that runs how many nodes of its chain are before.
type clock []int32

// knownJoin is a join whose thread is known.
type knownJoin struct {
	index  int // of its node in the chain
	after  events.Guard
	target int
}

// NewHappensBefore prepares a graph, of which no more events are made.
func NewHappensBefore(g *events.Graph) *HappensBefore {
	n := len(g.Threads)
	o := &HappensBefore{g: g, joins: make([][]knownJoin, n), start: make([]clock, n), end: make([]clock, n),
		busy: make([]bool, n), slot: make([]int, n), clocks: make([]clock, len(g.Events))}
	byTid := map[uint64]int{}
	for _, t := range g.Threads {
		o.slot[t.ID] = -1
		if !t.Idle {
			byTid[t.Tid] = t.ID
			o.slot[t.ID] = o.slots
			o.slots++
		}
	}
	for _, j := range g.Joins {
		tid, constant := g.Terms.ConstUint64(j.ID)
		if t, ok := byTid[tid]; ok && constant {
			if after, ok := g.Guards.And(j.Guard, j.Done); ok {
				o.joins[j.Thread] = append(o.joins[j.Thread], knownJoin{g.Nodes[j.Node].Index, after, t})
			}
		}
	}
	return o
}

// Before reports whether event a is before event b whenever both take place.
func (o *HappensBefore) Before(a, b *events.Event) bool {
	x, y := o.g.Nodes[a.Node], o.g.Nodes[b.Node]
	switch {
	case a.Node == b.Node:
		return a.Pos < b.Pos
	case x.Thread == y.Thread:
		return x.Index < y.Index
	}
	return o.knows(o.of(b), x.Thread, x.Index)
}

// Surely reports whether a, which is before b, takes place whenever b does.
func (o *HappensBefore) Surely(a, b *events.Event) bool {
	gs := o.g.Guards
	if gs.Implies(b.Guard, a.Guard) {
		return true
	}
	finished := len(o.g.Threads[a.Thread].Chain) - 1
	if a.Thread == b.Thread || !o.knows(o.of(b), a.Thread, finished) {
		return false
	}
	for _, f := range o.g.Threads[a.Thread].Finishes {
		if !gs.Implies(f.Guard, a.Guard) {
			return false
		}
	}
	return true
}

// knows reports whether the node at index in a thread is before what a clock is of.
func (o *HappensBefore) knows(c clock, thread, index int) bool {
	return int32(index) < c[o.slot[thread]]
}

// started reports whether the node at index in one thread is before the start of another.
func (o *HappensBefore) started(thread, index, by int) bool {
	return o.knows(o.startClock(by), thread, index)
}

// of is the clock of an event. Events of a thread with the same clock share it.
func (o *HappensBefore) of(ev *events.Event) clock {
	if o.clocks[ev.ID] == nil {
		o.clocks[ev.ID] = o.clock(ev.Thread, o.g.Nodes[ev.Node].Index, ev.Guard)
	}
	return o.clocks[ev.ID]
}

// clock is the clock before the node at index in a thread, for an event there
// that happens only if guard holds. The result must not be changed.
func (o *HappensBefore) clock(thread, index int, guard events.Guard) clock {
	c := o.startClock(thread)
	owned := false
	for _, j := range o.joins[thread] {
		if j.index >= index || o.busy[j.target] || !o.g.Guards.Implies(guard, j.after) {
			continue
		}
		e := o.endClock(j.target)
		if !owned {
			c = slices.Clone(c)
			owned = true
		}
		for i, n := range e {
			c[i] = max(c[i], n)
		}
	}
	return c
}

// startClock is the clock at the start of a thread.
func (o *HappensBefore) startClock(thread int) clock {
	if c := o.start[thread]; c != nil {
		return c
	}
	t := o.g.Threads[thread]
	c := make(clock, o.slots)
	if t.Parent >= 0 {
		index := o.g.Nodes[t.Spawn].Index
		copy(c, o.clock(t.Parent, index, t.Guard))
		parent := o.slot[t.Parent]
		c[parent] = max(c[parent], int32(index)+1)
	}
	o.start[thread] = c
	return c
}

// endClock is the clock after a thread that has finished.
func (o *HappensBefore) endClock(thread int) clock {
	if c := o.end[thread]; c != nil {
		return c
	}
	o.busy[thread] = true
	t := o.g.Threads[thread]
	var c clock
	for i, f := range t.Finishes {
		d := o.clock(thread, len(t.Chain), f.Guard)
		if i == 0 {
			c = slices.Clone(d)
			continue
		}
		for k, n := range d {
			c[k] = min(c[k], n)
		}
	}
	if c == nil {
		c = slices.Clone(o.startClock(thread))
	}
	c[o.slot[thread]] = int32(len(t.Chain))
	o.busy[thread] = false
	o.end[thread] = c
	return c
}
