package cfa

import (
	"fmt"

	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// NewProgram returns an empty program over a new term store.
func NewProgram(ptrWidth int, files *source.Files) *Program {
	return &Program{Terms: term.NewStore(), PtrWidth: ptrWidth, Entry: NoProc, Self: NoReg, Files: files}
}

// NewProc adds an empty procedure with an entry location.
func (p *Program) NewProc(name string, pos source.Pos) *Proc {
	proc := &Proc{ID: ProcID(len(p.Procs)), Name: name, Pos: pos}
	proc.Entry = proc.NewLoc(pos)
	p.Procs = append(p.Procs, proc)
	return proc
}

// NewReg adds a register; its symbol's name is made unique.
func (p *Program) NewReg(r Reg) RegID {
	id := RegID(len(p.Regs))
	if r.Scope == Thread {
		r.Proc = NoProc
	}
	r.Sym = p.Terms.Symbol(fmt.Sprintf("%s#%d", r.Name, id), r.Sort)
	p.Regs = append(p.Regs, r)
	return id
}

// NewLoc adds a location.
func (c *Proc) NewLoc(pos source.Pos) LocID {
	c.Locs = append(c.Locs, Loc{Pos: pos})
	return LocID(len(c.Locs) - 1)
}

// NewEdge adds an edge to a procedure of p; its origin is itself.
func (p *Program) NewEdge(c *Proc, from, to LocID, op Op, pos source.Pos) *Edge {
	id := EdgeID(p.NumEdges)
	p.NumEdges++
	e := &Edge{ID: id, From: from, To: to, Op: op, Pos: pos, Origin: id}
	i := int32(len(c.Edges))
	c.Edges = append(c.Edges, e)
	c.Locs[from].Out = append(c.Locs[from].Out, i)
	c.Locs[to].In = append(c.Locs[to].In, i)
	return e
}

// SetEdges gives a procedure of p, which has none yet, its edges between its locations. Their numbers are the
// next ones, and the origin of each is itself.
func (p *Program) SetEdges(c *Proc, edges []Edge) {
	c.Edges = make([]*Edge, len(edges))
	for i := range edges {
		e := &edges[i]
		e.ID = EdgeID(p.NumEdges)
		e.Origin = e.ID
		p.NumEdges++
		c.Edges[i] = e
	}
	c.Rebuild(nil)
}

// PtrAdd is the address off bytes after ptr; both are of width PtrWidth.
func (p *Program) PtrAdd(ptr, off term.Term) term.Term { return p.Terms.BVAdd(ptr, off) }

// PtrDiff is the distance a-b in bytes.
func (p *Program) PtrDiff(a, b term.Term) term.Term { return p.Terms.BVSub(a, b) }

// Ptr is a constant of width PtrWidth.
func (p *Program) Ptr(v uint64) term.Term { return p.Terms.BV(p.PtrWidth, v) }

// Sym returns the term that stands for a register.
func (p *Program) Sym(r RegID) term.Term { return p.Regs[r].Sym }

// AddSelf adds the register that holds the id of the running thread.
func (p *Program) AddSelf() {
	p.Self = p.NewReg(Reg{Name: "self", Sort: term.BitVec(p.PtrWidth), Scope: Thread})
}

// AddObject places o in the first region after the last object, sets HeapBase
// after it, and returns its address as a term. OffsetBits must be set.
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
