package bmc

import (
	"slices"

	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// critical knows the critical sections of a graph: for each lock that only one
// thread holds at a time (see writers.findLocks) where it is taken and where
// that is ended. It serves two purposes.
//
// A read by a thread that holds a lock sees of another thread's critical
// section of that lock only what it leaves: a write that the same section
// surely overwrites is not seen. For either the section is over before the
// reader's begins, and the later write has been made; or it begins after the
// reader's, and so after the read. If its thread stops between the two writes, it
// keeps the lock and only the second case is left. In the same way, a write of another
// thread's section is not seen by a read behind an own write in
// the reader's section.
//
// The order of critical sections: a step that waits until a lock is
// free and then takes it need not say which write it has read the lock word
// from. Instead each two takings of the lock by different threads, if both take
// place, have the end of one before the other. In an execution that is so: between the two
// somebody has freed the lock, and only its holder can have done that. And
// the other way round, if it is so then every taking finds the word zero, as
// the initial content and all that is written before the first taking are zero,
// and so is what ends a section. A thread that does not get the lock
// stops there, which any thread may do anywhere. For that the word's value is left
// open where the lock is not taken.
type critical struct {
	e       *encoder
	w       *writers
	taking  map[*events.Event]*taking // by the read that waits
	takings map[lock][]*taking
	covered map[coverKey]bool
	pairs   map[[2]int]bool // ordered already, by the events that take
	edges   []sectionEdge
	sent    int
}

// taking is a write that takes a lock.
type taking struct {
	lock lock
	take *events.Event
	ends []*events.Event // writes that end the section that begins here
}

// sectionEdge: if lit is true then end is before take.
type sectionEdge struct {
	lit       term.Term
	end, take *events.Event
}

type coverKey struct {
	write uint32
	lock  lock
}

// newCritical finds the critical sections. ordered asks for the second
// purpose also.
func newCritical(e *encoder, ordered bool) *critical {
	c := &critical{
		e: e, taking: map[*events.Event]*taking{}, takings: map[lock][]*taking{},
		covered: map[coverKey]bool{}, pairs: map[[2]int]bool{}, w: newWriters(e.g, e.shapes),
	}
	byTake := map[int]*taking{}
	bad := map[lock]bool{}
	for _, ev := range e.g.Events {
		if !ev.Write {
			continue
		}
		addr, ok := e.s.ConstUint64(ev.Addr)
		if !ok {
			continue
		}
		l := lock{addr, ev.Size}
		if !c.exclusive(l) {
			continue
		}
		value, constant := e.s.ConstUint64(ev.Value)
		switch {
		case ev.Takes:
			t := &taking{lock: l, take: ev}
			byTake[ev.ID] = t
			c.takings[l] = append(c.takings[l], t)
		case !constant || value != 0:
			bad[l] = true
		case ev.Holds(l.addr, l.size):
			i := slices.IndexFunc(ev.Held, func(h events.Hold) bool { return h.Addr == l.addr })
			if t := byTake[ev.Held[i].Taken]; t != nil {
				t.ends = append(t.ends, ev)
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
				c.taking[r] = t
			}
		}
	}
	return c
}

// exclusive reports whether only one thread holds a lock at a time.
func (c *critical) exclusive(l lock) bool {
	in := c.w.locks[l]
	return in != nil && in.exclusive
}

// startsFree reports whether a lock word is zero at first, or made zero before
// it is taken, and no write is to it but those of its own place and size.
func (c *critical) startsFree(l lock, takings []*taking) bool {
	e := c.e
	v, constant := e.s.ConstUint64(e.initialAt(l.addr, l.size))
	zero := constant && v == 0
	for _, ev := range e.g.Events {
		if !ev.Write {
			continue
		}
		a := &e.cuts.acc[ev.ID]
		zero = zero || a.fixed && a.konst == l.addr && !ev.Takes && !ev.Holds(l.addr, l.size) &&
			!slices.ContainsFunc(takings, func(t *taking) bool {
				return !e.before(ev, t.take) ||
					!e.sure(ev, t.take)
			})
		if a.fixed {
			if a.konst < l.addr+uint64(l.size) && l.addr < a.konst+uint64(ev.Size) &&
				(a.konst != l.addr || ev.Size != l.size) {
				return false
			}
			continue
		}
		if region := e.g.Program.RegionOf(l.addr); e.shapes.anywhere(a.at) ||
			slices.Contains(a.at.regions, region) {
			return false
		}
	}
	return zero
}

// waits returns the read of the lock word before a taking, if the atomic
// section of both takes place only when that read is zero.
func (c *critical) waits(t *taking) *events.Event {
	sec := t.take.Section
	if sec == nil || len(sec.Ends) != 1 || len(sec.Goals) > 0 {
		return nil
	}
	e := c.e
	var found *events.Event
	for id := t.take.ID - 1; id >= 0; id-- {
		ev := e.g.Events[id]
		if ev.Section != sec {
			break
		}
		a := &e.cuts.acc[ev.ID]
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
	free := e.s.Eq(found.Value, e.s.BV(8*t.lock.size, 0))
	if gs := e.g.Guards; !gs.Requires(sec.Ends[0], free) || !gs.Requires(t.take.Guard, free) ||
		!gs.Implies(sec.Ends[0], t.take.Guard) {
		return nil
	}
	return found
}

// open reports whether a read waits for a lock, so that its value is left open.
func (c *critical) open(ev *events.Event) bool { return c != nil && c.taking[ev] != nil }

// waiting encodes a read that waits for a lock; ok is false if ev is none.
func (c *critical) waiting(ev *events.Event) (ok bool, err error) {
	if c == nil {
		return false, nil
	}
	t := c.taking[ev]
	if t == nil {
		return false, nil
	}
	for _, o := range c.takings[t.lock] {
		if o == t {
			continue
		}
		key := [2]int{min(o.take.ID, t.take.ID), max(o.take.ID, t.take.ID)}
		if c.pairs[key] {
			continue
		}
		c.pairs[key] = true
		if err := c.pair(t, o); err != nil {
			return true, err
		}
	}
	return true, nil
}

// pair orders two critical sections.
func (c *critical) pair(a, b *taking) error {
	e := c.e
	if err := e.tick(1); err != nil {
		return err
	}
	// Those of one thread mostly follow on each other whatever happens.
	for _, p := range [2][2]*taking{{a, b}, {b, a}} {
		for _, end := range p[0].ends {
			if end.Thread == p[1].take.Thread && e.before(end, p[1].take) &&
				e.g.Guards.Implies(p[1].take.Guard, end.Guard) {
				return nil
			}
		}
	}
	if e.choices += 2; e.choices > e.maxPairs {
		return events.ErrTooLarge
	}
	any := []term.Term{e.s.Not(e.s.And(e.active(a.take), e.active(b.take)))}
	for _, p := range [2][2]*taking{{a, b}, {b, a}} {
		first, second := p[0], p[1]
		if e.before(second.take, first.take) {
			continue
		}
		for _, end := range first.ends {
			switch {
			case e.before(second.take, end):
				continue
			case e.before(end, second.take):
				any = append(any, e.active(end))
				continue
			}
			lit := e.s.Fresh("cs", term.Bool)
			if err := e.assert(e.s.Implies(lit, e.active(end))); err != nil {
				return err
			}
			c.edges = append(c.edges, sectionEdge{lit, end, second.take})
			any = append(any, lit)
		}
	}
	return e.assert(e.s.Or(any...))
}

// send tells the solver the order of critical sections.
func (c *critical) send() {
	if c == nil {
		return
	}
	for ; c.sent < len(c.edges); c.sent++ {
		x := &c.edges[c.sent]
		c.e.solver.Edge(x.lit, c.e.node(x.end.Node), c.e.node(x.take.Node))
	}
}

// list is the section edges, for the reconstruction of an execution.
func (c *critical) list() []sectionEdge {
	if c == nil {
		return nil
	}
	return c.edges
}

// seen drops from the writes that a read may see those that it does not see
// because of a lock. hiding are writes that are surely before the read.
func (c *critical) seen(r *cell, hiding, sources []*cell) []*cell {
	if c == nil || len(r.event.Held) == 0 {
		return sources
	}
	var own []int // the sections with an own write before the read
	for _, h := range r.event.Held {
		if h.Taken >= 0 && slices.ContainsFunc(hiding, func(w *cell) bool {
			return w.event.Thread == r.event.Thread && slices.Contains(w.event.Held, h)
		}) {
			own = append(own, h.Taken)
		}
	}
	return slices.DeleteFunc(slices.Clone(sources), func(w *cell) bool {
		if w.event.Thread == r.event.Thread {
			return false
		}
		for _, h := range r.event.Held {
			l := lock{h.Addr, h.Size}
			if w.event.Holds(h.Addr, h.Size) && c.exclusive(l) &&
				(h.Taken >= 0 && slices.Contains(own, h.Taken) || c.covers(w, l)) {
				return true
			}
		}
		return false
	})
}

// covers reports whether the critical section of a write surely overwrites it.
func (c *critical) covers(w *cell, l lock) bool {
	key := coverKey{w.id, l}
	if v, ok := c.covered[key]; ok {
		return v
	}
	e := c.e
	i := slices.IndexFunc(w.event.Held, func(h events.Hold) bool {
		return h.Addr == l.addr &&
			h.Size == l.size
	})
	h := w.event.Held[i]
	over := func(x *cell) bool {
		return x != w && x.event.Thread == w.event.Thread && x.addr == w.addr &&
			slices.Contains(x.event.Held, h) &&
			e.before(w.event, x.event) && e.g.Guards.Implies(w.event.Guard, x.event.Guard)
	}
	gr := &e.groups[w.group]
	list := gr.other
	if w.isConst {
		list = gr.at[w.konst]
	}
	v := h.Taken >= 0 && slices.ContainsFunc(list, over)
	c.covered[key] = v
	return v
}
