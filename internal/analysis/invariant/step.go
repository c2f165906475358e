package invariant

import (
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// transfer is the effect on a state of an edge that stays in its procedure and its thread: the state
// behind it, nil when no execution passes.
func (x *Invariant) transfer(in *instance, e *cfa.Edge, s *state) *state {
	switch op := e.Op.(type) {
	case cfa.Assume:
		if !x.assume(s, op.Cond, true, maxAssume) {
			return nil
		}
	case cfa.Await:
		if !x.assume(s, op.Cond, true, maxAssume) {
			return nil
		}
	case cfa.Assign:
		v := x.eval(s, op.Value)
		if v.empty() {
			return nil
		}
		x.assign(s, op.Dst, v)
		if !x.prog.Terms.IsConst(op.Value) {
			x.define(s, regDef{reg: op.Dst, term: op.Value, addr: term.None})
		}
	case cfa.Havoc:
		x.assign(s, op.Dst, topOf(x.width(op.Dst)))
	case cfa.Load:
		return x.load(in, e, op, s)
	case cfa.Store:
		return x.store(in, e, op, s)
	case cfa.AtomicBegin:
		s.depth++
	case cfa.AtomicEnd:
		if s.depth > 0 {
			s.depth--
		}
		if s.depth == 0 {
			s.forget(func(d regDef) bool { return d.section })
		}
	case cfa.Alloc:
		x.alloc(in, e, op, s)
	case cfa.Free:
		x.free(e, op, s)
	case cfa.Fence:
	case cfa.Violation:
		x.violation(e)
		return nil
	case cfa.UB:
		x.undefined(e, op.What)
		return nil
	default: // cfa.Unsupported and what may come
		x.giveUp("an operation that is not supported can be reached")
		return nil
	}
	return s
}

func (x *Invariant) width(r cfa.RegID) int {
	if r == cfa.NoReg {
		return 0
	}
	return absint.Width(x.prog.Regs[r].Sort)
}

// target is what an access does: for each reference, whether the private
// memory and whether the shared memory is concerned.
func (x *Invariant) concerned(s *state, r ref) (private *content, shared bool) {
	if r.old && x.objs[r.obj].static == nil {
		return nil, true
	}
	return x.own(s, r.obj), x.seen(s, r.obj)
}

func (x *Invariant) load(in *instance, e *cfa.Edge, op cfa.Load, s *state) *state {
	width := x.width(op.Dst)
	size := width / 8
	a := x.eval(s, op.Addr)
	if !x.valid(s, e, a, size, false) {
		return nil
	}
	v := value{width: width}
	fixed := true // nobody else can change it
	for _, r := range a.refs {
		p := place{r.off, size}
		own, shared := x.concerned(s, r)
		if own != nil {
			v = v.join(x.readOwn(r.obj, own, p))
		}
		if shared {
			fixed = false
			x.readers(&x.objs[r.obj].readers, in, e.From)
			v = v.join(x.readShared(r.obj, p))
		}
	}
	// The same place was read before and did not change since.
	same := cfa.NoReg
	for _, d := range s.defs {
		if d.term != term.None || d.addr != op.Addr || d.size != size {
			continue
		}
		same = d.reg
		if w := s.get(d.reg, width); v.contains(w) {
			v = w
		}
	}
	if v.empty() {
		return nil
	}
	x.assign(s, op.Dst, v)
	if same != cfa.NoReg && same != op.Dst {
		x.define(s, regDef{reg: op.Dst, term: x.prog.Regs[same].Sym, addr: term.None})
	} else if (fixed || s.depth > 0) && width > 0 && width <= 64 {
		x.define(s, regDef{reg: op.Dst, term: term.None, addr: op.Addr, size: size, section: !fixed})
	}
	return s
}

func (x *Invariant) store(in *instance, e *cfa.Edge, op cfa.Store, s *state) *state {
	a, v := x.eval(s, op.Addr), x.eval(s, op.Value)
	size := absint.Width(x.prog.Terms.Sort(op.Value)) / 8
	if !x.valid(s, e, a, size, true) || v.empty() {
		return nil
	}
	x.changed(s, a, size)
	published := false
	for _, r := range a.refs {
		if _, shared := x.concerned(s, r); shared && !published {
			x.publish(s, v) // before anything is written, it may take objects away
			published = true
		}
	}
	for _, r := range a.refs {
		p := place{r.off, size}
		own, shared := x.concerned(s, r)
		if own != nil {
			s.setOwn(r.obj, x.writeOwn(r.obj, own, p, v, len(a.refs) == 1))
		}
		if shared {
			x.writeTo(r.obj, p, x.foreign(v))
		}
	}
	return s
}

// changed forgets the loads of memory that a store may change.
func (x *Invariant) changed(s *state, a value, size int) {
	if len(s.defs) == 0 {
		return
	}
	s.forget(func(d regDef) bool {
		if d.term != term.None {
			return false
		}
		b := x.eval(s, d.addr)
		if a.some || b.some {
			return true
		}
		for _, r := range a.refs {
			for _, q := range b.refs {
				if r.obj != q.obj {
					continue
				}
				off, ok := q.off.Const()
				if !ok || (place{r.off, size}).relate(cell{off: off, size: d.size}) != apart {
					return true
				}
			}
		}
		return false
	})
}

// writeTo adds a value to the shared memory of an object and wakes its readers.
func (x *Invariant) writeTo(o int32, p place, v value) {
	if x.fresh != nil { // narrowing: what is written is gathered anew
		x.writeShared(x.fresh[o], p, v)
		return
	}
	if x.checking {
		return
	}
	if x.writeShared(x.shared[o], p, v) {
		wakeAll(x.objs[o].readers)
	}
}

// publish lets other threads see the private objects that a value points to.
func (x *Invariant) publish(s *state, v value) {
	for _, r := range v.refs {
		if r.old || x.objs[r.obj].static != nil {
			continue
		}
		if hasObj(s.dead, r.obj) {
			x.ends(x.objs[r.obj], false, true)
		}
		if m := x.own(s, r.obj); m != nil {
			s.setOwn(r.obj, nil)
			s.shared = addObj(s.shared, r.obj)
			x.expose(s, r.obj, m, ^uint64(0))
			s.forget(func(d regDef) bool { return d.term == term.None })
		}
	}
}

// expose adds the content of an object to shared memory.
func (x *Invariant) expose(s *state, o int32, m *content, size uint64) {
	for _, c := range m.cells {
		x.publish(s, c.val)
		x.writeTo(o, place{absint.Single(x.prog.PtrWidth, c.off), c.size}, x.foreign(c.val))
	}
	for _, sm := range m.smears {
		x.publish(s, sm.val)
		x.writeTo(o, place{smearPlaces(x.prog.PtrWidth, sm, size), sm.size}, x.foreign(sm.val))
	}
	at := uint64(0)
	raw := func(lo, hi uint64) {
		if x.fresh != nil {
			x.fresh[o].expose(byteRange{lo, hi})
		} else if !x.checking && x.shared[o].expose(byteRange{lo, hi}) {
			wakeAll(x.objs[o].readers)
		}
	}
	for _, c := range m.cells {
		raw(at, c.off)
		at = c.off + uint64(c.size)
	}
	raw(at, size)
}

// smearPlaces are the places of a smear, as far as they can matter.
func smearPlaces(width int, s smear, size uint64) absint.Strided {
	limit := min(size, absint.Mask(width)>>1)
	hi := s.rem
	if s.mod > 0 && limit > s.rem {
		hi = s.rem + (limit-s.rem)/s.mod*s.mod
	}
	return absint.Stepped(absint.Span(width, s.rem, hi), s.mod)
}

func (x *Invariant) alloc(in *instance, e *cfa.Edge, op cfa.Alloc, s *state) {
	o := x.site(in, e, op)
	x.sizeOf(o, x.eval(s, op.Size))
	if m := x.own(s, o); m != nil {
		// The instance before it is one of many now.
		s.setOwn(o, nil)
		x.expose(s, o, m, ^uint64(0))
	}
	aged := func(a value) value {
		return a.mapRefs(func(r ref) ref {
			if r.obj == o && !r.old {
				r.old = true
				x.ends(x.objs[o], false, hasObj(s.dead, o))
			}
			return r
		})
	}
	s.mapValues(aged)
	// Other threads may get to know what was the last instance from now on.
	s.forget(func(d regDef) bool {
		if d.term != term.None {
			return false
		}
		a := x.eval(s, d.addr)
		return a.some || slices.ContainsFunc(a.refs, func(r ref) bool { return r.obj == o })
	})
	s.setOwn(o, &content{})
	s.shared, s.dead = dropObj(s.shared, o), dropObj(s.dead, o)
	x.assign(s, op.Dst, value{width: x.prog.PtrWidth, refs: []ref{{obj: o, off: absint.Single(x.prog.PtrWidth, 0)}}})
}

// mapValues applies f to all values of a state.
func (s *state) mapValues(f func(value) value) {
	regs := make([]regVal, len(s.regs))
	for i, r := range s.regs {
		regs[i] = regVal{r.reg, f(r.val)}
	}
	s.regs = regs
	mem := make([]privateObj, len(s.mem))
	for i, p := range s.mem {
		m := &content{cells: make([]cell, len(p.mem.cells)), smears: make([]smear, len(p.mem.smears))}
		copy(m.cells, p.mem.cells)
		copy(m.smears, p.mem.smears)
		for k := range m.cells {
			m.cells[k].val = f(m.cells[k].val)
		}
		for k := range m.smears {
			m.smears[k].val = f(m.smears[k].val)
		}
		mem[i] = privateObj{p.obj, m}
	}
	s.mem = mem
}

// free ends the life of the last instance of an object. The end of one that
// others can see is not followed: objects that are freed there count as
// freed from the beginning.
func (x *Invariant) free(e *cfa.Edge, op cfa.Free, s *state) {
	a := x.eval(s, op.Addr)
	ok := !a.some || a.isZeroNumber()
	for _, r := range a.refs {
		obj := x.objs[r.obj]
		at, exact := r.off.Const()
		private := !r.old && x.own(s, r.obj) != nil && !x.seen(s, r.obj) && !hasObj(s.dead, r.obj)
		ok = ok && obj.static == nil && obj.kind == op.Kind && exact && at == 0 && private
		// The thread itself may know an object on the stack whose end is not followed only by its old instances.
		x.ends(obj, !private && (op.Kind == cfa.Heap || r.old || x.seen(s, r.obj)), false)
		obj.left = obj.left || !r.old && x.own(s, r.obj) != nil
	}
	if op.Kind == cfa.Heap && !ok {
		x.invalid(e)
	}
	for _, r := range a.refs {
		if r.old || x.objs[r.obj].static != nil {
			continue
		}
		s.dead = addObj(s.dead, r.obj)
		if len(a.refs) == 1 && !a.some && x.own(s, r.obj) != nil {
			s.setOwn(r.obj, nil)
			s.shared = dropObj(s.shared, r.obj)
		}
	}
	s.forget(func(d regDef) bool { return d.term == term.None })
}

// ends notes what is not followed of the lives of an object's instances.
func (x *Invariant) ends(o *object, freed, ended bool) {
	if x.checking && (freed && !o.freed || ended && !o.ended) {
		x.giveUp("an object ends that was taken to live on")
	}
	o.freed, o.ended = o.freed || freed, o.ended || ended
}

func (a value) isZeroNumber() bool {
	v, ok := a.num.Const()
	return a.some && ok && v == 0
}
