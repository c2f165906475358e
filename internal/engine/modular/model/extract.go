package model

import (
	"context"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/invariant"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// maxPath bounds the edges of one path, maxPaths the paths that begin at one location, and maxEdges the steps
// of all templates.
const (
	maxPath  = 20_000
	maxPaths = 512
	maxEdges = 4_000
)

// invariantLimits bound the interval analysis that tells whether accesses are valid.
var invariantLimits = invariant.Limits{Steps: 30_000, Instances: 2_000}

// Options say how a program is read.
type Options struct {
	// OneElement follows one arbitrary element of each array that is accessed at computed indices; otherwise
	// the elements of such an array are any value.
	OneElement bool
	// OneNode follows one arbitrary object of the heap, with regions that tell what pointers lead to.
	OneNode bool
	// Claims is the set of claims about all objects of the heap that are made, with OneNode.
	Claims uint64
	// OldLocals keeps the named locals of a thread that are not read any more, as long as they keep their
	// values.
	OldLocals bool
	// Shared makes shared cells of locals of the initial thread, so that lemmas of others may be about them.
	Shared bool
	// Ids follows the ids of threads, and what has become of those that are joined.
	Ids bool
	// Races notes the accesses that may race.
	Races bool
	// Property is what is decided. Undefined behaviour that violates it is an error.
	Property property.Property
}

// Extract makes a System of a program as lowered. What is not supported is an *UnsupportedError; other errors
// are ctx's or internal ones.
func Extract(ctx context.Context, p *cfa.Program, opt Options) (*System, error) {
	pl, err := pass.Named("resolve", "tail", "inline", "unreachable", "const", "unreachable", "dead")
	if err != nil {
		return nil, err
	}
	prog, err := pl.Run(ctx, p, pass.Options{KeepAccesses: opt.Races || opt.Property.Memory()})
	if err != nil {
		return nil, err
	}
	x := &extractor{ctx: ctx, prog: prog, opt: opt, st: prog.Terms, regs: cfa.NewRegIndex(prog),
		sys: &System{Terms: prog.Terms /* a fork that is ours */, Files: prog.Files}}
	if err := x.analyse(); err != nil {
		return nil, err
	}
	if err := x.declare(); err != nil {
		return nil, err
	}
	// How memory is cut and which cells others see is known once all paths have been walked: at first every
	// class of places is cells, and every access a step that others see.
	for again := true; again; {
		if again, err = x.walkAll(); err != nil {
			return nil, err
		}
	}
	x.finish()
	return x.sys, nil
}

// extractor is a System while it is made.
type extractor struct {
	ctx  context.Context
	prog *cfa.Program
	opt  Options
	st   *term.Store
	regs *cfa.RegIndex
	sys  *System

	pts     *pointsto.Result
	cut     *pass.Cells
	threads *analysis.Threads
	// valid says that every access is known to be in a live object; inv is why.
	valid bool
	inv   *invariant.Invariant

	walkers  []*walker // by template
	byProc   map[cfa.ProcID]int
	sites    *sites
	races    map[*cfa.Edge]bool // accesses that may race
	memory   *memory
	nodes    *nodes // nil: no object of the heap is followed
	sharing  *sharing
	numEdges int
}

func (x *extractor) analyse() error {
	var err error
	if x.pts, err = pointsto.Analyse(x.ctx, x.prog, x.regs); err != nil {
		return err
	}
	if x.cut, err = pass.CutCells(x.ctx, x.prog, x.pts); err != nil {
		return err
	}
	graph := cfa.NewCallGraph(x.prog, x.pts.Callees)
	x.threads = analysis.NewThreads(x.prog, graph, x.pts.Callees)
	x.inv, err = invariant.Analyse(x.ctx, x.prog, x.regs, invariantLimits)
	if err != nil {
		return err
	}
	x.valid, _ = x.inv.Sound()
	return nil
}

// declare makes a template of each class of threads.
func (x *extractor) declare() error {
	x.byProc = map[cfa.ProcID]int{}
	for i, root := range x.threads.Roots {
		proc := x.prog.Procs[root.Proc]
		if _, twice := x.byProc[root.Proc]; twice {
			return unsupported(proc.Pos, "a thread that runs the initial function")
		}
		x.byProc[root.Proc] = i
		w, err := x.newWalker(i, proc, !root.Many)
		if err != nil {
			return err
		}
		x.walkers = append(x.walkers, w)
	}
	x.sites = x.newSites()
	if x.opt.Races {
		x.races = x.racing()
	}
	x.memory = newMemory(x)
	x.nodes = x.newNodes()
	x.sharing = &sharing{uses: map[use]bool{}}
	return nil
}

// walkAll makes the templates. It reports whether that has to be done again, because more is known.
func (x *extractor) walkAll() (again bool, err error) {
	x.sys.Assumed, x.numEdges = nil, 0
	cells := len(x.memory.cells)
	x.sys.Templates = make([]Template, len(x.walkers))
	for i, w := range x.walkers {
		if x.sys.Templates[i], err = w.walkAll(); err != nil {
			return false, err
		}
		if x.memory.changed {
			break // what was walked rests on a cut of memory that does not hold
		}
	}
	if x.memory.changed {
		x.memory.reset()
		if x.nodes != nil {
			x.nodes.declare()
		}
		x.sharing.uses = map[use]bool{}
		return true, nil
	}
	// The creation of an object sets its cells, all of which must have been known.
	return x.sharing.find() || cells != len(x.memory.cells), nil
}

// finish lists the variables.
func (x *extractor) finish() {
	for _, c := range x.memory.cells {
		if c.owner < 0 {
			x.sys.Globals = append(x.sys.Globals, c.Var)
		}
	}
	for _, a := range x.memory.arrays {
		x.sys.Rigid = append(x.sys.Rigid, a.begin)
		x.sys.Assume = append(x.sys.Assume, a.allowed(x, a.begin))
	}
	if x.nodes != nil {
		x.sys.Node, x.sys.Claims = true, len(x.nodes.claims)
		x.sys.Rigid = append(x.sys.Rigid, x.nodes.node)
		x.sys.Assume = append(x.sys.Assume, x.st.Not(x.st.Eq(x.nodes.node, x.prog.Ptr(0))))
	}
	for i, w := range x.walkers {
		x.sys.Templates[i].Locals = w.locals()
	}
	if len(x.memory.choices) > 0 {
		x.choose()
	}
	if len(x.sys.Rigid) > 0 {
		x.promote()
	}
	if x.opt.Ids {
		x.follow()
	}
	if x.opt.Shared {
		x.sys.shareInitial()
	}
}
