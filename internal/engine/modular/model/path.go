package model

import (
	"maps"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/internal/step"
	"whittle.dev/internal/step/large"
	"whittle.dev/term"
)

// path is what a thread has done since it rested, with cells as terms over the state in which it began.
type path struct {
	large.Path
	w      *walker
	from   int
	mem    map[term.Term]term.Term // by symbol of a cell
	inputs []term.Term
	spawn  *Spawn
	joins  []term.Term
	marks  map[cfa.RegID]term.Term
	// pending is an object of the heap that has a region although the pointers at debts are not assigned yet.
	pending term.Term
	debts   []*field
}

func (w *walker) newPath(from int) *path {
	return &path{Path: large.New(w.x.prog, w.x.st, w.x.regs, w.register), w: w, from: from,
		mem: map[term.Term]term.Term{}, marks: map[cfa.RegID]term.Term{}}
}

// register is what a register holds where a path begins.
func (w *walker) register(r cfa.RegID) term.Term {
	w.regs[r] = true
	return w.x.prog.Sym(r)
}

// Clone implements large.Rules.
func (p *path) Clone() large.Rules { return p.clone() }

func (p *path) clone() *path {
	c := *p
	c.Path, c.mem, c.marks = p.Path.Clone(), maps.Clone(p.mem), maps.Clone(p.marks)
	c.inputs, c.joins = slices.Clip(p.inputs), slices.Clip(p.joins)
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

// set sets a register.
func (p *path) set(r cfa.RegID, t term.Term) {
	if r != cfa.NoReg {
		p.w.regs[r] = true
		p.Regs[r] = t
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

// Set implements large.Host.
func (p *path) Set(r cfa.RegID, value, from term.Term) {
	if p.w.x.nodes == nil {
		p.set(r, value)
		return
	}
	mark := p.markOf(from)
	p.set(r, value)
	p.setMark(r, mark)
}

// Input implements large.Host.
func (p *path) Input(r cfa.RegID) { p.any(r) }

// Free implements large.Memory.
func (p *path) Free(e *cfa.Edge, op cfa.Free) (step.End, error) {
	if x := p.w.x; op.Kind.IsHeap() && (!x.valid || x.opt.Property.Memory()) {
		return step.PathEnds, unsupported(e.Pos, "freeing memory")
	}
	return step.GoesOn, nil
}

// Join implements large.Threads.
func (p *path) Join(e *cfa.Edge, op cfa.Join) (step.End, error) {
	if x := p.w.x; !x.valid { // otherwise the analysis of intervals has seen that it is a thread's
		x.sys.Assumed = append(x.sys.Assumed, Place{Pos: e.Pos, What: "join of what is no thread"})
	}
	p.join(op)
	return step.GoesOn, nil
}

// Section implements large.Threads: others can tell what is in a section, if anything.
func (*path) Section(*cfa.Edge) {}

// Other implements large.Host.
func (p *path) Other(e *cfa.Edge) (step.End, error) {
	x := p.w.x
	switch op := e.Op.(type) {
	case cfa.Print:
		if x.opt.Races && p.printsShared(op) {
			return step.PathEnds, unsupported(e.Pos, "printing a string that other threads may change")
		}
		return step.GoesOn, nil
	case cfa.Call:
		return step.PathEnds, unsupported(e.Pos, "recursion")
	case cfa.Violation:
		p.And(p.aboutElements(e))
		p.fail(Violation, e.Pos, op.Message)
	case cfa.Unsupported:
		p.fail(Unsupported, e.Pos, op.What)
	case cfa.UB:
		if cfa.Violates(op, x.opt.Property) {
			p.fail(Violation, e.Pos, op.What)
			break
		}
		x.sys.Assumed = append(x.sys.Assumed, Place{Pos: e.Pos, What: op.What})
	}
	return step.PathEnds, nil
}

// Load implements large.Memory.
func (p *path) Load(e *cfa.Edge, op cfa.Load) (step.End, error) {
	if f := p.w.x.nodes.at(e); f != nil {
		p.loadNode(e, op, f)
		return step.GoesOn, nil
	}
	root := p.Apply(op.Addr)
	how, err := p.loadPlace(e, op)
	if err == nil && how == step.GoesOn && p.w.x.nodes.root(e) {
		p.loadRoot(op, root)
	}
	return how, err
}

func (p *path) loadPlace(e *cfa.Edge, op cfa.Load) (step.End, error) {
	st := p.w.x.st
	t, on, err := p.access(e, op.Addr, false)
	if err != nil || !on {
		return step.PathEnds, err
	}
	if len(t.cells) == 0 {
		p.any(op.Dst)
		return step.GoesOn, nil
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
	return step.GoesOn, nil
}

// Store implements large.Memory.
func (p *path) Store(e *cfa.Edge, op cfa.Store) (step.End, error) {
	if f := p.w.x.nodes.at(e); f != nil {
		p.storeNode(e, op, f)
		return step.GoesOn, nil
	}
	t, on, err := p.access(e, op.Addr, true)
	if err != nil || !on {
		return step.PathEnds, err
	}
	if p.w.x.nodes.root(e) {
		p.storeRoot(e, op)
	}
	for _, c := range t.cells {
		p.mem[c.Sym] = p.w.x.st.Ite(c.if_, p.Apply(op.Value), p.value(c.cell))
	}
	return step.GoesOn, nil
}

// access finds what an edge accesses, and goes on where that is in its object. It is a step if others could
// tell.
func (p *path) access(e *cfa.Edge, addr term.Term, write bool) (t target, on bool, err error) {
	x := p.w.x
	if t, err = x.memory.resolve(e, p.Apply(addr)); err != nil {
		return t, false, err
	}
	p.failIf(t.bad, Invalid, e.Pos, "an access outside of its object")
	if !x.st.IsFalse(p.Cond) {
		_, size := x.access(e.Op)
		p.touches(e, addr, size, write)
	}
	for _, c := range t.cells {
		if c.owner < 0 && !x.threads.Alone(p.w.proc.ID, e.From) && !x.st.IsFalse(c.if_) {
			p.Visible = x.sharing.note(use{c.Name, p.w.template, !p.w.single, write}) || p.Visible
		}
	}
	return t, !x.st.IsFalse(p.Cond), nil
}

// Alloc implements large.Memory: it makes an object. Its cells hold anything, or zero. Of one that is not
// followed the address is any number but zero.
func (p *path) Alloc(e *cfa.Edge, op cfa.Alloc) (step.End, error) {
	x, st := p.w.x, p.w.x.st
	if size := p.Apply(op.Size); !x.valid {
		small := st.BVUle(size, x.prog.Ptr(x.prog.MaxObject()))
		p.failIf(st.Not(small), Unsupported, e.Pos, "an object larger than the address space is cut for")
	}
	if x.nodes != nil && op.Kind.IsHeap() {
		p.allocNode(e, op)
		return step.GoesOn, nil
	}
	obj, known := x.pts.Site(e)
	o := x.sites.byObj[obj]
	if !known || o == nil {
		p.any(op.Dst)
		if op.Dst != cfa.NoReg {
			p.Cond = st.And(p.Cond, st.Not(st.Eq(p.Regs[op.Dst], x.prog.Ptr(0))))
		}
		return step.GoesOn, nil
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
	return step.GoesOn, nil
}

// Spawn implements large.Threads: it creates a thread.
func (p *path) Spawn(e *cfa.Edge, op cfa.Spawn) (step.End, error) {
	x, st := p.w.x, p.w.x.st
	t, ok := x.byProc[op.Proc]
	p.settle(e)
	switch {
	case op.Proc == cfa.NoProc || !ok:
		return step.PathEnds, unsupported(e.Pos, "a thread whose function is not known")
	case p.spawn != nil:
		return step.PathEnds, unsupported(e.Pos, "two threads that are created in one atomic section")
	}
	p.spawn, p.Visible = &Spawn{Template: t, Args: map[term.Term]term.Term{}}, true
	for i, r := range x.prog.Procs[op.Proc].Params {
		width := x.prog.Regs[r].Sort.Width()
		if i >= len(op.Args) || width == 0 || st.Sort(op.Args[i]).Width() < width {
			continue
		}
		v := p.Apply(op.Args[i])
		if st.Sort(v).Width() > width {
			v = st.Extract(width-1, 0, v)
		}
		p.spawn.Args[x.prog.Sym(r)] = v
	}
	p.any(op.Dst)
	p.identify(op.Dst)
	return step.GoesOn, nil
}

// fail adds an error that the path leads to.
func (p *path) fail(kind Kind, pos source.Pos, what string) {
	if !p.w.x.st.IsFalse(p.Cond) {
		p.w.edges = append(p.w.edges, Edge{Kind: kind, From: p.from, To: p.from, Guard: p.Cond,
			Inputs: p.inputs, Joins: p.joins, Pos: pos, What: what})
	}
}

// failIf adds an error where a condition holds, and goes on elsewhere.
func (p *path) failIf(bad term.Term, kind Kind, pos source.Pos, what string) {
	st := p.w.x.st
	if st.IsFalse(bad) {
		return
	}
	all := p.Cond
	p.Cond = st.And(all, bad)
	p.fail(kind, pos, what)
	p.Cond = st.And(all, st.Not(bad))
}
