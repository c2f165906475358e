package graphs

import (
	"fmt"
	"slices"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/trace"
)

// stepper makes one step of a thread: up to its next events.
type stepper struct {
	s       *state
	t       int
	ch      decisions
	pending []pending
	key     trace.Key // by which a schedule names the step
	sync    *cfa.Sync // of the section that is open
	inside  bool      // a section is open
	refused string    // why the step is beyond what is supported
}

// decisions are what a step leaves open beside the inputs.
type decisions interface {
	// source is the index in ws, the writes to a place in coherence order, of the one that a read sees.
	source(s *state, read trace.Key, ws []int) (int, error)
	// before is how many of ws come before a new write.
	before(s *state, write trace.Key, ws []int) int
	// looks has a look at the initial value of a place, and reports whether that may be anything.
	looks(look func()) (anything bool)
}

// pending is an event of the step that is being made.
type pending struct {
	event axioms.Event
	what  Event
	at    int // of a write: where it goes in the coherence order
}

// maxEdges bounds the edges between two events.
const maxEdges = 1 << 16

// run executes edges of the thread until events were made, the thread is disabled or the execution has ended.
// What was Blocked has not happened.
func (x *stepper) run() interp.Event {
	m := x.s.m
	m.Watch(x.access)
	defer m.Watch(nil)
	for range maxEdges {
		if m.Finished(x.t) {
			x.s.last[x.t] = x.signal(nil)
			x.s.ended[x.t] = true
			return interp.Finished
		}
		e, threads := m.Next(x.t), m.NumThreads()
		child, joins := m.JoinOf(x.t)
		if e != nil && !x.inside {
			x.key = trace.Key{Thread: x.t, Origin: e.Origin, Occurrence: m.Made(x.t, e.Origin)}
			if _, ok := e.Op.(cfa.AtomicBegin); ok {
				x.inside, x.sync = true, e.Sync
			}
		}
		ev, err := m.Step(x.t)
		if err != nil {
			x.refused = err.Error()
		}
		switch {
		case x.refused != "":
			return interp.Stopped
		case ev == interp.Blocked:
			return ev
		case ev == interp.Stopped:
			x.commit()
			return ev
		case m.NumThreads() > threads:
			x.s.thread(threads, x.signal(e))
			return ev
		case joins:
			x.s.graph.Orders = append(x.s.graph.Orders, [2]int{x.s.last[child], x.signal(e)})
			return ev
		}
		if e != nil {
			if f, ok := e.Op.(cfa.Fence); ok && f.Order > cfa.Relaxed {
				x.pending = append(x.pending, x.fence(f.Order, e))
			}
		}
		if ev == interp.Inside {
			continue
		}
		made := len(x.pending) > 0
		x.commit()
		x.inside, x.sync = false, nil
		if made {
			return ev
		}
	}
	x.refused = fmt.Sprintf("more than %d edges without an event", maxEdges)
	return interp.Stopped
}

// signal adds a Sync event.
func (x *stepper) signal(e *cfa.Edge) int {
	return x.s.add(axioms.Event{Thread: x.t, Kind: axioms.Sync, Place: axioms.None, From: axioms.None,
		Pair: axioms.None}, Event{Edge: e})
}

func (x *stepper) fence(o cfa.Order, e *cfa.Edge) pending {
	return pending{event: axioms.Event{Thread: x.t, Kind: axioms.Fence, Order: o, Place: axioms.None,
		From: axioms.None, Pair: axioms.None}, what: Event{Edge: e}}
}

// access is called before an access is made: it gives memory the value that a load reads.
func (x *stepper) access(a interp.Access) {
	place, ok := x.s.find(a.Addr, a.Size)
	if place == axioms.None {
		var initial Event
		initial.anything = x.ch.looks(func() { initial.Lo, initial.Hi, _ = x.s.m.Peek(a.Addr, int(a.Size)) })
		place = x.s.place(a.Addr, a.Size, initial)
	}
	if !ok {
		x.refused = "accesses of different sizes to one place"
		return
	}
	own := slices.IndexFunc(x.pending, func(p pending) bool { return p.event.Place == place })
	if n := len(x.pending) - 1; own >= 0 && own < n {
		// The write of a section comes after its read.
		for i := n; i > own; i-- {
			if x.pending[i].event.Place == place {
				own = i
				break
			}
		}
	}
	ws := x.s.graph.Writes[place]
	e := axioms.Event{Thread: x.t, Order: order(a.Edge.Op), Place: place, From: axioms.None,
		Pair: axioms.None}
	switch {
	case a.Write && own >= 0 && x.pending[own].event.Kind == axioms.Write:
		p := &x.pending[own]
		p.what.Lo, p.what.Hi = a.Lo, a.Hi
		p.event.Order = max(p.event.Order, e.Order)
	case a.Write:
		e.Kind = axioms.Write
		p := pending{event: e, what: Event{Edge: a.Edge, Key: a.Key, Lo: a.Lo, Hi: a.Hi}}
		if own >= 0 {
			p.at = slices.Index(ws, x.pending[own].event.From) + 1
		} else {
			p.at = x.ch.before(x.s, a.Key, ws)
		}
		x.pending = append(x.pending, p)
	case own >= 0:
		x.s.m.Poke(a.Addr, int(a.Size), x.pending[own].what.Lo, x.pending[own].what.Hi)
	default:
		i, err := x.ch.source(x.s, a.Key, ws)
		if err != nil {
			x.refused = err.Error()
			return
		}
		e.From = ws[i]
		from := x.s.events[e.From]
		x.pending = append(x.pending, pending{event: e, what: Event{Edge: a.Edge, Key: a.Key, Lo: from.Lo,
			Hi: from.Hi}})
		x.s.m.Poke(a.Addr, int(a.Size), from.Lo, from.Hi)
	}
}

// order is the memory order of an access.
func order(op cfa.Op) cfa.Order {
	switch op := op.(type) {
	case cfa.Load:
		return op.Order
	case cfa.Store:
		return op.Order
	}
	return cfa.Plain
}

// commit adds the events of the step to the graph.
func (x *stepper) commit() {
	if x.inside {
		x.close()
	}
	first := make(map[int]int) // by place: the read of this step
	for _, p := range x.pending {
		i := x.s.add(p.event, p.what)
		switch p.event.Kind {
		case axioms.Read:
			first[p.event.Place] = i
			x.s.graph.Events[i].Failed = x.inside && x.sync == nil
		case axioms.Write:
			ws := x.s.graph.Writes[p.event.Place]
			x.s.graph.Writes[p.event.Place] = slices.Insert(slices.Clone(ws), p.at, i)
			if r, ok := first[p.event.Place]; ok && x.inside {
				x.pair(r, i)
			}
		}
	}
	x.pending = nil
}

// pair makes a read-modify-write of two events. The order of its write counts for the read as well: the one
// of the read alone is that of a compare-exchange that fails.
func (x *stepper) pair(read, write int) {
	r, w := &x.s.graph.Events[read], &x.s.graph.Events[write]
	r.Pair, w.Pair, r.Failed = write, read, false
	switch w.Order {
	case cfa.Acquire, cfa.AcqRel, cfa.SeqCst:
		r.Order = max(r.Order, w.Order)
	}
}

// close ends a section. One that is more than a read-modify-write of one place holds the lock of all such
// sections, with full fences around; one of a library must be such.
func (x *stepper) close() {
	places, plain := map[int]bool{}, false
	for i := range x.pending {
		p := &x.pending[i].event
		if p.Place != axioms.None {
			places[p.Place] = true
		}
		plain = plain || p.Order == cfa.Plain
	}
	if x.sync != nil {
		if len(places) > 1 {
			x.refused = fmt.Sprintf("the library operation %s, which is more than one access,", x.sync.Kind)
		}
		x.synchronise()
		return
	}
	if len(x.pending) == 0 || len(places) == 1 && !plain {
		return
	}
	lock, _ := x.s.find(lockAddress, 0)
	if lock == axioms.None {
		lock = x.s.place(lockAddress, 0, Event{})
	}
	ws := x.s.graph.Writes[lock]
	take := pending{event: axioms.Event{Thread: x.t, Kind: axioms.Read, Order: cfa.Acquire, Place: lock,
		From: ws[len(ws)-1], Pair: axioms.None}}
	give := pending{event: axioms.Event{Thread: x.t, Kind: axioms.Write, Order: cfa.Release, Place: lock,
		From: axioms.None, Pair: axioms.None}, at: len(ws)}
	full := x.fence(cfa.SeqCst, nil)
	x.pending = slices.Concat([]pending{full, take}, x.pending, []pending{give, full})
}

// synchronise gives the accesses of a library operation the orders that POSIX asks for: what takes a lock
// acquires, what gives one back releases, and a try that fails promises nothing.
func (x *stepper) synchronise() {
	writes := false
	for _, p := range x.pending {
		writes = writes || p.event.Kind == axioms.Write
	}
	takes := x.sync.Kind.Takes() != ""
	for i := range x.pending {
		switch p := &x.pending[i].event; {
		case p.Kind == axioms.Write && !takes:
			p.Order = cfa.Release
		case p.Kind == axioms.Read && (writes || !takes):
			p.Order = cfa.Acquire
		default:
			p.Order = cfa.Relaxed
		}
	}
}

// lockAddress is the address of the lock of sections, which is none of memory.
const lockAddress = 1 << 63
