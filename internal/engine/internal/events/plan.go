package events

import (
	"context"
	"slices"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/live"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/step"
)

// Plan is what unrolling a program needs to know of it, whatever the options:
// it serves any number of calls of Unroll, one at a time.
type Plan struct {
	prog   *cfa.Program
	procs  []*procInfo
	index  *cfa.RegIndex
	regOf  []cfa.RegID // by handle of the register's symbol; NoReg otherwise
	shared []cfa.RegID // registers of scope Thread
	slot   []int32     // by RegID: index among the locals of its procedure, or among shared
	// outlived says which objects accesses may come to after their end, and dangles, by edge, which accesses
	// may; nil: the program ends none.
	outlived *pointsto.Outlived
	dangles  []bool
	// points is where pointers lead; nil: not asked for so far.
	points *pointsto.Result
	leads  map[cfa.EdgeID]pointsto.Value // by edge of an access: where its address leads
}

// procInfo is what the unroller precomputes about a procedure, when it is first called.
type procInfo struct {
	order  []analysis.Component
	nest   []int // number of loops around each location
	locals []cfa.RegID
	live   []live.Set
}

// NewPlan prepares a program for Unroll. The program must not change any more. It stops with ctx's error.
func NewPlan(ctx context.Context, prog *cfa.Program) (*Plan, error) {
	p := &Plan{prog: prog, procs: make([]*procInfo, len(prog.Procs)), index: cfa.NewRegIndex(prog)}
	if err := p.findDangling(ctx); err != nil {
		return nil, err
	}
	p.regOf = make([]cfa.RegID, int(prog.Terms.Limit()))
	for i := range p.regOf {
		p.regOf[i] = cfa.NoReg
	}
	p.slot = make([]int32, len(prog.Regs))
	count := make([]int32, len(prog.Procs))
	for i, r := range prog.Regs {
		p.regOf[r.Sym] = cfa.RegID(i)
		if r.Scope == cfa.Thread {
			p.slot[i] = int32(len(p.shared))
			p.shared = append(p.shared, cfa.RegID(i))
			continue
		}
		p.slot[i] = count[r.Proc]
		count[r.Proc]++
	}
	for i := range p.procs {
		p.procs[i] = &procInfo{locals: make([]cfa.RegID, count[i])}
	}
	for i, r := range prog.Regs {
		if r.Scope != cfa.Thread {
			p.procs[r.Proc].locals[p.slot[i]] = cfa.RegID(i)
		}
	}
	return p, nil
}

func (p *Plan) info(ctx context.Context, id cfa.ProcID) (*procInfo, error) {
	in := p.procs[id]
	if in.live != nil {
		return in, nil
	}
	proc := p.prog.Procs[id]
	order := analysis.WTO(proc)
	in.order = order.Components()
	in.nest = make([]int, len(proc.Locs))
	var mark func(es []analysis.Component, depth int)
	mark = func(es []analysis.Component, depth int) {
		for i := range es {
			e := &es[i]
			if e.Loop {
				in.nest[e.Loc] = depth + 1
				mark(e.Body, depth+1)
			} else {
				in.nest[e.Loc] = depth
			}
		}
	}
	mark(in.order, 0)
	live, err := live.Registers(ctx, p.index, p.prog, proc, order)
	if err != nil {
		return nil, err
	}
	in.live = live
	return in, nil
}

// findDangling looks for accesses to objects that have ended.
func (p *Plan) findDangling(ctx context.Context) error {
	if !frees(p.prog) {
		return nil
	}
	if err := p.findPoints(ctx); err != nil {
		return err
	}
	x, err := pointsto.NewOutlived(ctx, p.prog, p.index, p.points)
	if err != nil || !x.Any() {
		return err
	}
	p.outlived, p.dangles = x, make([]bool, p.prog.NumEdges)
	for _, proc := range p.prog.Procs {
		for _, e := range proc.Edges {
			if a, ok := step.AccessOf(p.prog, e.Op); ok {
				p.dangles[e.ID] = x.MayDangle(a.Addr)
			}
			if op, ok := e.Op.(cfa.Havoc); ok {
				p.dangles[e.ID] = slices.ContainsFunc(op.Gone, x.MayDangle)
			}
		}
	}
	return nil
}

// frees reports whether a program ends the life of an object.
func frees(prog *cfa.Program) bool {
	for _, proc := range prog.Procs {
		for _, e := range proc.Edges {
			if _, ok := e.Op.(cfa.Free); ok {
				return true
			}
		}
	}
	return false
}
