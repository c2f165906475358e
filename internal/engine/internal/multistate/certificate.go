package multistate

import (
	"encoding/binary"

	"whittle.dev/term"
)

// View is a state as the check of an invariant looks at it: all its values in a fixed order of
// places, whether they are constant or not.
type View struct {
	// Control tells where the threads are: their calls and locations, and whether they have ended.
	Control string
	// Shape is Control with the objects, and with the places that have a value.
	Shape string
	// Values has one for each place of Shape.
	Values []term.Term
	// Conjuncts are the path condition.
	Conjuncts []term.Term
	// Open: every thread may go on, whatever local steps one has before it.
	Open bool
}

// View returns the view of a state.
func (x *Stepper) View(st *State) View {
	v := View{Open: st.open}
	var b []byte
	for _, t := range st.threads {
		b = append(b, byte(t.status))
		if !t.alive() {
			continue
		}
		b = binary.AppendUvarint(b, uint64(t.atomic))
		b = binary.AppendUvarint(b, uint64(len(t.frames)))
		for i := range t.frames {
			f := &t.frames[i]
			b = binary.AppendUvarint(b, uint64(f.proc.ID))
			b = binary.AppendUvarint(b, uint64(f.loc))
			if i > 0 {
				b = binary.AppendUvarint(b, uint64(f.call.ID))
			}
		}
	}
	v.Control = string(b)
	b = append(b, 0xff)
	value := func(t term.Term) {
		if t == term.None {
			b = append(b, 0)
			return
		}
		b = binary.AppendUvarint(b, uint64(x.s.Sort(t).Width())+1)
		v.Values = append(v.Values, t)
	}
	for _, t := range st.threads {
		switch {
		case t.status == finished:
			value(t.exit)
		case t.alive():
			for _, r := range t.shared {
				value(r)
			}
			for i := range t.frames {
				for _, r := range t.frames[i].regs {
					value(r)
				}
			}
		}
	}
	for _, o := range st.objects {
		if !o.live {
			b = append(b, 0x80|byte(o.kind))
			continue
		}
		mark := 1 + 2*byte(o.kind)
		if o.zero {
			mark++
		}
		b = binary.AppendUvarint(append(b, mark), o.size)
		b = binary.AppendUvarint(b, uint64(len(o.cells)))
		for _, c := range o.cells {
			b = binary.AppendUvarint(b, c.off)
			value(c.val)
		}
	}
	v.Shape = string(b)
	for _, p := range st.parts {
		v.Conjuncts = append(v.Conjuncts, p.conj...)
	}
	return v
}

// Closed reports whether a state stands for itself alone: fresh symbols are kept apart from those that occur
// in it, and no thread has gone ahead of what it waits for.
func (x *Stepper) Closed(st *State) bool {
	for _, t := range st.threads {
		if len(t.debts) > 0 {
			return false
		}
	}
	v := x.View(st)
	for _, sym := range x.s.Symbols(append(v.Values, v.Conjuncts...)...) {
		n, ok := x.numbers[sym]
		if !ok || n/64 >= len(st.used) || st.used[n/64]>>(n%64)&1 == 0 {
			return false
		}
	}
	return true
}

// AskSolver makes x give the solver each question about emptiness that bounds of symbols would decide. With
// Config.NoCache and Config.NoModels nothing else decides one but that a condition, or its negation, is a
// conjunct already.
func (x *Stepper) AskSolver() { x.emptiness.noIntervals = true }

// Clean forgets registers that are not live. The state must be a successor that was not handed on yet.
func (x *Stepper) Clean(st *State) {
	for i, t := range st.threads {
		if t.alive() {
			x.forget(st, i)
		}
	}
}

// Duties lists the threads whose steps an invariant must be closed under in a state. partial is set if
// there are others that may run: the one thread in the list has local steps before it, which no other can
// tell, so the others may as well wait until it has made these, but not for ever.
func (st *State) Duties() (threads []int, partial bool) {
	var alive []int
	local := -1
	for i, t := range st.threads {
		switch {
		case !t.alive():
			continue
		case t.atomic > 0:
			return []int{i}, false
		case t.status == running && local < 0:
			local = i
		}
		alive = append(alive, i)
	}
	if st.open || local < 0 || len(alive) == 1 {
		return alive, false
	}
	return []int{local}, true
}

// Unreduced returns the Config without the reductions that leave out steps or orders of threads: the states
// that are reached are closed under the steps of all threads then.
func (c Config) Unreduced() Config {
	c.NoIndependence, c.NoSections, c.NoElements, c.NoWake, c.NoJoins, c.NoSymmetry = true, true, true, true,
		true, true
	return c
}

// Altered returns a copy of a state with another value at one of the places of its View, -1: at none, and
// with more conjuncts. It shows whether a check of certificates notices.
func (x *Stepper) Altered(st *State, place int, val term.Term, more ...term.Term) *State {
	c := x.fork(st)
	n := 0
	visit := func(t *term.Term) {
		if *t == term.None {
			return
		}
		if n == place {
			*t = val
		}
		n++
	}
	for i := range c.threads {
		t := x.thread(c, i)
		switch {
		case t.status == finished:
			visit(&t.exit)
		case t.alive():
			for k := range t.shared {
				visit(&t.shared[k])
			}
			for j := range t.frames {
				for k := range t.frames[j].regs {
					visit(&t.frames[j].regs[k])
				}
			}
		}
	}
	for i, o := range c.objects {
		if !o.live {
			continue
		}
		o := *o
		o.cells = append([]cell(nil), o.cells...)
		for k := range o.cells {
			visit(&o.cells[k].val)
		}
		c.objects[i] = &o
	}
	for _, t := range more {
		c.parts = append(c.parts, &part{conj: []term.Term{t}, syms: x.Symbols(t)})
	}
	return c
}
