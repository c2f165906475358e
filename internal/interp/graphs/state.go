package graphs

import (
	"encoding/binary"
	"slices"
	"sort"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/trace"
)

// Event is an event of an execution, beside that of the axioms.
type Event struct {
	Edge   *cfa.Edge // nil: the value at the start, or the beginning or end of a thread
	Key    trace.Key // of an access
	Lo, Hi uint64    // the bits that an access has read or written
	index  int       // in its thread
	// anything is set of an initial value that is not determined: Lo and Hi are zero then.
	anything bool
}

// Place is a range of memory that accesses have in common.
type Place struct {
	Addr, Size uint64 // in bytes; the locks of sections have size 0
}

// state is an execution graph and the program in the state that it leads to.
type state struct {
	m      *interp.Machine
	graph  axioms.Graph
	events []Event    // beside graph.Events
	places []Place    // beside graph.Writes
	made   []int      // by thread: how many events it has made
	last   []int      // by thread: its last event that another one waits for; -1: none
	ended  []bool     // by thread: whether its end is an event
	inputs [][]int    // by thread: what it was given
	idle   [][]string // by thread: its states since it did more than read
	// schedule and given are what a trace of the execution says: the steps, and the inputs.
	schedule []trace.Key
	given    []trace.Input
}

// clone copies all that grows.
func (s *state) clone(d interp.Decider) *state {
	c := *s
	c.m = s.m.Clone(d)
	c.graph.Events = slices.Clone(s.graph.Events)
	c.graph.Writes = make([][]int, len(s.graph.Writes))
	for i, ws := range s.graph.Writes {
		c.graph.Writes[i] = slices.Clip(ws)
	}
	c.graph.Orders = slices.Clip(s.graph.Orders)
	c.events = slices.Clip(s.events)
	c.places = slices.Clip(s.places)
	c.made, c.last, c.ended = slices.Clone(s.made), slices.Clone(s.last), slices.Clone(s.ended)
	c.inputs, c.idle = slices.Clone(s.inputs), slices.Clone(s.idle)
	c.schedule, c.given = slices.Clip(s.schedule), slices.Clip(s.given)
	return &c
}

// add adds an event at the end of its thread.
func (s *state) add(e axioms.Event, what Event) int {
	if e.Thread != axioms.Initial {
		what.index = s.made[e.Thread]
		s.made[e.Thread]++
	}
	s.graph.Events = append(s.graph.Events, e)
	s.events = append(s.events, what)
	return len(s.events) - 1
}

// thread makes room for a thread, and begins it with an event.
func (s *state) thread(t, created int) {
	for len(s.made) <= t {
		s.made = append(s.made, 0)
		s.last = append(s.last, axioms.None)
		s.ended = append(s.ended, false)
		s.inputs = append(s.inputs, nil)
		s.idle = append(s.idle, nil)
	}
	if created != axioms.None {
		begin := s.add(axioms.Event{Thread: t, Kind: axioms.Sync, Place: axioms.None, From: axioms.None,
			Pair: axioms.None}, Event{})
		s.graph.Orders = append(s.graph.Orders, [2]int{created, begin})
	}
}

// find finds the place of an access: None if there is none so far; ok is false if it overlaps another one.
func (s *state) find(addr, size uint64) (place int, ok bool) {
	for i, p := range s.places {
		switch {
		case p.Addr == addr && p.Size == size:
			return i, true
		case addr < p.Addr+p.Size && p.Addr < addr+size:
			return i, false
		}
	}
	return axioms.None, true
}

// place makes a place with its initial value.
func (s *state) place(addr, size uint64, initial Event) int {
	place := len(s.places)
	w := s.add(axioms.Event{Thread: axioms.Initial, Kind: axioms.Write, Place: place, From: axioms.None,
		Pair: axioms.None}, initial)
	s.places = append(s.places, Place{Addr: addr, Size: size})
	s.graph.Writes = append(s.graph.Writes, []int{w})
	return place
}

// key is the same for the same graph and inputs, in whatever order the events were made.
func (s *state) key(b []byte) []byte {
	threads := make([][]int, len(s.made))
	for i := range s.graph.Events {
		if t := s.graph.Events[i].Thread; t != axioms.Initial {
			threads[t] = append(threads[t], i)
		}
	}
	// What a thread is, and what its number is where it is told, depends on what created it.
	before := make(map[int]int, len(s.graph.Orders))
	for _, o := range s.graph.Orders {
		before[o[1]] = o[0]
	}
	for t, events := range threads {
		b = binary.AppendUvarint(b, uint64(len(events)))
		for _, i := range events {
			e := &s.graph.Events[i]
			b = append(b, byte(e.Kind), byte(e.Order))
			if e.Place != axioms.None {
				b = binary.AppendUvarint(b, s.places[e.Place].Addr)
				b = binary.AppendUvarint(b, s.places[e.Place].Size)
			}
			if e.From != axioms.None {
				b = s.name(b, e.From)
			}
			if from, ok := before[i]; ok {
				b = s.name(b, from)
			}
		}
		b = binary.AppendUvarint(b, uint64(len(s.inputs[t])))
		for _, in := range s.inputs[t] {
			b = binary.AppendUvarint(b, uint64(in))
		}
	}
	order := make([]int, len(s.places))
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(i, j int) bool {
		p, q := s.places[order[i]], s.places[order[j]]
		return p.Addr < q.Addr || p.Addr == q.Addr && p.Size < q.Size
	})
	for _, p := range order {
		if ws := s.graph.Writes[p]; len(ws) > 2 { // else there is one order
			for _, w := range ws[1:] {
				b = s.name(b, w)
			}
		}
	}
	return b
}

// name appends what names an event: its thread and its number there.
func (s *state) name(b []byte, i int) []byte {
	b = binary.AppendUvarint(b, uint64(s.graph.Events[i].Thread+1))
	return binary.AppendUvarint(b, uint64(s.events[i].index))
}
