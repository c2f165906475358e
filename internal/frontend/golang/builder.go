package golang

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// A builder adds steps to a procedure.
type builder struct {
	prog *cfa.Program
	ts   *term.Store
	proc *cfa.Proc
	cur  cfa.LocID // where the next step begins
	dead bool      // nothing leads to cur
	pos  source.Pos
	stmt string
	// joint says that violations of several properties are looked for, so that what follows one of them is of
	// interest for the others; see pass.Without.
	joint bool
	begin *cfa.Edge // of the section that was opened last
}

func newBuilder(prog *cfa.Program, proc *cfa.Proc) builder {
	return builder{prog: prog, ts: prog.Terms, proc: proc, cur: proc.Entry, pos: proc.Pos}
}

// newLoc makes a place.
func (b *builder) newLoc() cfa.LocID { return b.proc.NewLoc(b.pos) }

// at goes on at a place to which something leads.
func (b *builder) at(l cfa.LocID) { b.cur, b.dead = l, false }

// emit adds an operation.
func (b *builder) emit(op cfa.Op) {
	if b.dead {
		return
	}
	b.cur = b.edge(b.cur, b.newLoc(), op).To
}

func (b *builder) edge(from, to cfa.LocID, op cfa.Op) *cfa.Edge {
	e := b.prog.NewEdge(b.proc, from, to, op, b.pos)
	e.Text = b.stmt
	return e
}

// jump goes to a place.
func (b *builder) jump(to cfa.LocID) {
	if !b.dead {
		b.edge(b.cur, to, cfa.Assume{Cond: b.ts.True()})
		b.dead = true
	}
}

// branch leaves for one of two new places.
func (b *builder) branch(cond term.Term) (yes, no cfa.LocID) {
	yes, no = b.newLoc(), b.newLoc()
	if !b.dead {
		b.edge(b.cur, yes, cfa.Assume{Cond: cond})
		b.edge(b.cur, no, cfa.Assume{Cond: b.ts.Not(cond)})
		b.dead = true
	}
	return yes, no
}

// end adds an operation that ends the path.
func (b *builder) end(op cfa.Op) {
	b.emit(op)
	b.dead = true
}

func (b *builder) unsupported(what string) { b.end(cfa.Unsupported{What: what}) }

// violate adds a violation. Where others are looked for as well, a path that no execution takes stays open
// beside it.
func (b *builder) violate(op cfa.Violation) {
	if b.dead || !b.joint {
		b.end(op)
		return
	}
	at, next := b.newLoc(), b.newLoc()
	b.edge(b.cur, at, cfa.Assume{Cond: b.ts.True()})
	b.edge(b.cur, next, cfa.Assume{Cond: b.ts.False()})
	b.cur = at
	b.end(op)
	b.at(next)
}

// section begins an atomic section.
func (b *builder) section() {
	if !b.dead {
		to := b.newLoc()
		b.begin = b.edge(b.cur, to, cfa.AtomicBegin{})
		b.cur = to
	}
}

// reg makes a register of the procedure.
func (b *builder) reg(name string, bits int) cfa.RegID {
	return b.prog.NewReg(cfa.Reg{Name: b.proc.Name + "::" + name, Sort: term.BitVec(bits), Scope: cfa.Local,
		Proc: b.proc.ID, Pos: b.pos})
}

func (b *builder) sym(r cfa.RegID) term.Term { return b.prog.Regs[r].Sym }

// assign sets a register.
func (b *builder) assign(r cfa.RegID, t term.Term) { b.emit(cfa.Assign{Dst: r, Value: t}) }

// hold puts a value into a register and returns that, unless it is one or a constant.
func (b *builder) hold(name string, t term.Term) term.Term {
	if b.ts.IsConst(t) || b.ts.NumArgs(t) == 0 {
		return t
	}
	r := b.reg(name, b.ts.Sort(t).Width())
	b.assign(r, t)
	return b.sym(r)
}

// bit is 1 where a condition holds, and 0 else: a bool.
func (b *builder) bit(cond term.Term) term.Term {
	return b.ts.Ite(cond, b.ts.BV(8, 1), b.ts.BV(8, 0))
}

// isSet is the condition that a bool is true.
func (b *builder) isSet(t term.Term) term.Term { return b.ts.Not(b.ts.Eq(t, b.zero(t))) }

// zero is 0 with the width of a term.
func (b *builder) zero(t term.Term) term.Term { return b.ts.BV(b.ts.Sort(t).Width(), 0) }

// resize cuts or extends a number.
func (b *builder) resize(t term.Term, bits int, signed bool) term.Term {
	w := b.ts.Sort(t).Width()
	switch {
	case bits < w:
		return b.ts.Extract(bits-1, 0, t)
	case bits > w && signed:
		return b.ts.SignExt(bits-w, t)
	case bits > w:
		return b.ts.ZeroExt(bits-w, t)
	}
	return t
}

// loads reads a value from memory, part by part, as that many accesses.
func (b *builder) loads(addr term.Term, ps []part, order cfa.Order) []term.Term {
	out := make([]term.Term, len(ps))
	for i, p := range ps {
		r := b.reg("loaded", p.bits)
		b.prog.Regs[r].Signed = p.signed
		b.emit(cfa.Load{Dst: r, Addr: b.offset(addr, p.offset), Order: order})
		out[i] = b.sym(r)
	}
	return out
}

// stores writes a value to memory, part by part.
func (b *builder) stores(addr term.Term, ps []part, value []term.Term, order cfa.Order) {
	for i, p := range ps {
		b.emit(cfa.Store{Addr: b.offset(addr, p.offset), Value: value[i], Order: order})
	}
}

func (b *builder) offset(addr term.Term, off int64) term.Term {
	return b.prog.PtrAdd(addr, b.prog.Ptr(uint64(off)))
}
