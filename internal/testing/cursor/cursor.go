package cursor

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Cursor appends operations to a procedure, one after the other.
type Cursor struct {
	Prog *cfa.Program
	Proc *cfa.Proc
	At   cfa.LocID  // where the next edge starts
	Pos  source.Pos // of the next edges and locations
}

// New returns a cursor at the entry of a procedure of p.
func New(p *cfa.Program, proc *cfa.Proc) *Cursor {
	return &Cursor{Prog: p, Proc: proc, At: proc.Entry, Pos: proc.Pos}
}

// Emit adds an edge to a new location and moves there.
func (c *Cursor) Emit(op cfa.Op) *cfa.Edge { return c.EmitTo(op, c.Proc.NewLoc(c.Pos)) }

// EmitTo adds an edge to the location to and moves there.
func (c *Cursor) EmitTo(op cfa.Op, to cfa.LocID) *cfa.Edge {
	e := c.Prog.NewEdge(c.Proc, c.At, to, op, c.Pos)
	c.At = to
	return e
}

// Branch adds the two guards of a condition and returns the locations after
// them; the cursor stays where it was.
func (c *Cursor) Branch(cond term.Term) (yes, no cfa.LocID) {
	from := c.At
	yes, no = c.Proc.NewLoc(c.Pos), c.Proc.NewLoc(c.Pos)
	c.Prog.NewEdge(c.Proc, from, yes, cfa.Assume{Cond: cond}, c.Pos)
	c.Prog.NewEdge(c.Proc, from, no, cfa.Assume{Cond: c.Prog.Terms.Not(cond)}, c.Pos)
	return yes, no
}

// Local adds a local register to the procedure.
func (c *Cursor) Local(name string, sort term.Sort) cfa.RegID {
	return c.Prog.NewReg(cfa.Reg{Name: c.Proc.Name + "::" + name, Sort: sort, Proc: c.Proc.ID, Pos: c.Pos})
}

// Param adds a parameter to the procedure.
func (c *Cursor) Param(name string, sort term.Sort) cfa.RegID {
	r := c.Local(name, sort)
	c.Proc.Params = append(c.Proc.Params, r)
	return r
}
