package multistate

import (
	"encoding/binary"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/internal/emptiness"
	"whittle.dev/term"
)

// View is a state as the check of an invariant looks at it: all its values in a fixed order of
// places, whether they are constant or not.
type View struct {
	// Control says where the threads are: their calls and locations, and whether they have ended.
	Control string
	// Shape is Control with the shape of memory (section 2.4): the objects, and the places that have a value.
	Shape string
	// Values has one for each place of Shape.
	Values []term.Term
	// Conjuncts are the path condition.
	Conjuncts []term.Term
	// Open: every thread may go on, whatever local steps one has before it.
	Open bool
}

// place is where a value of a state stands: the result of a thread, a register of it, or a cell of an object.
type place struct {
	thread int       // -1: none
	frame  int       // of the register, 0 for the first procedure; -1: it belongs to the thread
	reg    cfa.RegID // NoReg: the result of the thread
	object int       // index
	cell   cell
}

// eachValue calls visit with the values of a state, which may be changed if the state may be, in a fixed
// order. It leaves out objects in without, by their index. There may be None among the values.
func (st *State) eachValue(without map[int]bool, visit func(place, *term.Term)) {
	for i, t := range st.threads {
		switch {
		case t.status == finished:
			visit(place{thread: i, frame: -1, reg: cfa.NoReg}, &t.exit)
		case t.alive():
			for k := range t.shared {
				visit(place{thread: i, frame: -1, reg: st.p.shared[k]}, &t.shared[k])
			}
			for j := range t.frames {
				f := &t.frames[j]
				for k := range f.regs {
					visit(place{thread: i, frame: j, reg: f.proc.locals[k]}, &f.regs[k])
				}
			}
		}
	}
	for i, o := range st.objects {
		if !o.live || without[i] {
			continue
		}
		for k := range o.cells {
			visit(place{thread: -1, object: i, cell: o.cells[k]}, &o.cells[k].val)
		}
	}
}

// View returns the view of a state.
func (st *State) View() View {
	v := View{Open: st.open}
	var b []byte
	for _, t := range st.threads {
		b = append(b, byte(t.status))
		if !t.alive() {
			continue
		}
		b = binary.AppendUvarint(b, uint64(t.atomic))
		for _, u := range t.deferred {
			b = binary.AppendUvarint(b, uint64(u)+1)
		}
		b = append(b, 0)
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
	for _, o := range st.objects {
		b = o.appendHead(b)
		if !o.live {
			continue
		}
		b = binary.AppendUvarint(b, uint64(len(o.cells)))
		for _, c := range o.cells {
			b = binary.AppendUvarint(b, c.off)
		}
	}
	st.eachValue(nil, func(_ place, t *term.Term) {
		if *t == term.None {
			b = append(b, 0)
			return
		}
		b = binary.AppendUvarint(b, uint64(st.p.terms.Sort(*t).Width())+1)
		v.Values = append(v.Values, *t)
	})
	v.Shape = string(b)
	for _, p := range st.parts {
		v.Conjuncts = append(v.Conjuncts, p.Conj...)
	}
	return v
}

// Clean forgets registers that are not live. The state must be a successor that was not handed on yet.
func (st *State) Clean() {
	for i, t := range st.threads {
		if t.alive() {
			st.forget(i)
		}
	}
}

// Ahead reports whether a thread has gone ahead of the end of others that it joins.
func (st *State) Ahead() bool {
	return slices.ContainsFunc(st.threads, func(t *thread) bool { return len(t.deferred) > 0 })
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
func (st *State) Altered(at int, val term.Term, more ...term.Term) *State {
	c := st.fork()
	for i := range c.threads {
		c.thread(i)
	}
	for i := range c.objects {
		c.object(i)
	}
	n := 0
	c.eachValue(nil, func(_ place, t *term.Term) {
		if *t == term.None {
			return
		}
		if n == at {
			*t = val
		}
		n++
	})
	for _, t := range more {
		syms := c.p.terms.Symbols(t)
		slices.Sort(syms)
		c.parts = append(c.parts, &emptiness.Part{Conj: []term.Term{t}, Syms: syms})
	}
	return c
}
