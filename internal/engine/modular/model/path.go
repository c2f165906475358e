package model

import (
	"maps"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// path is what a thread has done since it rested: registers and cells as terms over the state in which the
// path began.
type path struct {
	w       *walker
	from    int
	regs    map[cfa.RegID]term.Term
	mem     map[term.Term]term.Term // by symbol of a cell
	cond    term.Term
	edges   []*cfa.Edge
	inputs  []term.Term
	atomic  int
	visible bool
	spawn   *Spawn
	joins   []term.Term
	seen    map[cfa.LocID]bool // passed outside of sections
	marks   map[cfa.RegID]term.Term
	// pending is an object of the heap that has a region although the pointers at debts are not assigned yet.
	pending term.Term
	debts   []*field
}

func (w *walker) newPath(from int) *path {
	return &path{w: w, from: from, regs: map[cfa.RegID]term.Term{}, mem: map[term.Term]term.Term{},
		cond: w.x.st.True(), seen: map[cfa.LocID]bool{},
		marks: map[cfa.RegID]term.Term{}}
}

func (p *path) clone() *path {
	c := *p
	c.regs, c.mem, c.seen = maps.Clone(p.regs), maps.Clone(p.mem), maps.Clone(p.seen)
	c.marks = maps.Clone(p.marks)
	c.edges, c.inputs, c.joins = slices.Clip(p.edges), slices.Clip(p.inputs), slices.Clip(p.joins)
	return &c
}

// writes reports whether others could tell that the path was taken.
func (p *path) writes() bool {
	if p.spawn != nil {
		return true
	}
	for _, c := range p.w.x.memory.cells {
		if v, ok := p.mem[c.Sym]; ok && v != c.Sym && c.owner < 0 {
			return true
		}
	}
	return false
}

// reg is the value of a register.
func (p *path) reg(r cfa.RegID) term.Term {
	if t, ok := p.regs[r]; ok {
		return t
	}
	p.w.regs[r] = true
	return p.w.x.prog.Sym(r)
}

// set sets a register.
func (p *path) set(r cfa.RegID, t term.Term) {
	if r != cfa.NoReg {
		p.w.regs[r] = true
		p.regs[r] = t
		p.setMark(r, p.w.x.prog.Ptr(unmarked))
	}
}

// value is the content of a cell.
func (p *path) value(c *cell) term.Term {
	if t, ok := p.mem[c.Sym]; ok {
		return t
	}
	return c.Sym
}

// apply returns a term over registers as one over the state in which the path began.
func (p *path) apply(t term.Term) term.Term {
	if t == term.None {
		return t
	}
	regs := p.w.x.regs.Of(t)
	if len(regs) == 0 {
		return t
	}
	m := make(map[term.Term]term.Term, len(regs))
	for _, r := range regs {
		m[p.w.x.prog.Sym(r)] = p.reg(r)
	}
	return p.w.x.st.Substitute(t, m)
}

// input is a new symbol for any value.
func (p *path) input(sort term.Sort) term.Term {
	sym := p.w.x.st.Fresh("input", sort)
	p.inputs = append(slices.Clip(p.inputs), sym)
	return sym
}

// any sets a register to any value.
func (p *path) any(r cfa.RegID) {
	if r != cfa.NoReg {
		p.set(r, p.input(p.w.x.prog.Regs[r].Sort))
	}
}

// end says how a path ends at an edge.
type end uint8

const (
	goesOn end = iota
	pathEnds
	threadEnds
)

// exec executes an edge.
func (p *path) exec(e *cfa.Edge) (end, error) {
	p.edges = append(p.edges, e)
	x, st := p.w.x, p.w.x.st
	switch op := e.Op.(type) {
	case cfa.Assign:
		value := p.apply(op.Value)
		if x.nodes == nil {
			p.set(op.Dst, value)
			break
		}
		mark := p.markOf(op.Value)
		p.set(op.Dst, value)
		p.setMark(op.Dst, mark)
	case cfa.Assume:
		p.cond = st.And(p.cond, p.apply(op.Cond))
	case cfa.Await:
		p.cond = st.And(p.cond, p.apply(op.Cond))
	case cfa.Havoc:
		p.any(op.Dst)
	case cfa.Load:
		return p.load(e, op)
	case cfa.Store:
		return p.store(e, op)
	case cfa.AtomicBegin:
		p.atomic++
	case cfa.AtomicEnd:
		p.atomic--
	case cfa.Spawn:
		return p.create(e, op)
	case cfa.Join:
		if !x.valid { // otherwise the analysis of intervals has seen that it is a thread's
			x.sys.Assumed = append(x.sys.Assumed, Place{Pos: e.Pos, What: "join of what is no thread"})
		}
		p.join(op)
	case cfa.Alloc:
		p.alloc(e, op)
	case cfa.Free:
		if op.Kind.IsHeap() && (!x.valid || x.opt.Property.Memory()) {
			return pathEnds, unsupported(e.Pos, "freeing memory")
		}
	case cfa.Fence:
	case cfa.Print:
		if x.opt.Races && p.printsShared(op) {
			return pathEnds, unsupported(e.Pos, "printing a string that other threads may change")
		}
	case cfa.Return:
		return threadEnds, nil
	case cfa.Exit:
		if op.Kind == cfa.ExitThread {
			return threadEnds, nil
		}
		return pathEnds, nil
	case cfa.Violation:
		p.cond = st.And(p.cond, p.aboutElements(e))
		p.fail(Violation, e.Pos, op.Message)
		return pathEnds, nil
	case cfa.Unsupported:
		p.fail(Unsupported, e.Pos, op.What)
		return pathEnds, nil
	case cfa.UB:
		if cfa.Violates(op, x.opt.Property) {
			p.fail(Violation, e.Pos, op.What)
			return pathEnds, nil
		}
		x.sys.Assumed = append(x.sys.Assumed, Place{Pos: e.Pos, What: op.What})
		return pathEnds, nil
	case cfa.Call:
		return pathEnds, unsupported(e.Pos, "recursion")
	default:
		return pathEnds, unsupported(e.Pos, "the operation %s", cfa.OpName(e.Op))
	}
	return goesOn, nil
}

func (p *path) load(e *cfa.Edge, op cfa.Load) (end, error) {
	if f := p.w.x.nodes.at(e); f != nil {
		p.loadNode(e, op, f)
		return goesOn, nil
	}
	root := p.apply(op.Addr)
	how, err := p.loadPlace(e, op)
	if err == nil && how == goesOn && p.w.x.nodes.root(e) {
		p.loadRoot(op, root)
	}
	return how, err
}

func (p *path) loadPlace(e *cfa.Edge, op cfa.Load) (end, error) {
	st := p.w.x.st
	t, on, err := p.access(e, op.Addr, false)
	if err != nil || !on {
		return pathEnds, err
	}
	if len(t.cells) == 0 {
		p.any(op.Dst)
		return goesOn, nil
	}
	sort := st.Sort(t.cells[0].Sym)
	v := p.value(t.cells[0].cell)
	if !st.IsTrue(t.cells[0].if_) {
		v = p.input(sort)
	}
	for _, c := range t.cells {
		v = st.Ite(c.if_, p.value(c.cell), v)
	}
	p.set(op.Dst, v)
	return goesOn, nil
}

func (p *path) store(e *cfa.Edge, op cfa.Store) (end, error) {
	if f := p.w.x.nodes.at(e); f != nil {
		p.storeNode(e, op, f)
		return goesOn, nil
	}
	t, on, err := p.access(e, op.Addr, true)
	if err != nil || !on {
		return pathEnds, err
	}
	if p.w.x.nodes.root(e) {
		p.storeRoot(e, op)
	}
	for _, c := range t.cells {
		p.mem[c.Sym] = p.w.x.st.Ite(c.if_, p.apply(op.Value), p.value(c.cell))
	}
	return goesOn, nil
}

// access finds what an edge accesses, and goes on where that is in its object. It is a step if others could
// tell.
func (p *path) access(e *cfa.Edge, addr term.Term, write bool) (t target, on bool, err error) {
	x := p.w.x
	if t, err = x.memory.resolve(e, p.apply(addr)); err != nil {
		return t, false, err
	}
	p.failIf(t.bad, Invalid, e.Pos, "an access outside of its object")
	if !x.st.IsFalse(p.cond) {
		_, size := x.access(e.Op)
		p.touches(e, addr, size, write)
	}
	for _, c := range t.cells {
		if c.owner < 0 && !x.threads.Alone(p.w.proc.ID, e.From) && !x.st.IsFalse(c.if_) {
			p.visible = x.sharing.note(use{c.Name, p.w.template, !p.w.single, write}) || p.visible
		}
	}
	return t, !x.st.IsFalse(p.cond), nil
}

// alloc makes an object: its cells hold anything, or zero. Of one that is not followed the address is any
// number but zero.
func (p *path) alloc(e *cfa.Edge, op cfa.Alloc) {
	x, st := p.w.x, p.w.x.st
	if size := p.apply(op.Size); !x.valid {
		small := st.BVUle(size, x.prog.Ptr(x.prog.MaxObject()))
		p.failIf(st.Not(small), Unsupported, e.Pos, "an object larger than the address space is cut for")
	}
	if x.nodes != nil && op.Kind.IsHeap() {
		p.allocNode(e, op)
		return
	}
	obj, known := x.pts.Site(e)
	o := x.sites.byObj[obj]
	if !known || o == nil {
		p.any(op.Dst)
		if op.Dst != cfa.NoReg {
			p.cond = st.And(p.cond, st.Not(st.Eq(p.regs[op.Dst], x.prog.Ptr(0))))
		}
		return
	}
	p.set(op.Dst, x.prog.Ptr(o.addr))
	for _, c := range x.memory.cells {
		if c.obj != obj {
			continue
		}
		if op.Zero {
			p.mem[c.Sym] = zero(st, st.Sort(c.Sym))
		} else {
			p.mem[c.Sym] = p.input(st.Sort(c.Sym))
		}
	}
}

// create creates a thread.
func (p *path) create(e *cfa.Edge, op cfa.Spawn) (end, error) {
	x, st := p.w.x, p.w.x.st
	t, ok := x.byProc[op.Proc]
	p.settle(e)
	switch {
	case op.Proc == cfa.NoProc || !ok:
		return pathEnds, unsupported(e.Pos, "a thread whose function is not known")
	case p.spawn != nil:
		return pathEnds, unsupported(e.Pos, "two threads that are created in one atomic section")
	}
	p.spawn, p.visible = &Spawn{Template: t, Args: map[term.Term]term.Term{}}, true
	for i, r := range x.prog.Procs[op.Proc].Params {
		width := x.prog.Regs[r].Sort.Width()
		if i >= len(op.Args) || width == 0 || st.Sort(op.Args[i]).Width() < width {
			continue
		}
		v := p.apply(op.Args[i])
		if st.Sort(v).Width() > width {
			v = st.Extract(width-1, 0, v)
		}
		p.spawn.Args[x.prog.Sym(r)] = v
	}
	p.any(op.Dst)
	p.identify(op.Dst)
	return goesOn, nil
}

// fail adds an error that the path leads to.
func (p *path) fail(kind Kind, pos source.Pos, what string) {
	if !p.w.x.st.IsFalse(p.cond) {
		p.w.edges = append(p.w.edges, Edge{Kind: kind, From: p.from, To: p.from, Guard: p.cond,
			Inputs: p.inputs, Joins: p.joins, Pos: pos, What: what})
	}
}

// failIf adds an error where a condition holds, and goes on elsewhere.
func (p *path) failIf(bad term.Term, kind Kind, pos source.Pos, what string) {
	st := p.w.x.st
	if st.IsFalse(bad) {
		return
	}
	all := p.cond
	p.cond = st.And(all, bad)
	p.fail(kind, pos, what)
	p.cond = st.And(all, st.Not(bad))
}
