package multistate

import (
	"context"

	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// threadIDs says which registers may hold the id of a thread, or something that was computed from one, and
// which edges look at such a value. Moving a value looks at nothing.
type threadIDs struct {
	regs []bool // by RegID
	uses []bool // by edge ID

	index   *cfa.RegIndex
	pts     *pointsto.Result
	objects []bool // by object of the points-to analysis: may contain an id
	results []bool // by procedure
	exits   bool   // of all threads
	changed bool
}

// newThreadIDs follows ids through registers, memory, calls and the results of threads, until nothing
// changes.
func newThreadIDs(ctx context.Context, p *cfa.Program, pts *pointsto.Result,
	entered func(*cfa.Edge) []cfa.ProcID) (*threadIDs, error) {
	d := &threadIDs{
		regs: make([]bool, len(p.Regs)), uses: make([]bool, p.NumEdges), index: cfa.NewRegIndex(p), pts: pts,
		objects: make([]bool, len(pts.Objects)), results: make([]bool, len(p.Procs)),
	}
	if p.Self != cfa.NoReg {
		d.regs[p.Self] = true
	}
	for d.changed = true; d.changed; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		d.changed = false
		for i, proc := range p.Procs {
			for _, e := range proc.Edges {
				d.edge(p, cfa.ProcID(i), e, entered(e))
			}
		}
	}
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			d.uses[e.ID] = d.looks(e)
		}
	}
	return d, nil
}

// in reports whether a term reads a register that may hold an id.
func (d *threadIDs) in(t term.Term) bool {
	if t == term.None {
		return false
	}
	for _, r := range d.index.Of(t) {
		if d.regs[r] {
			return true
		}
	}
	return false
}

func (d *threadIDs) set(flag *bool) {
	if !*flag {
		*flag, d.changed = true, true
	}
}

func (d *threadIDs) reg(r cfa.RegID) {
	if r != cfa.NoReg {
		d.set(&d.regs[r])
	}
}

// edge carries ids over one edge.
func (d *threadIDs) edge(p *cfa.Program, proc cfa.ProcID, e *cfa.Edge, entered []cfa.ProcID) {
	pass := func(args []term.Term) {
		for _, q := range entered {
			for i, r := range p.Procs[q].Params {
				if i < len(args) && d.in(args[i]) {
					d.reg(r)
				}
			}
		}
	}
	switch op := e.Op.(type) {
	case cfa.Assign:
		if d.in(op.Value) {
			d.reg(op.Dst)
		}
	case cfa.Load:
		if d.contained(op.Addr) {
			d.reg(op.Dst)
		}
	case cfa.Store:
		if d.in(op.Value) {
			d.store(op.Addr)
		}
	case cfa.Spawn:
		d.reg(op.Dst)
		pass(op.Args)
	case cfa.Call:
		pass(op.Args)
		for _, q := range entered {
			if d.results[q] {
				d.reg(op.Dst)
			}
		}
	case cfa.Return:
		if d.in(op.Value) {
			d.set(&d.results[proc])
			d.set(&d.exits)
		}
	case cfa.Exit:
		if d.in(op.Value) {
			d.set(&d.exits)
		}
	case cfa.Join:
		if d.exits {
			d.reg(op.Dst)
		}
	}
}

// contained reports whether what an address points to may contain an id.
func (d *threadIDs) contained(addr term.Term) bool {
	v := d.pts.Of(addr)
	if v.Unknown {
		for _, o := range d.objects {
			if o {
				return true
			}
		}
	}
	for _, r := range v.Refs {
		if d.objects[r.Obj] {
			return true
		}
	}
	return false
}

func (d *threadIDs) store(addr term.Term) {
	v := d.pts.Of(addr)
	if v.Unknown {
		for i := range d.objects {
			d.set(&d.objects[i])
		}
	}
	for _, r := range v.Refs {
		d.set(&d.objects[r.Obj])
	}
}

// looks reports whether what an edge does depends on an id.
func (d *threadIDs) looks(e *cfa.Edge) bool {
	switch op := e.Op.(type) {
	case cfa.Join:
		return true
	case cfa.Assume:
		return d.in(op.Cond)
	case cfa.Await:
		return d.in(op.Cond)
	case cfa.Load:
		return d.in(op.Addr)
	case cfa.Store:
		return d.in(op.Addr)
	case cfa.Free:
		return d.in(op.Addr)
	case cfa.Alloc:
		return d.in(op.Size)
	case cfa.Call:
		return d.in(op.Target)
	case cfa.Spawn:
		return d.in(op.Target)
	}
	return false
}
