package multistate

import (
	"bytes"
	"encoding/binary"
	"slices"

	"whittle.dev/term"
)

// Symmetry of threads.
//
// Where no thread will look at the id of a thread any more, and none will join another one but by the Joins
// that it has deferred already, a thread is nothing but its frames and registers. Let two states differ in
// the numbers of the threads only, and in which thread has joined which accordingly. Each step of a thread of
// one is a step of the thread with the same frames of the other, to states that again differ in the numbers
// only: what a step does depends on the frames of the thread and on memory, the ids that threads get are
// looked at by nobody, and that a thread ends is seen by those that have joined it. So the states reach the
// same violations (C. N. Ip and D. L. Dill, "Better verification through symmetry", Formal Methods in System
// Design 9, 1996; here the permutations are those of the threads, and whether they are automorphisms is
// decided for each state).
//
// Such states get the same image: threads come in the order of their content, and those that have ended are
// left out. The states themselves keep their numbers, so that executions are made from them as always.
// Registers that may hold an id are forgotten, since nothing depends on them: neither control, nor an
// address, nor a size.
//
// Threads with deferred Joins keep their numbers. So does the first one: its return ends the process, while
// that of another thread that runs the same procedure does not. The others are permuted among those that the
// same threads have joined.

// symmetric reports whether the threads of a state can be told apart by nothing but their frames and deferred
// Joins.
func (n *canonical) symmetric(st *State) bool {
	if n.effects == nil || n.p.tracks { // what threads have ended with may be addresses
		return false
	}
	for _, t := range st.threads {
		if t.alive() && n.effects.flagged(t, looks) {
			return false
		}
	}
	return true
}

// anonymous forgets ids, and what threads that have ended have returned.
func (n *canonical) anonymous(st *State) {
	ids := n.effects.ids
	for i, t := range st.threads {
		if !t.alive() {
			if t.exit != term.None {
				st.thread(i).exit = term.None
			}
			continue
		}
		for k, r := range n.p.shared {
			if ids.regs[r] && t.shared[k] != term.None {
				t = st.thread(i)
				t.shared[k] = term.None
			}
		}
		for j := range t.frames {
			for k, r := range t.frames[j].proc.locals {
				if ids.regs[r] && t.frames[j].regs[k] != term.None {
					t = st.thread(i)
					t.frames[j].regs[k] = term.None
				}
			}
		}
	}
}

// member is a thread in an image: a stretch of what the scratch encoder holds.
type member struct {
	thread int
	fixed  bool // keeps its number: has deferred Joins, or is the first one
	// joiners, text and slots end at these places; each begins where the one before it ends, or the member
	// before.
	start, joiners, text int // of bytes: first who has joined it, then what the thread is
	slotStart, slotEnd   int
}

// permuted encodes the threads of a state with symmetry, and returns them in their order.
func (n *canonical) permuted(e *encoder, st *State) (order []int) {
	part := &n.thread
	part.s, part.buf, part.slots = e.s, part.buf[:0], part.slots[:0]
	list := n.members[:0]
	deferred := false
	for _, t := range st.threads {
		deferred = deferred || len(t.deferred) > 0
	}
	fixed := 0
	for i, t := range st.threads {
		if !t.alive() {
			continue
		}
		m := member{thread: i, fixed: i == 0 || len(t.deferred) > 0, start: len(part.buf),
			slotStart: len(part.slots)}
		if deferred {
			for j, u := range st.threads {
				if _, ok := slices.BinarySearch(u.deferred, int32(i)); ok && u.alive() {
					part.uint(uint64(j))
				}
			}
		}
		m.joiners = len(part.buf)
		part.thread(t)
		m.text, m.slotEnd = len(part.buf), len(part.slots)
		if m.fixed {
			fixed++
		}
		// Those with a number come first, in their order, then the others by what they are.
		k := len(list)
		list = append(list, m)
		for ; k > 0 && part.before(m, list[k-1]); k-- {
			list[k] = list[k-1]
		}
		list[k] = m
	}
	e.uint(uint64(fixed))
	e.uint(uint64(len(list) - fixed))
	for _, m := range list[:fixed] {
		e.uint(uint64(m.thread))
	}
	for _, m := range list {
		e.uint(uint64(m.joiners - m.start))
		e.buf = append(e.buf, part.buf[m.start:m.text]...)
		e.slots = append(e.slots, part.slots[m.slotStart:m.slotEnd]...)
		order = append(order, m.thread)
	}
	n.members = list
	return order
}

// before reports whether a comes before b, which was found earlier.
func (e *encoder) before(a, b member) bool {
	if a.fixed || b.fixed {
		return a.fixed && !b.fixed
	}
	if c := bytes.Compare(e.buf[a.start:a.joiners], e.buf[b.start:b.joiners]); c != 0 {
		return c < 0
	}
	return bytes.Compare(e.buf[a.joiners:a.text], e.buf[b.joiners:b.text]) < 0
}

// Reordered returns the view of a state that has the threads that have not ended in an order, as an image has
// them; nil: as the state has them. It is false if the numbers of the threads may not be changed.
func (x *Stepper) Reordered(st *State, order []int) (View, bool) {
	if order == nil {
		return st.View(), true
	}
	alive := 0
	for _, t := range st.threads {
		if t.alive() {
			alive++
		}
	}
	if !x.canonical.symmetric(st) || len(order) != alive {
		return View{}, false
	}
	c := st.fork()
	x.canonical.anonymous(c)
	var mark []byte
	var threads []*thread
	for k, i := range order {
		if i < 0 || i >= len(st.threads) || !st.threads[i].alive() || slices.Contains(order[:k], i) {
			return View{}, false
		}
		number := 0
		if i == 0 || len(st.threads[i].deferred) > 0 {
			number = i + 1 // it keeps that
		}
		mark = binary.AppendUvarint(mark, uint64(number))
		for j, u := range st.threads {
			if _, ok := slices.BinarySearch(u.deferred, int32(i)); ok && u.alive() {
				mark = binary.AppendUvarint(mark, uint64(j)+1)
			}
		}
		mark = append(mark, 0)
		t := c.thread(i)
		t.deferred = nil
		threads = append(threads, t)
	}
	c.threads = threads
	v := c.View()
	v.Shape = string(mark) + v.Shape
	return v, true
}
