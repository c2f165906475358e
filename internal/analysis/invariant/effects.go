package invariant

import (
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/step"
	"whittle.dev/term"
)

// effects are those of the operations that stay in their procedure and their thread.
type effects struct {
	prog   *cfa.Program
	out    *outcome
	space  *space
	mem    *memory
	states *states
	terms  *evaluator
	cond   *conditions
	sites  map[siteKey]int32 // the objects of allocations
}

// transfer is the effect on a state of an edge that stays in its procedure and its thread: the state
// after it, nil when no execution passes.
func (x *effects) transfer(in *instance, e *cfa.Edge, s *state) *state {
	if dst, value, ok := step.Computes(e.Op); ok {
		v := x.terms.eval(s, value)
		if v.empty() {
			return nil
		}
		x.states.assign(s, dst, v)
		if !x.prog.Terms.IsConst(value) {
			x.states.define(s, regDef{reg: dst, term: value, addr: term.None})
		}
		return s
	}
	switch op := e.Op.(type) {
	case cfa.Assume:
		if !x.cond.assume(s, op.Cond, true, maxAssume) {
			return nil
		}
	case cfa.Await:
		if !x.cond.assume(s, op.Cond, true, maxAssume) {
			return nil
		}
	case cfa.Havoc:
		x.states.assign(s, op.Dst, topOf(x.states.width(op.Dst)))
	case cfa.Load:
		return x.load(in, e, op, s)
	case cfa.Store:
		return x.store(e, op, s)
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
	case cfa.Fence, cfa.Print:
	case cfa.Violation:
		x.out.violation()
		return nil
	case cfa.UB:
		x.out.undefined(e, op.What)
		return nil
	default: // cfa.Unsupported and what may come
		x.out.giveUp("an operation that is not supported can be reached")
		return nil
	}
	return s
}

func (x *effects) load(in *instance, e *cfa.Edge, op cfa.Load, s *state) *state {
	width := x.states.width(op.Dst)
	size := width / 8
	a := x.terms.eval(s, op.Addr)
	if !x.valid(s, e, a, size, false) {
		return nil
	}
	v := value{width: width}
	fixed := true // nobody else can change it
	for _, r := range a.refs {
		p := place{r.off, size}
		own, shared := x.mem.concerned(s, r)
		if own != nil {
			v = v.join(x.mem.readOwn(r.obj, own, p))
		}
		if shared {
			fixed = false
			x.mem.readers(&x.space.objs[r.obj].readers, in, e.From)
			v = v.join(x.mem.readShared(r.obj, p))
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
	x.states.assign(s, op.Dst, v)
	if same != cfa.NoReg && same != op.Dst {
		x.states.define(s, regDef{reg: op.Dst, term: x.prog.Regs[same].Sym, addr: term.None})
	} else if (fixed || s.depth > 0) && width > 0 && width <= 64 {
		x.states.define(s, regDef{reg: op.Dst, term: term.None, addr: op.Addr, size: size, section: !fixed})
	}
	return s
}

func (x *effects) store(e *cfa.Edge, op cfa.Store, s *state) *state {
	a, v := x.terms.eval(s, op.Addr), x.terms.eval(s, op.Value)
	size := absint.Width(x.prog.Terms.Sort(op.Value)) / 8
	if !x.valid(s, e, a, size, true) || v.empty() {
		return nil
	}
	x.changed(s, a, size)
	published := false
	for _, r := range a.refs {
		if _, shared := x.mem.concerned(s, r); shared && !published {
			x.mem.publish(s, v) // before anything is written, it may take objects away
			published = true
		}
	}
	for _, r := range a.refs {
		p := place{r.off, size}
		own, shared := x.mem.concerned(s, r)
		if own != nil {
			s.setOwn(r.obj, x.mem.writeOwn(r.obj, own, p, v, len(a.refs) == 1))
		}
		if shared {
			x.mem.writeTo(r.obj, p, x.space.foreign(v))
		}
	}
	return s
}

// changed forgets the loads of memory that a store may change.
func (x *effects) changed(s *state, a value, size int) {
	if len(s.defs) == 0 {
		return
	}
	s.forget(func(d regDef) bool {
		if d.term != term.None {
			return false
		}
		b := x.terms.eval(s, d.addr)
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

func (x *effects) alloc(in *instance, e *cfa.Edge, op cfa.Alloc, s *state) {
	o := x.site(in, e, op)
	x.sizeOf(o, x.terms.eval(s, op.Size))
	if m := x.mem.own(s, o); m != nil {
		// The instance before it is one of many now.
		s.setOwn(o, nil)
		x.mem.expose(s, o, m, ^uint64(0))
	}
	aged := func(a value) value {
		return a.mapRefs(func(r ref) ref {
			if r.obj == o && !r.old {
				r.old = true
				x.space.ends(x.space.objs[o], false, hasObj(s.dead, o))
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
		a := x.terms.eval(s, d.addr)
		return a.some || slices.ContainsFunc(a.refs, func(r ref) bool { return r.obj == o })
	})
	s.setOwn(o, &content{})
	s.shared, s.dead = dropObj(s.shared, o), dropObj(s.dead, o)
	x.states.assign(s, op.Dst, value{width: x.prog.PtrWidth,
		refs: []ref{{obj: o, off: absint.Single(x.prog.PtrWidth, 0)}}})
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

// free ends the life of the last instance of an object. The end of one that others can see is not followed:
// objects that are freed there count as freed from the beginning.
func (x *effects) free(e *cfa.Edge, op cfa.Free, s *state) {
	a := x.terms.eval(s, op.Addr)
	ok := !a.some || a.isZeroNumber()
	for _, r := range a.refs {
		obj := x.space.objs[r.obj]
		at, exact := r.off.Const()
		private := !r.old && x.mem.own(s, r.obj) != nil && !x.mem.seen(s, r.obj) && !hasObj(s.dead, r.obj)
		ok = ok && obj.static == nil && obj.kind == op.Kind && exact && at == 0 && private
		// The thread itself may know an object on the stack whose end is not followed only by its old
		// instances.
		x.space.ends(obj, !private && (op.Kind.IsHeap() || r.old || x.mem.seen(s, r.obj)), false)
		obj.left = obj.left || !r.old && x.mem.own(s, r.obj) != nil
	}
	if op.Kind.IsHeap() && !ok {
		x.out.invalid(e)
	}
	for _, r := range a.refs {
		if r.old || x.space.objs[r.obj].static != nil {
			continue
		}
		s.dead = addObj(s.dead, r.obj)
		if len(a.refs) == 1 && !a.some && x.mem.own(s, r.obj) != nil {
			s.setOwn(r.obj, nil)
			s.shared = dropObj(s.shared, r.obj)
		}
	}
	s.forget(func(d regDef) bool { return d.term == term.None })
}

func (a value) isZeroNumber() bool {
	v, ok := a.num.Const()
	return a.some && ok && v == 0
}

type siteKey struct {
	in   *instance
	edge cfa.EdgeID
}

// site is the object of an allocation.
func (x *effects) site(in *instance, e *cfa.Edge, op cfa.Alloc) int32 {
	key := siteKey{in, e.ID}
	if o, ok := x.sites[key]; ok {
		return o
	}
	o := x.mem.addObject(&object{site: e, kind: op.Kind, zero: op.Zero})
	x.sites[key] = o
	for c := in; c != nil; c = c.caller {
		c.made = addObj(c.made, o)
	}
	return o
}

func (x *effects) sizeOf(o int32, v value) {
	obj := x.space.objs[o]
	lo, hi := uint64(0), ^uint64(0)
	if !v.empty() && len(v.refs) == 0 {
		lo, hi = v.num.Unsigned()
	}
	if !obj.sized {
		obj.sized, obj.least, obj.most = true, lo, hi
	}
	obj.least, obj.most = min(obj.least, lo), max(obj.most, hi)
}

// valid looks at the address of an access. It reports whether any execution goes on.
func (x *effects) valid(s *state, e *cfa.Edge, a value, size int, write bool) bool {
	if a.isTop() {
		x.out.invalid(e)
	}
	if !x.out.checking {
		return len(a.refs) > 0
	}
	if a.some && !(x.out.valid && a.isZeroNumber()) {
		x.out.invalid(e)
	}
	if x.out.valid {
		return len(a.refs) > 0 // executions in which it is outside of these objects do not exist
	}
	for _, r := range a.refs {
		if !x.inside(s, r, size, write) {
			x.out.invalid(e)
		}
	}
	return len(a.refs) > 0
}

// inside reports whether an access is certain to lie in a live object.
func (x *effects) inside(s *state, r ref, size int, write bool) bool {
	o := x.space.objs[r.obj]
	length := o.least
	switch {
	case o.static != nil:
		length = o.static.Size
		if o.static.Kind == cfa.Func || write && o.static.ReadOnly {
			return false
		}
	case !o.sized || o.freed || r.old && o.ended || !r.old &&
		(hasObj(s.dead, r.obj) || x.mem.own(s, r.obj) == nil && !x.mem.seen(s, r.obj)):
		return false
	}
	return r.off.Lo <= r.off.Hi && length >= uint64(size) && r.off.Hi <= length-uint64(size)
}
