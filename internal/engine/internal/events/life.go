package events

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// The life of an object that was allocated is a byte of memory like any other: it stands just before the
// object in the object's region, is 0 while the object lives, and is set by the Free. An access reads it in
// its own step, so the order of accesses and frees by different threads is decided by the same rules as that
// of reads and writes. Nothing of this is made for objects to which no pointer is left when they end
// (analysis.Outlived), which are nearly all on the stack. Those on the stack are ended by their own thread
// alone, so that always knows whether they live.

// lives follows the lives of objects: how they begin and end, and which accesses are within.
type lives struct {
	g        *Graph
	s        *term.Store
	b        *builder
	objects  *objects
	known    *knowledge
	regs     *registers
	progress *progress
}

// alive is the condition that the object of an address lives, for a step at
// the given node under the given guard; it adds the read that this takes.
func (lv *lives) alive(e *cfa.Edge, addr term.Term, guard Guard, node NodeID, st *state) term.Term {
	if !lv.objects.mortal(e, addr) {
		return lv.s.True()
	}
	at := lv.objects.lifeAt(addr)
	p, track := lv.known.lifePlace(at, st)
	if track {
		if v := lv.known.content(&st.mem, st.spawned, p); v != term.None {
			return lv.s.Eq(v, lv.s.BV(8, 0))
		}
	}
	v := lv.s.Fresh("life", term.BitVec(8))
	ev := &Event{Addr: at, Size: lifeSize, Value: v, Guard: guard, Edge: e, Life: true}
	lv.b.place(ev, node, st)
	if track {
		lv.known.remember(st, p, v)
	}
	return lv.s.Eq(v, lv.s.BV(8, 0))
}

// gone is the condition that one of some addresses lies in an object that has ended. It is looked at in
// sections, where comparisons that swap stand; elsewhere it is taken to be true.
func (lv *lives) gone(e *cfa.Edge, addrs []term.Term, st *state) term.Term {
	if st.sec == nil {
		return lv.s.True()
	}
	var any []term.Term
	for _, t := range addrs {
		any = append(any, lv.s.Not(lv.alive(e, lv.regs.eval(t, st), st.guard, st.sec.Node, st)))
	}
	return lv.s.Or(any...)
}

// living reports whether an address is known to be in no object that may have been freed: a content that is
// known does not say so, since the place may be written by one thread and freed by another.
func (lv *lives) living(e *cfa.Edge, addr term.Term, st *state) bool {
	if !lv.objects.mortal(e, addr) {
		return true
	}
	p, track := lv.known.lifePlace(lv.objects.lifeAt(addr), st)
	if !track {
		return false
	}
	v := lv.known.content(&st.mem, st.spawned, p)
	return v != term.None && lv.s.IsTrue(lv.s.Eq(v, lv.s.BV(8, 0)))
}

// free ends the life of a heap object. Freeing what is no living heap object is
// undefined behaviour; freeing a null pointer does nothing.
func (lv *lives) free(e *cfa.Edge, op cfa.Free, st *state) *state {
	in := lv.b.instance(Instance{Kind: AccessInstance, Origin: e.Origin, Guard: st.guard, Index: -1})
	addr := lv.regs.eval(op.Addr, st)
	lv.progress.noteIn(st, addr, lv.s.True())
	if op.Kind == cfa.Stack {
		if lv.objects.mortal(e, addr) {
			lv.die(e, addr, st.guard, lv.b.nodeFor(st), in, st)
		}
		return st
	}
	null := lv.s.Eq(addr, lv.b.ptr(0))
	if lv.s.IsTrue(null) {
		return st
	}
	some, ok := lv.g.Guards.And(st.guard, lv.s.Not(null))
	if !ok {
		return st
	}
	if c, ok := lv.s.ConstUint64(addr); ok {
		if o := lv.g.objectAt(c); o == nil || o.Addr != c || o.Op.Kind != op.Kind {
			lv.b.invalid(lv.s.Not(null), st, e, in, "invalid free")
			return nil
		}
		if lv.objects.foreign(c) {
			lv.b.goal(UnsupportedGoal, st, e, -1, foreignAccess)
			return nil
		}
	}
	node := lv.b.nodeFor(st)
	valid := lv.alive(e, addr, some, node, st)
	if _, ok := lv.s.ConstUint64(addr); !ok {
		// The address is that of the start of an object: its offset is that
		// of all objects, and its region holds one; see Event.Start.
		start := lv.s.Fresh("valid", term.Bool)
		lv.g.Starts = append(lv.g.Starts, Start{Symbol: start, Addr: addr, Kind: op.Kind, Thread: lv.b.th.ID,
			Objects: len(lv.g.Objects)})
		valid = lv.s.And(valid, start)
	}
	valid = lv.s.Or(null, valid)
	lv.b.invalid(lv.s.Not(valid), st, e, in, "invalid free")
	if st.guard, ok = lv.g.Guards.And(st.guard, valid); !ok {
		return nil
	}
	guard, _ := lv.g.Guards.And(st.guard, lv.s.Not(null))
	lv.die(e, addr, guard, node, in, st)
	return st
}

// die adds the write that ends the life of the object of an address.
func (lv *lives) die(e *cfa.Edge, addr term.Term, guard Guard, node NodeID, in int, st *state) {
	at := lv.objects.lifeAt(addr)
	ev := &Event{Write: true, Addr: at, Size: lifeSize, Value: lv.s.BV(8, 1), Guard: guard, Edge: e,
		Life: true}
	lv.b.place(ev, node, st)
	ev.Instance = in
	lv.b.th.Instances[in].Index = ev.ID
	c, constant := lv.s.ConstUint64(at)
	for _, o := range lv.g.Objects {
		if o.mortal && (!constant || c == o.Addr-lifeSize) {
			// Later accesses must look whether the object lives.
			r := lv.g.Program.RegionOf(o.Addr)
			st.mem.clobber([]uint64{r}, lv.g.Program.OffsetBits)
			st.mem.set(place{o.Addr - lifeSize, lifeSize}, r, term.None)
		}
	}
	if p, track := lv.known.lifePlace(at, st); track && guard == st.guard {
		lv.known.remember(st, p, ev.Value)
	}
}

// alloc makes an object.
func (lv *lives) alloc(e *cfa.Edge, op cfa.Alloc, st *state) *state {
	size := lv.regs.eval(op.Size, st)
	limit := lv.g.Program.MaxObject()
	if n, ok := lv.s.ConstUint64(size); ok && n > limit {
		lv.b.goal(UnsupportedGoal, st, e, -1, "an object larger than the address space is cut for")
		return nil
	} else if !ok {
		fits := lv.s.BVUle(size, lv.b.ptr(limit))
		if goal := lv.b.goalWhere(lv.s.Not(fits), BoundGoal, st, e,
			"size of an allocated object"); goal != nil {
			goal.Bounds = []BoundID{{}}
		}
		g, ok := lv.g.Guards.And(st.guard, fits)
		if !ok {
			return nil
		}
		st.guard = g
	}
	if lv.objects.full() {
		lv.b.goal(BoundGoal, st, e, -1, "number of objects in the address space").Bounds = []BoundID{{}}
		return nil
	}
	o := lv.objects.add(e, op, size, st)
	o.Instance = lv.b.instance(Instance{Kind: AllocInstance, Origin: e.Origin, Guard: st.guard,
		Index: o.number})
	lv.progress.noteIn(st, lv.b.ptr(o.Addr), lv.s.True())
	lv.regs.assign(op.Dst, lv.b.ptr(o.Addr), st)
	return st
}
