package events

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// The life of an object that was allocated is a byte of memory like any other: it stands just
// before the object in the object's region, is 0 while the object lives, and is
// set by the Free. An access reads it in its own step, so the order of accesses
// and frees by different threads is decided by the same rules as that of reads
// and writes. Nothing of this is made for objects to which no pointer is left when they end
// (analysis.Outlived), which are nearly all on the stack. Those on the stack are ended by their own thread
// alone, so that always knows whether they live.

// lifeSize is the size of a life byte.
const lifeSize = 1

// lifeAt is the address of the life byte of the object that an address points
// into.
func (u *unroller) lifeAt(addr term.Term) term.Term {
	offset := uint64(1)<<(u.bits-2) - lifeSize
	w := u.prog.PtrWidth
	return u.s.Concat(u.s.Extract(w-1, u.bits, addr), u.s.BV(u.bits, offset))
}

// IsLife reports whether a constant address is that of a life byte.
func (g *Graph) IsLife(addr uint64) bool {
	bits := g.Program.OffsetBits
	return addr&(1<<bits-1) == 1<<(bits-2)-lifeSize
}

// mortal reports whether the address of an access may be in an object that has ended.
func (u *unroller) mortal(e *cfa.Edge, addr term.Term) bool {
	if u.outlived == nil || !u.dangles[e.ID] {
		return false
	}
	if c, ok := u.s.ConstUint64(addr); ok {
		o := u.g.objectOf[c>>u.bits]
		return o != nil && o.mortal
	}
	l := u.g.Leaves(addr)
	if l.Top || len(l.Symbols) > 0 || len(l.Regions) == 0 {
		return true
	}
	return slices.ContainsFunc(l.Regions, func(r uint64) bool {
		o := u.g.objectOf[r]
		return o != nil && o.mortal
	})
}

// alive is the condition that the object of an address lives, for a step at
// the given node under the given guard; it adds the read that this takes.
func (u *unroller) alive(e *cfa.Edge, addr term.Term, guard Guard, node NodeID, st *state) term.Term {
	if !u.mortal(e, addr) {
		return u.s.True()
	}
	at := u.lifeAt(addr)
	p, track := u.lifePlace(at, st)
	if track {
		if v := u.content(&st.mem, st.spawned, p); v != term.None {
			return u.s.Eq(v, u.s.BV(8, 0))
		}
	}
	v := u.s.Fresh("life", term.BitVec(8))
	ev := &Event{Addr: at, Size: lifeSize, Value: v, Guard: guard, Edge: e, Life: true}
	u.place(ev, node, st)
	if track {
		u.remember(st, p, v)
	}
	return u.s.Eq(v, u.s.BV(8, 0))
}

// gone is the condition that one of some addresses lies in an object that has ended. It is looked at in
// sections, where comparisons that swap stand; elsewhere it is taken to be true.
func (u *unroller) gone(e *cfa.Edge, addrs []term.Term, st *state) term.Term {
	if st.sec == nil {
		return u.s.True()
	}
	var any []term.Term
	for _, t := range addrs {
		any = append(any, u.s.Not(u.alive(e, u.eval(t, st), st.guard, st.sec.Node, st)))
	}
	return u.s.Or(any...)
}

// living reports whether an address is known to be in no object that may have
// been freed: a content that is known does not say so, since the place may be
// written by one thread and freed by another.
func (u *unroller) living(e *cfa.Edge, addr term.Term, st *state) bool {
	if !u.mortal(e, addr) {
		return true
	}
	p, track := u.lifePlace(u.lifeAt(addr), st)
	if !track {
		return false
	}
	v := u.content(&st.mem, st.spawned, p)
	return v != term.None && u.s.IsTrue(u.s.Eq(v, u.s.BV(8, 0)))
}

func (u *unroller) lifePlace(at term.Term, st *state) (place, bool) {
	c, ok := u.s.ConstUint64(at)
	if !ok {
		return place{}, false
	}
	p := place{c, lifeSize}
	return p, st.sec != nil || u.steady(p, st)
}

// ownLife reports whether a place is the life byte of an object on the stack of the current thread.
func (u *unroller) ownLife(addr uint64) bool {
	if !u.g.IsLife(addr) {
		return false
	}
	o := u.g.objectOf[addr>>u.bits]
	return o != nil && o.Op.Kind == cfa.Stack && o.Thread == u.th.ID
}

// place adds an event at a node.
func (u *unroller) place(ev *Event, node NodeID, st *state) {
	ev.ID, ev.Thread, ev.Section, ev.Held = len(u.g.Events), u.th.ID, st.sec, st.held
	ev.Instance = -1
	ev.Node = node
	if st.sec != nil {
		ev.Pos = st.sec.events
		st.sec.events++
	} else {
		ev.Pos = u.positions
		u.positions++
	}
	u.g.Events = append(u.g.Events, ev)
}

// nodeFor is the node of the step that is about to be made.
func (u *unroller) nodeFor(st *state) NodeID {
	if st.sec != nil {
		return st.sec.Node
	}
	u.positions = 0
	return u.g.newNode(AccessNode, u.th)
}

// free ends the life of a heap object. Freeing what is no living heap object is
// undefined behaviour; freeing a null pointer does nothing.
func (u *unroller) free(e *cfa.Edge, op cfa.Free, st *state) *state {
	in := u.instance(Instance{Kind: AccessInstance, Origin: e.Origin, Guard: st.guard, Index: -1})
	addr := u.eval(op.Addr, st)
	u.noteIn(st, addr, u.s.True())
	if op.Kind == cfa.Stack {
		if u.mortal(e, addr) {
			u.die(e, addr, st.guard, u.nodeFor(st), in, st)
		}
		return st
	}
	null := u.s.Eq(addr, u.ptr(0))
	if u.s.IsTrue(null) {
		return st
	}
	some, ok := u.g.Guards.And(st.guard, u.s.Not(null))
	if !ok {
		return st
	}
	if c, ok := u.s.ConstUint64(addr); ok {
		if o := u.g.objectOf[c>>u.bits]; o == nil || o.Addr != c || o.Op.Kind != cfa.Heap {
			u.goal(InvalidGoal, st, e, -1, "invalid free")
			return nil
		}
		if u.foreign(c) {
			u.goal(UnsupportedGoal, st, e, -1, foreignAccess)
			return nil
		}
	}
	node := u.nodeFor(st)
	valid := u.alive(e, addr, some, node, st)
	if _, ok := u.s.ConstUint64(addr); !ok {
		// The address is that of the start of an object: its offset is that
		// of all objects, and its region holds one; see Event.Start.
		start := u.s.Fresh("valid", term.Bool)
		u.g.Starts = append(u.g.Starts, Start{Symbol: start, Addr: addr})
		valid = u.s.And(valid, start)
	}
	valid = u.s.Or(null, valid)
	invalid := *st
	if g, ok := u.g.Guards.And(st.guard, u.s.Not(valid)); ok {
		invalid.guard = g
		u.goal(InvalidGoal, &invalid, e, -1, "invalid free")
	}
	if st.guard, ok = u.g.Guards.And(st.guard, valid); !ok {
		return nil
	}
	guard, _ := u.g.Guards.And(st.guard, u.s.Not(null))
	u.die(e, addr, guard, node, in, st)
	return st
}

// die adds the write that ends the life of the object of an address.
func (u *unroller) die(e *cfa.Edge, addr term.Term, guard Guard, node NodeID, in int, st *state) {
	at := u.lifeAt(addr)
	ev := &Event{Write: true, Addr: at, Size: lifeSize, Value: u.s.BV(8, 1), Guard: guard, Edge: e,
		Life: true}
	u.place(ev, node, st)
	ev.Instance = in
	u.th.Instances[in].Index = ev.ID
	c, constant := u.s.ConstUint64(at)
	for _, o := range u.g.Objects {
		if o.mortal && (!constant || c == o.Addr-lifeSize) {
			// Later accesses must look whether the object lives.
			r := o.Addr >> u.bits
			st.mem.clobber([]uint64{r}, u.bits)
			st.mem.set(place{o.Addr - lifeSize, lifeSize}, r, term.None)
		}
	}
	if p, track := u.lifePlace(at, st); track && guard == st.guard {
		u.remember(st, p, ev.Value)
	}
}
