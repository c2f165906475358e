package eventfacts

import (
	"slices"

	"whittle.dev/internal/engine/internal/events"
)

// Sections knows the critical sections of a graph: for each lock that only one thread holds at a time (see
// Writers.findLocks) where it is taken and where that is ended. It serves two purposes.
//
// A read by a thread that holds a lock sees of another thread's critical section of that lock only what it
// leaves: a write that the same section surely overwrites is not seen. For either the section is over before
// the reader's begins, and the later write has been made; or it begins after the reader's, and so after the
// read. If its thread stops between the two writes, it keeps the lock and only the second case is left. In
// the same way, a write of another thread's section is not seen by a read that comes after an own write in
// the reader's section.
//
// The order of critical sections: a step that waits until a lock is free and then takes it need not say
// which write it has read the lock word from. Instead, of two takings of the lock by different threads, if
// both take place, the section of one ends before the other begins. In an execution that is so: between the
// two the lock was freed, and only its holder can have done that. And the other way round, if it is so then
// every taking finds the word zero: the initial content is zero, and so is all that is written before the
// first taking, and what ends a section. A thread that does not get the lock stops there, which any thread
// may do anywhere. For that the word's value is left open where the lock is not taken.
type Sections struct {
	g       *events.Graph
	cells   *Cells
	order   *HappensBefore
	writers *Writers
	initial *Initial
	waiting map[*events.Event]*Taking // by the read that waits
	takings map[lock][]*Taking
	covered map[coverKey]bool
}

// Taking is a write that takes a lock.
type Taking struct {
	Take *events.Event
	Ends []*events.Event // writes that end the section that begins here
	lock lock
}

type coverKey struct {
	write uint32
	lock  lock
}

// NewSections finds the critical sections. ordered asks for the second purpose also.
func NewSections(g *events.Graph, cells *Cells, order *HappensBefore, writers *Writers, initial *Initial,
	ordered bool) *Sections {
	c := &Sections{g: g, cells: cells, order: order, writers: writers, initial: initial,
		waiting: map[*events.Event]*Taking{}, takings: map[lock][]*Taking{}, covered: map[coverKey]bool{}}
	byTake := map[int]*Taking{}
	bad := map[lock]bool{}
	for _, ev := range c.g.Events {
		if !ev.Write {
			continue
		}
		addr, ok := c.g.Terms.ConstUint64(ev.Addr)
		if !ok {
			continue
		}
		l := lock{addr, ev.Size}
		if !c.writers.exclusiveLock(l) {
			continue
		}
		value, constant := c.g.Terms.ConstUint64(ev.Value)
		switch {
		case ev.Takes:
			t := &Taking{lock: l, Take: ev}
			byTake[ev.ID] = t
			c.takings[l] = append(c.takings[l], t)
		case !constant || value != 0:
			bad[l] = true
		case ev.Holds(l.addr, l.size):
			i := slices.IndexFunc(ev.Held, func(h events.Hold) bool { return h.Addr == l.addr })
			if t := byTake[ev.Held[i].Taken]; t != nil {
				t.Ends = append(t.Ends, ev)
			} else {
				bad[l] = true // of several takings
			}
		}
	}
	if !ordered {
		return c
	}
	for l, list := range c.takings {
		if bad[l] || !c.startsFree(l, list) {
			continue
		}
		for _, t := range list {
			if r := c.waits(t); r != nil {
				c.waiting[r] = t
			}
		}
	}
	return c
}

// Waits reports whether a section waits for a lock, of which the critical sections are ordered.
func (c *Sections) Waits(sec *events.Section) bool {
	for r := range c.waiting {
		if r.Section == sec {
			return true
		}
	}
	return false
}

// startsFree reports whether a lock word is zero at first, or made zero before
// it is taken, and no write is to it but those of its own place and size.
func (c *Sections) startsFree(l lock, takings []*Taking) bool {
	v, constant := c.g.Terms.ConstUint64(c.initial.at(l.addr, l.size))
	zero := constant && v == 0
	for _, ev := range c.g.Events {
		if !ev.Write {
			continue
		}
		a := &c.cells.access[ev.ID]
		zero = zero || a.fixed && a.konst == l.addr && !ev.Takes && !ev.Holds(l.addr, l.size) &&
			!slices.ContainsFunc(takings, func(t *Taking) bool {
				return !c.order.Before(ev, t.Take) ||
					!c.order.Surely(ev, t.Take)
			})
		if a.fixed {
			if a.konst < l.addr+uint64(l.size) && l.addr < a.konst+uint64(ev.Size) &&
				(a.konst != l.addr || ev.Size != l.size) {
				return false
			}
			continue
		}
		if region := c.g.Program.RegionOf(l.addr); c.cells.points.anywhere(a.at) ||
			slices.Contains(a.at.regions, region) {
			return false
		}
	}
	return zero
}

// waits returns the read of the lock word before a taking, if the atomic
// section of both takes place only when that read is zero.
func (c *Sections) waits(t *Taking) *events.Event {
	sec := t.Take.Section
	if sec == nil || len(sec.Ends) != 1 || len(sec.Goals) > 0 {
		return nil
	}
	var found *events.Event
	for id := t.Take.ID - 1; id >= 0; id-- {
		ev := c.g.Events[id]
		if ev.Section != sec {
			break
		}
		a := &c.cells.access[ev.ID]
		if !a.fixed || a.konst != t.lock.addr || ev.Size != t.lock.size || a.unit != ev.Size {
			continue
		}
		if ev.Write || found != nil {
			return nil
		}
		found = ev
	}
	if found == nil {
		return nil
	}
	free := c.g.Terms.Eq(found.Value, c.g.Terms.BV(8*t.lock.size, 0))
	if gs := c.g.Guards; !gs.Requires(sec.Ends[0], free) || !gs.Requires(t.Take.Guard, free) ||
		!gs.Implies(sec.Ends[0], t.Take.Guard) {
		return nil
	}
	return found
}

// Waiting returns what is taken when a read waits for a lock, so that its value is left open; nil if it
// does not.
func (c *Sections) Waiting(read *events.Event) *Taking {
	if c == nil {
		return nil
	}
	return c.waiting[read]
}

// Rivals lists all takings of the lock of t.
func (c *Sections) Rivals(t *Taking) []*Taking { return c.takings[t.lock] }

// leave drops from the writes that a read may see those that it does not see
// because of a lock. hiding are writes that are surely before the read.
func (c *Sections) leave(r *Cell, hiding, sources []*Cell) []*Cell {
	if c == nil || len(r.Event.Held) == 0 {
		return sources
	}
	var own []int // the sections with an own write before the read
	for _, h := range r.Event.Held {
		if h.Taken >= 0 && slices.ContainsFunc(hiding, func(w *Cell) bool {
			return w.Event.Thread == r.Event.Thread && slices.Contains(w.Event.Held, h)
		}) {
			own = append(own, h.Taken)
		}
	}
	return slices.DeleteFunc(slices.Clone(sources), func(w *Cell) bool {
		if w.Event.Thread == r.Event.Thread {
			return false
		}
		for _, h := range r.Event.Held {
			l := lockOf(h)
			if w.Event.Holds(h.Addr, h.Size) && c.writers.exclusiveLock(l) &&
				(h.Taken >= 0 && slices.Contains(own, h.Taken) || c.covers(w, l)) {
				return true
			}
		}
		return false
	})
}

// covers reports whether the critical section of a write surely overwrites it.
func (c *Sections) covers(w *Cell, l lock) bool {
	key := coverKey{w.ID, l}
	if v, ok := c.covered[key]; ok {
		return v
	}
	i := slices.IndexFunc(w.Event.Held, func(h events.Hold) bool { return lockOf(h) == l })
	h := w.Event.Held[i]
	over := func(x *Cell) bool {
		return x != w && x.Event.Thread == w.Event.Thread && x.Addr == w.Addr &&
			slices.Contains(x.Event.Held, h) &&
			c.order.Before(w.Event, x.Event) && c.g.Guards.Implies(w.Event.Guard, x.Event.Guard)
	}
	gr := &c.cells.writes[w.group]
	list := gr.other
	if w.Fixed {
		list = gr.at[w.Place]
	}
	v := h.Taken >= 0 && slices.ContainsFunc(list, over)
	c.covered[key] = v
	return v
}
