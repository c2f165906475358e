package multistate

import (
	"context"
	"slices"

	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/step"
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
	x := step.Of(p, e.Op)
	if x.Enters {
		pass(x.Args)
	}
	if x.Access.Kind == step.Write && d.in(x.Access.Value) {
		d.store(x.Access.Addr)
	}
	if x.Ends != step.GoesOn && d.in(x.Value) {
		d.set(&d.exits)
		if x.Ends == step.ProcedureEnds {
			d.set(&d.results[proc])
		}
	}
	switch {
	case x.From == step.Started, x.From == step.Joined && d.exits, x.From == step.Computed && d.in(x.Value),
		x.From == step.Loaded && d.contained(x.Access.Addr),
		x.From == step.Returned &&
			slices.ContainsFunc(entered, func(q cfa.ProcID) bool { return d.results[q] }):
		d.reg(x.Set)
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
	_, joins := e.Op.(cfa.Join)
	return joins || d.in(step.Decides(e.Op))
}
