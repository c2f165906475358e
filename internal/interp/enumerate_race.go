package interp

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// Race is a pair of accesses that an enumeration found next to each other.
type Race struct {
	// First and Second are the edges of the accesses; First is plain and
	// outside of atomic sections.
	First, Second cfa.EdgeID
	// Trace leads to the accesses; it replays.
	Trace *trace.Trace
}

// touch is one access that a machine made while it was watched.
type touch struct {
	addr, size uint64
	origin     cfa.EdgeID
	key        trace.Key // with occurrence only while the machine counts
	write      bool
	// outside is set outside of atomic sections, plain where in addition the
	// access is no atomic one.
	outside, plain bool
}

// watched notes an access for those who look for races.
func (m *Machine) watched(t *thread, e *edgeCode, addr uint64) {
	if m.touched == nil {
		return
	}
	w := touch{addr: addr, size: uint64(e.bytes), origin: e.edge.Origin, key: m.key(t, e.edge, false),
		write: e.kind == kStore, outside: t.atomic == 0}
	switch op := e.edge.Op.(type) {
	case cfa.Load:
		w.plain = w.outside && op.Order == cfa.Plain && !op.Disputed
	case cfa.Store:
		w.plain = w.outside && op.Order == cfa.Plain && !op.Disputed
	}
	*m.touched = append(*m.touched, w)
}

// races reports whether two accesses of different threads conflict.
func (a *touch) races(b *touch) bool {
	return (a.write || b.write) && (a.plain || b.plain) && a.addr < b.addr+b.size && b.addr < a.addr+a.size
}

// nextTouches is what one thread can access in its next visible step.
type nextTouches struct {
	thread  int
	choices []int
	list    []touch
}

// races looks for two threads whose next visible steps in a state conflict.
// The accesses of an atomic section count up to where it ends, whether or not
// it can be completed.
func (x *explorer) races(i int) {
	n := x.nodes[i]
	var all []nextTouches
	for _, t := range n.m.threads {
		if t.done {
			continue
		}
		for ch := (&chooser{x: x}); ; {
			m := n.m.clone()
			var list []touch
			m.decide, ch.m, m.touched = ch, m, &list
			if !m.toVisible(t.index, ch) {
				x.incomplete("a thread does not come to a visible step")
			}
			if len(list) > 0 {
				all = append(all, nextTouches{t.index, ch.taken(), list})
			}
			if len(ch.script) > maxChoices || !ch.next() {
				break
			}
		}
	}
	for _, a := range all {
		for _, b := range all {
			if a.thread != b.thread {
				x.race(i, a, b)
			}
		}
	}
}

// maxToVisible bounds the edges up to the end of a visible step.
const maxToVisible = 1 << 16

// toVisible runs a thread to the end of its next visible step, over any number
// of choices; false: it is too far away.
func (m *Machine) toVisible(thread int, ch *chooser) bool {
	ch.used = 0
	t := m.threads[thread]
	for range maxToVisible {
		if ev := m.step(t); ev != Local && ev != Inside {
			return true
		}
	}
	return false
}

// race looks whether the step a, if it is a single access, races with the
// first conflicting access of the step b.
func (x *explorer) race(i int, a, b nextTouches) {
	first := &a.list[0]
	if !first.outside {
		return
	}
	for k := range b.list {
		second := &b.list[k]
		if !first.races(second) {
			continue
		}
		id := [2]cfa.EdgeID{first.origin, second.origin}
		if x.raced[id] || x.raced[[2]cfa.EdgeID{id[1], id[0]}] && second.outside {
			return
		}
		if x.raced == nil {
			x.raced = map[[2]cfa.EdgeID]bool{}
		}
		x.raced[id] = true
		x.res.Races = append(x.res.Races, Race{id[0], id[1], x.raceTrace(i, a, b, k)})
		return
	}
}

// raceTrace executes the path to a state and the two steps behind it again.
func (x *explorer) raceTrace(i int, a, b nextTouches, second int) *trace.Trace {
	var path []node
	for p := i; p > 0; p = x.nodes[p].parent {
		path = append(path, x.nodes[p])
	}
	ch := &chooser{x: x}
	m := newMachine(x.code, Config{MaxMemory: 1 << 28, Record: true, Decider: ch})
	m.live, ch.m = x.live, m
	for k := len(path) - 1; k >= 0; k-- {
		ch.script = append(ch.script[:0], path[k].choices...)
		m.advance(path[k].thread, ch, x.opt.MaxSteps)
	}
	ch.script = append(ch.script[:0], a.choices...)
	m.toVisible(a.thread, ch)
	schedule := len(m.rec.schedule)
	var list []touch
	m.touched = &list
	ch.script = append(ch.script[:0], b.choices...)
	m.toVisible(b.thread, ch)
	tr := m.Trace()
	tr.Schedule = tr.Schedule[:schedule]
	tr.Property = property.NoDataRace
	tr.Steps = nil
	if second < len(list) {
		tr.Violation = list[second].key
	}
	return tr
}
