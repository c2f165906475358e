package scope

import (
	"context"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/invariant"
	"whittle.dev/internal/analysis/live"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/internal/step"
	"whittle.dev/term"
)

// NoLoc stands for the end of a procedure: the sides of a branch meet nowhere before it.
const NoLoc = analysis.NoLoc

// Info is what is known of the branches of a program. It belongs to one goroutine.
type Info struct {
	Prog *cfa.Program
	Regs *cfa.RegIndex
	// Points says which objects accesses may touch.
	Points *pointsto.Result
	// Checked says of each edge whether it is an access that is not shown to be valid.
	Checked []bool
	// Undefined lists the edges at which executions may end in undefined behaviour.
	Undefined []*cfa.Edge

	procs []procedure
}

// procedure is what is known of one procedure.
type procedure struct {
	proc     *cfa.Proc
	relevant []bool      // by location: a target may be reached from there
	meet     []cfa.LocID // by location: the immediate postdominator, or NoLoc
	live     []live.Set
	branches []*Branch // by location; nil: not looked at yet
	order    *analysis.Order
	violates bool // a target lies in it or in what it calls
	returns  bool // after its return a target may be reached
	touched  touched
	// seen has the walk by which a location was seen last, and walk their number.
	seen []int32
	walk int32
}

// UnsupportedError names what the analysis does not handle.
type UnsupportedError struct {
	Pos  source.Pos
	What string
}

// Error returns what is not supported.
func (e *UnsupportedError) Error() string { return e.What }

// limits bound the search for an invariant, which shows accesses to be valid.
var limits = invariant.Limits{Steps: 200_000, Instances: 2_000}

// Analyse looks at a program. The error is ctx's, or an UnsupportedError.
func Analyse(ctx context.Context, p *cfa.Program) (*Info, error) {
	x := &Info{Prog: p, Regs: cfa.NewRegIndex(p), Checked: make([]bool, p.NumEdges)}
	if err := x.supported(); err != nil {
		return nil, err
	}
	var err error
	if x.Points, err = pointsto.Analyse(ctx, p, x.Regs); err != nil {
		return nil, err
	}
	if err := x.accesses(ctx); err != nil {
		return nil, err
	}
	x.procs = make([]procedure, len(p.Procs))
	graph := cfa.NewCallGraph(p, cfa.DirectCallees)
	used := graph.Reach(p.Entry, false)
	for i, proc := range p.Procs {
		x.procs[i] = procedure{proc: proc, branches: make([]*Branch, len(proc.Locs)),
			seen: make([]int32, len(proc.Locs))}
	}
	x.summarise(used)
	for i, proc := range p.Procs {
		if !used[i] {
			continue
		}
		d := &x.procs[i]
		d.order = analysis.WTO(proc)
		d.meet = x.postdominators(d)
		if d.live, err = live.Registers(ctx, x.Regs, p, proc, d.order); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// supported looks for operations that the engine does not handle, in procedures that may be entered.
func (x *Info) supported() error {
	used := cfa.NewCallGraph(x.Prog, cfa.DirectCallees).Reach(x.Prog.Entry, true)
	for i, proc := range x.Prog.Procs {
		if !used[i] {
			continue
		}
		for _, e := range proc.Edges {
			if what := x.unsupported(e.Op); what != "" {
				return &UnsupportedError{e.Pos, what}
			}
		}
	}
	return nil
}

func (x *Info) unsupported(op cfa.Op) string {
	switch effect := step.Of(x.Prog, op); {
	case effect.From == step.Started, effect.Thread != term.None:
		return "threads"
	case effect.Waits:
		return "threads that wait"
	}
	switch op := op.(type) {
	case cfa.Call:
		switch {
		case op.Proc == cfa.NoProc:
			return "calls through pointers"
		case op.Dst != cfa.NoReg && x.lacksResult(op.Proc):
			return "the result of a procedure that returns none"
		}
	case cfa.Alloc:
		if op.Reuse {
			return "programs that look at the addresses of freed objects"
		}
	case cfa.Havoc:
		if len(op.Gone) > 0 || len(op.From) > 0 {
			return "programs that look at the numbers of addresses"
		}
	}
	return ""
}

func (x *Info) lacksResult(p cfa.ProcID) bool {
	for _, e := range x.Prog.Procs[p].Edges {
		if op, ok := e.Op.(cfa.Return); ok && op.Value == term.None {
			return true
		}
	}
	return false
}

// accesses finds the accesses that may be invalid, and the undefined behaviour that may end executions.
func (x *Info) accesses(ctx context.Context) error {
	if !x.accessing() {
		return nil
	}
	inv, err := invariant.Analyse(ctx, x.Prog, x.Regs, limits)
	if err != nil {
		return err
	}
	if ok, _ := inv.Sound(); ok {
		for _, u := range inv.Assumed() {
			x.Undefined = append(x.Undefined, u.Edge)
		}
		return nil
	}
	for _, proc := range x.Prog.Procs {
		for _, e := range proc.Edges {
			if a, ok := step.AccessOf(x.Prog, e.Op); ok {
				x.Checked[e.ID] = a.Kind == step.Release || !x.valid(a.Addr, int(a.Size), a.Writes())
			}
			if _, ok := e.Op.(cfa.UB); ok {
				x.Undefined = append(x.Undefined, e)
			}
		}
	}
	return nil
}

// accessing reports whether there is any access, or undefined behaviour.
func (x *Info) accessing() bool {
	for _, proc := range x.Prog.Procs {
		for _, e := range proc.Edges {
			_, undefined := e.Op.(cfa.UB)
			if _, ok := step.AccessOf(x.Prog, e.Op); ok || undefined {
				return true
			}
		}
	}
	return false
}

// valid reports whether an address is one within an object that always lives.
func (x *Info) valid(addr term.Term, size int, write bool) bool {
	points := x.Points.Of(addr)
	ref, ok := points.Only()
	if !ok || points.HasNum {
		return false
	}
	o := x.Points.Objects[ref.Obj].Static
	off, exact := ref.Off.Exact()
	return o != nil && exact && off >= 0 && uint64(off)+uint64(size) <= o.Size &&
		o.Kind != cfa.Func && !(write && o.ReadOnly)
}

// Target reports whether an execution that comes to e may show something there.
func (x *Info) Target(e *cfa.Edge) bool {
	switch op := e.Op.(type) {
	case cfa.Violation, cfa.Unsupported:
		return true
	case cfa.Call:
		return x.procs[op.Proc].violates
	case cfa.Alloc:
		return !x.Prog.Terms.IsConst(op.Size) // it may be too large
	}
	return x.Checked[e.ID]
}

// Relevant reports whether a target may be reached from a location. If not, an execution that comes there
// has nothing more to show.
func (x *Info) Relevant(p cfa.ProcID, l cfa.LocID) bool {
	r := x.procs[p].relevant
	return r != nil && r[l] // of a procedure that is never entered nothing is known
}

// Accesses is what Analyse finds of the accesses of a program, which may have threads.
func Accesses(ctx context.Context, p *cfa.Program) (*Info, error) {
	x := &Info{Prog: p, Regs: cfa.NewRegIndex(p), Checked: make([]bool, p.NumEdges)}
	var err error
	if x.Points, err = pointsto.Analyse(ctx, p, x.Regs); err != nil {
		return nil, err
	}
	return x, x.accesses(ctx)
}
