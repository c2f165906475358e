package model

import (
	"slices"

	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// markOf is the variable for the mark of a register, if it has one.
func (n *nodes) markOf(r cfa.RegID) term.Term {
	if n == nil {
		return term.None
	}
	return n.marks[r]
}

// mark is the mark of a register.
func (p *path) mark(r cfa.RegID) term.Term {
	if t, ok := p.marks[r]; ok {
		return t
	}
	return p.w.x.nodes.marks[r]
}

// markOf is the mark of the value of a term over registers.
func (p *path) markOf(t term.Term) term.Term {
	x, st := p.w.x, p.w.x.st
	none := x.prog.Ptr(unmarked)
	switch st.Op(t) {
	case term.OpSymbol:
		for _, r := range x.regs.Of(t) {
			if x.nodes.marks[r] != term.None {
				return p.mark(r)
			}
		}
	case term.OpBVAdd:
		var rest []term.Term
		for _, a := range st.Args(t) {
			if !st.IsConst(a) {
				rest = append(rest, a)
			}
		}
		if len(rest) == 1 {
			return p.markOf(rest[0])
		}
	case term.OpIte:
		return st.Ite(p.Apply(st.Arg(t, 0)), p.markOf(st.Arg(t, 1)), p.markOf(st.Arg(t, 2)))
	}
	return none
}

// setMark marks what a register has just been set to.
func (p *path) setMark(r cfa.RegID, mark term.Term) {
	if n := p.w.x.nodes; n != nil && r != cfa.NoReg && n.marks[r] != term.None {
		p.marks[r] = mark
	}
}

// isOwn is the condition that a mark is the thread's own, isRegion that it is a region.
func (p *path) isOwn(mark term.Term) term.Term {
	return p.w.x.st.Eq(mark, p.w.x.prog.Ptr(own))
}

func (p *path) isRegion(mark term.Term) term.Term {
	return p.w.x.st.BVUlt(p.w.x.prog.Ptr(own), mark)
}

// kept is the mark of a pointer to the thread's own object which is in a region, but not published as far as
// claims go. It is odd, which no address of a pointer is.
func (p *path) kept(region term.Term) term.Term {
	if p.w.x.nodes.published == nil {
		return region
	}
	return p.w.x.st.BVOr(region, p.w.x.prog.Ptr(1))
}

// isKept is the condition that a mark is such a one, region is the region of a mark that is a region.
func (p *path) isKept(mark term.Term) term.Term {
	return p.w.x.st.Eq(p.w.x.st.Extract(0, 0, mark), p.w.x.st.BV(1, 1))
}

func (p *path) region(mark term.Term) term.Term {
	st := p.w.x.st
	if p.w.x.nodes.published == nil {
		return mark
	}
	return st.BVAnd(mark, st.BVNot(p.w.x.prog.Ptr(1)))
}

// remark puts other marks in place of the thread's own.
func (p *path) remark(when, to term.Term) {
	n, st := p.w.x.nodes, p.w.x.st
	for _, r := range n.regs[p.w.template] {
		if m := p.mark(r); st.Op(m) != term.OpConst || p.isOwn(m) == st.True() {
			p.marks[r] = st.Ite(st.And(when, p.isOwn(m)), to, m)
		}
	}
}

// agree says what a pointer tells that has been read and is marked with a region: where it leads to the node,
// the region of the node is that one, and the node is published.
func (p *path) agree(at, mark term.Term) {
	n, st := p.w.x.nodes, p.w.x.st
	tells := st.Eq(p.value(n.region), mark)
	if n.published != nil {
		tells = st.And(tells, st.Eq(p.value(n.published), st.BV(1, 1)))
	}
	p.Cond = st.And(p.Cond, st.Or(st.Not(st.Eq(n.node, at)), st.Not(p.isRegion(mark)), tells))
}

// base is the address of the object whose field an edge accesses; the path goes on where it is none but null.
func (p *path) base(e *cfa.Edge, f *field) term.Term {
	x, st := p.w.x, p.w.x.st
	own, _ := x.access(e.Op)
	at := st.BVSub(p.Apply(own), x.prog.Ptr(f.offset))
	if !x.valid {
		x.sys.Assumed = append(x.sys.Assumed, Place{Pos: e.Pos, What: "invalid access"})
	}
	p.Cond = st.And(p.Cond, st.Not(st.Eq(at, x.prog.Ptr(0))))
	p.tells(e)
	return at
}

// tells makes the path a step that others can tell.
func (p *path) tells(e *cfa.Edge) {
	if !p.w.x.threads.Alone(p.w.proc.ID, e.From) {
		p.Visible = true
	}
}

// loadNode reads a field of an object of the heap.
func (p *path) loadNode(e *cfa.Edge, op cfa.Load, f *field) {
	x, st := p.w.x, p.w.x.st
	at, mark := p.base(e, f), p.markOf(op.Addr)
	if !f.pointer {
		p.set(op.Dst, st.Ite(st.Eq(x.nodes.node, at), p.value(f.cell), p.claimed(f, at, mark)))
		return
	}
	p.settle(e)
	p.failIf(st.Not(p.isRegion(mark)), Unsupported, e.Pos,
		"a pointer that is read from an object in no region")
	p.any(op.Dst)
	if op.Dst != cfa.NoReg {
		p.setMark(op.Dst, p.region(mark))
		p.agree(p.Regs[op.Dst], p.region(mark))
	}
}

// storeNode writes a field of an object of the heap.
func (p *path) storeNode(e *cfa.Edge, op cfa.Store, f *field) {
	x, st := p.w.x, p.w.x.st
	at := p.base(e, f)
	if !f.pointer {
		p.changes(f, at, p.Apply(op.Value), e.Pos)
		p.mem[f.cell.Sym] = st.Ite(st.Eq(x.nodes.node, at), p.Apply(op.Value), p.value(f.cell))
		return
	}
	mark := p.markOf(op.Addr)
	set := f.set[p.w.template]
	if p.pending != term.None && p.pending == at {
		p.debts = slices.DeleteFunc(slices.Clone(p.debts), func(g *field) bool { return g == f })
		if len(p.debts) == 0 {
			p.pending = term.None
		}
	}
	one := st.BV(1, 1)
	if x.nodes.noPointer(op.Value) {
		p.mem[set.Sym] = st.Ite(p.isOwn(mark), one, p.value(set))
		return
	}
	value := p.markOf(op.Value)
	same := st.And(p.isRegion(mark), st.Eq(p.region(mark), p.region(value)))
	adopts := st.And(p.isOwn(mark), p.isRegion(value), p.assigned(f))
	given := st.And(p.isRegion(mark), p.isOwn(value), p.assigned(nil))
	p.failIf(st.Not(st.And(x.nodes.begins(op.Value), st.Or(same, adopts, given))), Unsupported, e.Pos,
		"a pointer that is stored in an object of another region")
	p.enter(adopts, at, p.region(value), p.kept(value))
	p.enter(given, p.Apply(op.Value), p.region(mark), p.region(mark))
	p.publishes(p.Apply(op.Value), e.Pos)
}

// noPointer reports whether a value is the null pointer.
func (n *nodes) noPointer(t term.Term) bool { return t == n.x.prog.Ptr(0) }

// begins is that a value, if it leads to an object, is where it begins. Others could be compared with the
// address of the node, and be equal, although they do not lead there: the end of an object is the beginning
// of the one after it.
func (n *nodes) begins(t term.Term) term.Term {
	inside := func(r pointsto.Ref) bool {
		at, exact := r.Off.Exact()
		return !n.objs[r.Obj] || !exact || at != 0
	}
	v := n.x.pts.Of(t)
	return n.x.st.Bool(!v.Unknown && !slices.ContainsFunc(v.Refs, inside))
}

// assigned is that all pointers in the thread's own object have been assigned, but for one.
func (p *path) assigned(but *field) term.Term {
	st := p.w.x.st
	all := st.True()
	for _, f := range p.w.x.nodes.list() {
		if f.pointer && f != but {
			all = st.And(all, st.Eq(p.value(f.set[p.w.template]), st.BV(1, 1)))
		}
	}
	return all
}

// enter gives the thread's own object, which is at an address, a region where a condition holds, and pointers
// to it a mark.
func (p *path) enter(when, at, region, mark term.Term) {
	n, st := p.w.x.nodes, p.w.x.st
	p.mem[n.region.Sym] = st.Ite(st.And(when, st.Eq(n.node, at)), region, p.value(n.region))
	p.remark(when, mark)
}

// loadRoot marks what has been read from a static variable.
func (p *path) loadRoot(op cfa.Load, root term.Term) {
	if op.Dst != cfa.NoReg {
		p.setMark(op.Dst, root)
		p.agree(p.Regs[op.Dst], root)
	}
}

// storeRoot checks what is stored in a static variable.
func (p *path) storeRoot(e *cfa.Edge, op cfa.Store) {
	x, st := p.w.x, p.w.x.st
	if x.nodes.noPointer(op.Value) {
		return
	}
	root, value := p.Apply(op.Addr), p.markOf(op.Value)
	ready := p.assigned(nil)
	if x.threads.Alone(p.w.proc.ID, e.From) && !st.IsTrue(ready) && p.pending == term.None &&
		st.IsTrue(p.isOwn(value)) {
		p.pending, ready = p.Apply(op.Value), st.True()
		for _, f := range x.nodes.list() {
			if f.pointer && p.value(f.set[p.w.template]) != st.BV(1, 1) {
				p.debts = append(slices.Clip(p.debts), f)
			}
		}
	}
	given := st.And(p.isOwn(value), ready)
	same := st.And(p.isRegion(value), st.Eq(root, p.region(value)))
	p.failIf(st.Not(st.And(x.nodes.begins(op.Value), st.Or(same, given))), Unsupported, e.Pos,
		"a pointer of another region that is stored in a variable")
	p.enter(given, p.Apply(op.Value), root, root)
	p.publishes(p.Apply(op.Value), e.Pos)
}

// settle fails where an object has a region although a pointer in it has not been assigned.
func (p *path) settle(e *cfa.Edge) {
	if p.pending != term.None {
		p.fail(Unsupported, e.Pos, "an object that is stored in a variable before its pointers are assigned")
		p.Cond = p.w.x.st.False()
	}
}

// allocNode makes an object of the heap.
func (p *path) allocNode(e *cfa.Edge, op cfa.Alloc) {
	x, n, st := p.w.x, p.w.x.nodes, p.w.x.st
	p.settle(e)
	p.tells(e)
	obj, known := x.pts.Site(e)
	at := p.input(term.BitVec(x.prog.PtrWidth))
	is := st.Eq(n.node, at)
	one := st.BV(1, 1)
	p.Cond = st.And(p.Cond, st.Not(st.Eq(at, x.prog.Ptr(0))),
		st.Not(st.And(is, st.Eq(p.value(n.born), one))))
	p.mem[n.born.Sym] = st.Ite(is, one, p.value(n.born))
	for _, f := range n.list() {
		if f.pointer {
			set := op.Zero || known && !slices.Contains(f.objects, obj)
			p.mem[f.set[p.w.template].Sym] = st.Ite(st.Bool(set), one, st.BV(1, 0))
			continue
		}
		content := p.input(st.Sort(f.cell.Sym))
		if op.Zero {
			content = zero(st, st.Sort(f.cell.Sym))
		}
		p.mem[f.cell.Sym] = st.Ite(is, content, p.value(f.cell))
	}
	p.remark(st.True(), x.prog.Ptr(unmarked))
	p.set(op.Dst, at)
	p.setMark(op.Dst, x.prog.Ptr(own))
}

// nodeIndex is the address of an object, computed as by the access of one that stands nearest to an edge;
// None if there is no access whose address is still known.
func (p *path) nodeIndex(at *cfa.Edge) term.Term {
	x := p.w.x
	best, nearest := term.None, cfa.EdgeID(0)
	for _, e := range p.w.proc.Edges {
		f := x.nodes.at(e)
		if f == nil || f.pointer {
			continue
		}
		addr, _ := x.access(e.Op)
		distance := max(e.ID-at.ID, at.ID-e.ID)
		if best != term.None && distance >= nearest || !p.known(addr) {
			continue
		}
		best, nearest = x.st.BVSub(p.Apply(addr), x.prog.Ptr(f.offset)), distance
	}
	return best
}
