package unset

import (
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// step changes a state to that after an edge, and notes what the edge uses. It reports whether executions go
// on.
func (a *analyser) step(proc *cfa.Proc, e *cfa.Edge, s *state) bool {
	v := a.in(s)
	switch op := e.Op.(type) {
	case cfa.Assign:
		m := v.mask(op.Value)
		p, known := a.place(s, op.Value)
		if a.prog.Regs[op.Dst].Scope == cfa.Thread {
			a.passes(s, op.Value)
		}
		a.counts(s, op.Dst, op.Value)
		el, inArray := a.element(s, op.Value, 0)
		a.set(e, s, op.Dst, m)
		if a.prog.Regs[op.Dst].Scope == cfa.Thread {
			break
		}
		if inArray && el.counter != op.Dst {
			s.elements[op.Dst] = el
		}
		if known {
			s.places[op.Dst] = p
		}
	case cfa.Assume:
		if a.excluded(s, op.Cond) {
			return false
		}
		a.decides(e, v.mask(op.Cond))
		a.leaves(s, op.Cond)
	case cfa.Await:
		a.decides(e, v.mask(op.Cond))
	case cfa.Havoc:
		m := uint64(0)
		if op.Unset {
			m = ones(width(a.prog.Terms, a.prog.Sym(op.Dst)))
		}

		a.set(e, s, op.Dst, m)
	case cfa.Load:
		a.decides(e, v.mask(op.Addr))
		m := a.load(s, op)
		if m != 0 {
			a.loads[e] = true
		}
		a.set(e, s, op.Dst, m)
	case cfa.Store:
		a.decides(e, v.mask(op.Addr))
		m := v.mask(op.Value)
		if m != 0 {
			a.stores[e] = true
		}
		a.passes(s, op.Value)
		a.store(s, op, m)
	case cfa.Alloc:
		a.decides(e, v.mask(op.Size))
		a.alloc(e, s, op)
	case cfa.Free:
		a.decides(e, v.mask(op.Addr))
		if p, ok := a.place(s, op.Addr); ok && p.obj >= 0 && !p.maybe {
			delete(s.objs, p.obj)
		}
	case cfa.Call:
		a.decides(e, v.mask(op.Target))
		m := a.enter(e, s, v, op.Args)
		if op.Dst != cfa.NoReg {
			a.set(e, s, op.Dst, m)
		}
	case cfa.Spawn:
		a.decides(e, v.mask(op.Target))
		a.enter(e, s, v, op.Args)
		if op.Dst != cfa.NoReg {
			a.set(e, s, op.Dst, 0)
		}
	case cfa.Join:
		a.decides(e, v.mask(op.Thread))
		if op.Dst != cfa.NoReg {
			if a.exits != 0 {
				a.args[e] = true
			}
			a.set(e, s, op.Dst, a.exits)
		}
	case cfa.Return:
		if op.Value != term.None {
			m := v.mask(op.Value)
			a.passes(s, op.Value)
			if a.results[proc.ID]|m != a.results[proc.ID] {
				a.results[proc.ID] |= m
				a.changed = true
			}
			if a.started[proc.ID] {
				a.ends(m)
			}
			if proc.ID == a.prog.Entry {
				a.decides(e, m)
			}
		}
	case cfa.Exit:
		if op.Value != term.None {
			m := v.mask(op.Value)
			a.passes(s, op.Value)
			if op.Kind == cfa.ExitProcess {
				a.decides(e, m)
			} else {
				a.ends(m)
			}
		}
	case cfa.Print:
		a.decides(e, v.mask(op.Format))
		for _, t := range op.Args {
			a.decides(e, v.mask(t))
		}
	}
	if v.divisor {
		a.uses[e] = true
	}
	return !cfa.Ends(e.Op)
}

// ends notes what a thread leaves to who joins it.
func (a *analyser) ends(mask uint64) {
	if a.exits|mask != a.exits {
		a.exits |= mask
		a.changed = true
	}
}

// decides notes what an edge uses.
func (a *analyser) decides(e *cfa.Edge, mask uint64) {
	if mask != 0 {
		a.uses[e] = true
	}
}

// set gives a register a value.
func (a *analyser) set(e *cfa.Edge, s *state, r cfa.RegID, m uint64) {
	if _, ok := e.Op.(cfa.Assign); !ok {
		a.counts(s, r, term.None)
	}
	delete(s.elements, r)
	delete(s.places, r)
	if a.prog.Regs[r].Scope == cfa.Thread {
		delete(s.consts, r) // a procedure that is called may change it
	}
	if m != 0 {
		a.defs[e] |= m
	}
	switch {
	case a.prog.Regs[r].Scope == cfa.Thread:
		a.growMask(a.thread, r, m)
	case m == 0:
		delete(s.masks, r)
	default:
		s.masks[r] = m
	}
}

// enter passes arguments, and returns what a call may yield.
func (a *analyser) enter(e *cfa.Edge, s *state, v *evaluator, args []term.Term) (result uint64) {
	for _, t := range args {
		a.passes(s, t)
		v.mask(t) // for divisors
	}
	for _, id := range a.pts.Callees(e) {
		for i, r := range a.prog.Procs[id].Params {
			if i < len(args) {
				if m := v.mask(args[i]); m != 0 {
					a.args[e] = true
					a.growMask(a.params, r, m)
				}
			}
		}
		result |= a.results[id]
	}
	if _, call := e.Op.(cfa.Call); call && result != 0 {
		a.args[e] = true
	}
	return result
}

// place is where a term points for certain.
func (a *analyser) place(s *state, t term.Term) (place, bool) {
	ts := a.prog.Terms
	if n, ok := ts.ConstUint64(t); ok && n == 0 && width(ts, t) == a.prog.PtrWidth {
		return place{obj: null}, true
	}
	off := int64(0)
	if ts.Op(t) == term.OpBVAdd {
		x, y := ts.Arg(t, 0), ts.Arg(t, 1)
		if ts.IsConst(x) {
			x, y = y, x
		}
		n, ok := ts.ConstUint64(y)
		if !ok {
			return place{}, false
		}
		t, off = x, int64(n)
		if a.prog.PtrWidth == 32 {
			off = int64(int32(uint32(n)))
		}
	}
	r, ok := a.regs.Reg(t)
	if !ok {
		return place{}, false
	}
	p, ok := s.places[r]
	if !ok || off != 0 && p.obj == null {
		return place{}, false
	}
	p.off += off
	return p, true
}

// passes notes the objects whose addresses become known by a term.
func (a *analyser) passes(s *state, t term.Term) {
	if len(s.objs) == 0 || t == term.None || a.prog.Terms.IsConst(t) {
		return
	}
	// A number that an input had a part in leads to no object: what is made of an address has references.
	for _, r := range a.pts.Of(t).Refs {
		if x, ok := s.objs[r.Obj]; ok {
			x.escaped = true
			s.objs[r.Obj] = x
			a.grow(&a.known[r.Obj], x.content)
		}
	}
}

// alloc makes an object.
func (a *analyser) alloc(e *cfa.Edge, s *state, op cfa.Alloc) {
	o, _ := a.pts.Site(e)
	if old, ok := s.objs[o]; ok {
		a.grow(&a.gone[o], old.content)
		a.grow(&a.known[o], old.content)
	}
	s.forget(o)
	size := int64(-1)
	if n, ok := a.number(s, op.Size); ok && n < 1<<40 {
		size = int64(n)
	}
	if old, ok := a.sizes[e]; ok && old != size {
		a.sizes[e] = -1
	} else {
		a.sizes[e] = size
	}
	mask := uint8(0xff)
	if written(op) {
		mask = 0
	}
	s.objs[o] = object{content: filled(size, mask)}
	a.set(e, s, op.Dst, 0)
	if a.prog.Regs[op.Dst].Scope != cfa.Thread {
		s.places[op.Dst] = place{obj: o}
	}
}

// written reports whether an object has a content from the start: zeros, or what the environment has put
// there.
func written(op cfa.Alloc) bool { return op.Zero || op.Given || op.Partial }

// span is where a reference lies in its object, as contents want it.
func span(r pointsto.Ref) (first, step int64) {
	if n, ok := r.Off.Exact(); ok {
		return n, 0
	}
	if r.Off.Mod > 1<<20 {
		return -1, 0
	}
	return r.Off.Rem, int64(r.Off.Mod)
}

// load is the mask of what is read.
func (a *analyser) load(s *state, op cfa.Load) uint64 {
	w := a.prog.Regs[op.Dst].Sort.Width()
	size := (w + 7) / 8
	m := uint64(0)
	if a.wild {
		m = ones(w)
	}
	if p, ok := a.place(s, op.Addr); ok && p.obj >= 0 {
		if x, ok := s.objs[p.obj]; ok {
			return (m | x.read(p.off, 0, size) | a.stored[p.obj].read(p.off, 0, size)) & ones(w)
		}
	}
	v := a.pts.Of(op.Addr)
	if v.Unknown {
		for o := range a.pts.Objects {
			if !a.known[o].clean() || !a.stored[o].clean() {
				return ones(w)
			}
		}
		for _, x := range s.objs {
			if !x.clean() {
				return ones(w)
			}
		}
		return m
	}
	for _, r := range v.Refs {
		first, step := span(r)
		m |= a.stored[r.Obj].read(first, step, size)
		x, ok := s.objs[r.Obj]
		if ok {
			m |= x.read(first, step, size)
		}
		if a.own[r.Obj] {
			m |= a.gone[r.Obj].read(first, step, size)
		} else {
			m |= a.known[r.Obj].read(first, step, size)
		}
	}
	return m & ones(w)
}

// store notes what is written.
func (a *analyser) store(s *state, op cfa.Store, m uint64) {
	size := (a.prog.Terms.Sort(op.Value).Width() + 7) / 8
	if p, ok := a.place(s, op.Addr); ok && p.obj >= 0 {
		if x, ok := s.objs[p.obj]; ok {
			if m != 0 {
				s.unfill(p.obj)
			}
			x.content = x.written(p.off, size, m)
			s.objs[p.obj] = x
			if m != 0 && x.escaped {
				a.grow(&a.known[p.obj], x.content)
			}
			return
		}
	}
	if m == 0 {
		a.fills(s, op.Addr, size)
		return
	}
	v := a.pts.Of(op.Addr)
	if v.Unknown && !a.wild {
		a.wild, a.changed = true, true
	}
	for _, r := range v.Refs {
		first, step := span(r)
		if d, more := a.stored[r.Obj].with(first, step, size, m); more {
			a.stored[r.Obj] = d
			a.changed = true
		}
	}
}
