package cfa

import (
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Cursor appends operations to a procedure, one behind the other.
type Cursor struct {
	Prog *Program
	Proc *Proc
	At   LocID      // where the next edge starts
	Pos  source.Pos // of the next edges and locations
}

// NewCursor returns a cursor at the entry of a procedure of p.
func NewCursor(p *Program, proc *Proc) *Cursor {
	return &Cursor{Prog: p, Proc: proc, At: proc.Entry, Pos: proc.Pos}
}

// Emit adds an edge to a new location and moves there.
func (c *Cursor) Emit(op Op) *Edge { return c.EmitTo(op, c.Proc.NewLoc(c.Pos)) }

// EmitTo adds an edge to the location to and moves there.
func (c *Cursor) EmitTo(op Op, to LocID) *Edge {
	e := c.Prog.NewEdge(c.Proc, c.At, to, op, c.Pos)
	c.At = to
	return e
}

// Branch adds the two guards of a condition and returns the locations behind
// them; the cursor stays where it was.
func (c *Cursor) Branch(cond term.Term) (yes, no LocID) {
	from := c.At
	yes, no = c.Proc.NewLoc(c.Pos), c.Proc.NewLoc(c.Pos)
	c.Prog.NewEdge(c.Proc, from, yes, Assume{Cond: cond}, c.Pos)
	c.Prog.NewEdge(c.Proc, from, no, Assume{Cond: c.Prog.Terms.Not(cond)}, c.Pos)
	return yes, no
}

// Local adds a local register to the procedure.
func (c *Cursor) Local(name string, sort term.Sort) RegID {
	return c.Prog.NewReg(Reg{Name: c.Proc.Name + "::" + name, Sort: sort, Proc: c.Proc.ID, Pos: c.Pos})
}

// Param adds a parameter to the procedure.
func (c *Cursor) Param(name string, sort term.Sort) RegID {
	r := c.Local(name, sort)
	c.Proc.Params = append(c.Proc.Params, r)
	return r
}

// Sym returns the term that stands for a register.
func (p *Program) Sym(r RegID) term.Term { return p.Regs[r].Sym }

// AddSelf adds the register that holds the id of the running thread.
func (p *Program) AddSelf() {
	p.Self = p.NewReg(Reg{Name: "self", Sort: term.BitVec(p.PtrWidth), Scope: Thread})
}

// AddObject places o in the first region behind the last object, sets HeapBase
// behind it, and returns its address as a term. OffsetBits must be set.
func (p *Program) AddObject(o *Object) term.Term {
	region := uint64(1)
	if n := len(p.Objects); n > 0 {
		region = p.RegionOf(p.Objects[n-1].Addr) + 1
	}
	o.Addr = p.RegionStart(region)
	if o.Kind != Func {
		o.Proc = NoProc
	}
	p.Objects = append(p.Objects, o)
	p.HeapBase = (region + 1) << p.OffsetBits
	return p.Ptr(o.Addr)
}
