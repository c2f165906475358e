package events

import (
	"context"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/cfa"
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
	frees  bool        // the program frees heap objects
}

// procInfo is what the unroller precomputes about a procedure, when it is first
// called.
type procInfo struct {
	order  []analysis.Component
	nest   []int // number of loops around each location
	locals []cfa.RegID
	live   []analysis.RegSet
}

// NewPlan prepares a program for Unroll. The program must not change any more.
func NewPlan(prog *cfa.Program) *Plan {
	p := &Plan{prog: prog, procs: make([]*procInfo, len(prog.Procs)), index: cfa.NewRegIndex(prog), frees: freesHeap(prog)}
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
	return p
}

func (p *Plan) info(ctx context.Context, id cfa.ProcID) (*procInfo, error) {
	in := p.procs[id]
	if in.live != nil {
		return in, nil
	}
	proc := p.prog.Procs[id]
	order := analysis.WTO(proc)
	in.order = order.Components
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
	live, err := analysis.Live(ctx, p.index, p.prog, proc, order)
	if err != nil {
		return nil, err
	}
	in.live = live
	return in, nil
}

// freesHeap reports whether a program has an edge that frees a heap object.
func freesHeap(prog *cfa.Program) bool {
	for _, proc := range prog.Procs {
		for _, e := range proc.Edges {
			if op, ok := e.Op.(cfa.Free); ok && op.Kind == cfa.Heap {
				return true
			}
		}
	}
	return false
}
