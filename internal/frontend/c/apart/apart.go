package apart

import (
	"slices"

	"whittle.dev/internal/cfa"
)

const (
	// maxEdges is the size of a procedure that is still copied: what allocates is short.
	maxEdges = 80
	// maxGrowth is how many edges a program may get by it. Calls that are left share a procedure.
	maxGrowth = 4000
)

// Allocators copies, for each call but the first, the procedures that return what they or an allocator called
// by them may have made. copied is told of each edge and its copy.
func Allocators(p *cfa.Program, copied func(from, to cfa.EdgeID)) {
	g := cfa.NewCallGraph(p, cfa.DirectCallees)
	c := &copier{p: p, regs: cfa.NewRegIndex(p), makes: allocators(p, g), called: map[cfa.ProcID]bool{},
		copied: copied}
	// Callers come first: each copy of one has calls of its own.
	for _, id := range slices.Backward(g.BottomUp) {
		c.calls(p.Procs[id])
	}
}

// allocators finds, by procedure, those that are to be copied.
func allocators(p *cfa.Program, g *cfa.CallGraph) []bool {
	out := make([]bool, len(p.Procs))
	for _, id := range g.BottomUp {
		proc := p.Procs[id]
		if g.IsRecursive(id) || len(proc.Edges) > maxEdges || !proc.Result.IsBitVec() ||
			proc.Result.Width() != p.PtrWidth {
			continue
		}
		out[id] = slices.ContainsFunc(proc.Edges, func(e *cfa.Edge) bool {
			switch op := e.Op.(type) {
			case cfa.Alloc:
				return op.Kind.IsHeap()
			case cfa.Call:
				return op.Proc != cfa.NoProc && out[op.Proc]
			}
			return false
		})
	}
	return out
}

type copier struct {
	p      *cfa.Program
	regs   *cfa.RegIndex
	makes  []bool              // by procedure of the program as it was
	called map[cfa.ProcID]bool // by procedure: some call has it for itself
	grown  int                 // edges added
	copied func(from, to cfa.EdgeID)
}

// calls gives the calls in a procedure procedures of their own.
func (c *copier) calls(proc *cfa.Proc) {
	for _, e := range proc.Edges {
		call, ok := e.Op.(cfa.Call)
		if !ok || call.Proc == cfa.NoProc || !c.makes[call.Proc] {
			continue
		}
		old := c.p.Procs[call.Proc]
		if !c.called[old.ID] {
			c.called[old.ID] = true
			continue
		}
		if c.grown+len(old.Edges) > maxGrowth {
			return
		}
		fresh := c.copy(old)
		call.Proc = fresh.ID
		e.Op = call
		c.calls(fresh)
	}
}

// copy adds a copy of a procedure.
func (c *copier) copy(old *cfa.Proc) *cfa.Proc {
	fresh := c.p.NewProc(old.Name, old.Pos)
	id := fresh.ID
	*fresh = *old
	fresh.ID, fresh.Params, fresh.Locs, fresh.Edges = id, nil, nil, nil
	regs := c.p.NewRenaming(c.regs.Locals(old), id)
	for _, r := range old.Params {
		fresh.Params = append(fresh.Params, regs.Reg(r))
	}
	for _, l := range old.Locs {
		l.In, l.Out = nil, nil
		fresh.Locs = append(fresh.Locs, l)
	}
	for _, e := range old.Edges {
		f := c.p.NewEdge(fresh, e.From, e.To, e.Op, e.Pos)
		number := f.ID
		*f = *e
		f.ID, f.Origin, f.Op, f.Sync = number, number, regs.Op(e.Op), regs.Sync(e.Sync)
		c.copied(e.ID, number)
	}
	c.grown += len(old.Edges)
	return fresh
}
