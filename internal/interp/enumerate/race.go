package enumerate

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// conflict reports whether two accesses of different threads that are next to each other race.
func conflict(a, b *interp.Access) bool {
	return (a.Write || b.Write) && (a.Plain || b.Plain) && a.Addr < b.Addr+b.Size && b.Addr < a.Addr+a.Size
}

// nextAccesses is what one thread can access in its next visible step.
type nextAccesses struct {
	thread  int
	choices []int
	list    []interp.Access
}

// races looks for two threads whose next visible steps in a state conflict. The accesses of an atomic section
// count up to where it ends, whether or not it can be completed.
func (x *explorer) races(i int) {
	n := x.nodes[i]
	var all []nextAccesses
	for t := range n.m.NumThreads() {
		if n.m.Finished(t) {
			continue
		}
		for ch := x.chooser(); ; {
			m := n.m.Clone(ch)
			ch.Begin(m)
			list := x.accesses(m, t)
			if len(list) > 0 {
				all = append(all, nextAccesses{t, ch.Taken(), list})
			}
			if ch.Length() > maxChoices || !ch.Next() {
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

// accesses runs a thread to the end of its next visible step, over any number
// of choices, and returns what it accesses meanwhile.
func (x *explorer) accesses(m *interp.Machine, thread int) []interp.Access {
	var list []interp.Access
	m.Watch(func(a interp.Access) { list = append(list, a) })
	for range maxToVisible {
		if ev := step(m, thread); ev != interp.Local && ev != interp.Inside {
			return list
		}
	}
	x.incomplete("a thread does not come to a visible step")
	return list
}

// race looks whether the step a, if it is a single access, races with the
// first conflicting access of the step b.
func (x *explorer) race(i int, a, b nextAccesses) {
	first := &a.list[0]
	if !first.Outside {
		return
	}
	for k := range b.list {
		second := &b.list[k]
		if !conflict(first, second) {
			continue
		}
		id := [2]cfa.EdgeID{first.Key.Origin, second.Key.Origin}
		if x.raced[id] || x.raced[[2]cfa.EdgeID{id[1], id[0]}] && second.Outside {
			return
		}
		x.raced[id] = true
		x.res.Races = append(x.res.Races, Race{id[0], id[1], x.raceTrace(i, a, b, k)})
		return
	}
}

// raceTrace executes the path to a state and the two steps after it again.
func (x *explorer) raceTrace(i int, a, b nextAccesses, second int) *trace.Trace {
	m, ch := x.replay(x.nodes[i])
	ch.Follow(m, a.choices)
	x.accesses(m, a.thread)
	schedule := len(m.Trace().Schedule)
	ch.Follow(m, b.choices)
	list := x.accesses(m, b.thread)
	tr := m.Trace()
	tr.Schedule = tr.Schedule[:schedule]
	tr.Property = property.NoDataRace
	tr.Steps = nil
	if second < len(list) {
		tr.Violation = list[second].Key
	}
	return tr
}
