package ts

import (
	"context"
	"fmt"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/live"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/cfa/pass"
	"whittle.dev/term"
)

// Options says how a program is translated. The zero Options are the defaults.
type Options struct {
	// WidePC is the width of program counters in bits; 0: as few as suffice for
	// each process.
	WidePC int
	// KeepWidths keeps bits of variables that are always zero, and comparisons that
	// the largest values of variables decide.
	KeepWidths bool
	// KeepLocations makes no locations of the constants that registers have.
	KeepLocations bool
	// KeepGoals keeps a goal for each path through a section.
	KeepGoals bool
	// KeepWaits keeps a step for each join.
	KeepWaits bool
	// KeepInstructions keeps instructions that no goal depends on.
	KeepInstructions bool
	// KeepArrays keeps arrays that are indexed by constants only.
	KeepArrays bool
	// MaxPaths bounds the paths through one section; 0: 4096.
	MaxPaths int
}

func (o Options) maxPaths() int {
	if o.MaxPaths == 0 {
		return 4096
	}
	return o.MaxPaths
}

// maxPath bounds the edges of one path.
const maxPath = 100_000

// Translate makes a system of a program as lowered. What cannot be translated
// is an *UnsupportedError; other errors are ctx's or internal ones.
func Translate(ctx context.Context, p *cfa.Program, opt Options) (*System, error) {
	pl, err := pass.Named("resolve", "inline", "unreachable", "dead", "const", "unreachable", "dead")
	if err != nil {
		return nil, err
	}
	prog, err := pl.Run(ctx, p, pass.Options{})
	if err != nil {
		return nil, fmt.Errorf("ts: %w", err)
	}
	b := &builder{ctx: ctx, prog: prog, opt: opt, regs: cfa.NewRegIndex(prog)}
	b.st = prog.Terms // a fork that is ours
	b.sys = &System{Terms: b.st, prog: prog, addrs: map[allocKey]uint64{}}
	if err := b.run(); err != nil {
		return nil, err
	}
	b.simplify()
	return b.sys, nil
}

// builder is a translation.
type builder struct {
	ctx  context.Context
	prog *cfa.Program
	opt  Options
	regs *cfa.RegIndex
	st   *term.Store
	sys  *System

	pts   *pointsto.Result
	ended *pointsto.Outlived
	cut   *pass.Cells
	used  []bool
	slots map[slotKey]*slots

	instances  []*instance
	byRegion   map[uint64]*instance
	nextRegion uint64
	byPlace    map[varKey]int
	arrays     map[varKey]bool // by object and class: whether its places are an array
	names      map[string]int

	threads []*thread
	// env is the state of the path that is being walked.
	env *state
	// uses are the accesses of variables; shared tells which accesses are steps,
	// nil: all are.
	uses   map[varUse]bool
	shared map[int]bool
	waits  []waiting
	// rest is the location in which the path that is walked began, -1 in the prefix.
	rest, paths int
}

// thread is a process while it is being translated.
type thread struct {
	proc    *cfa.Proc
	start   cfa.LocID
	regs    map[cfa.RegID]int // variables
	initial map[cfa.RegID]term.Term
	live    []live.Set
	locs    map[cfa.LocID]int
	todo    []cfa.LocID
	cut     map[cfa.LocID]bool
	ends    []ending
}

// ending is a way in which a thread returns.
type ending struct {
	at     int
	guard  term.Term
	value  term.Term // None: none
	path   []*cfa.Edge
	inputs []Input
}

func (b *builder) run() error {
	var err error
	if b.pts, err = pointsto.Analyse(b.ctx, b.prog, b.regs); err != nil {
		return err
	}
	if b.ended, err = pointsto.NewOutlived(b.ctx, b.prog, b.regs, b.pts); err != nil {
		return err
	}
	if b.cut, err = pass.CutCells(b.ctx, b.prog, b.pts); err != nil {
		return err
	}
	b.used = analysis.NewCallGraph(b.prog, b.pts.Callees).Reach(b.prog.Entry, true)
	b.byRegion, b.byPlace, b.names = map[uint64]*instance{}, map[varKey]int{}, map[string]int{}
	b.arrays = map[varKey]bool{}
	for i, o := range b.prog.Objects {
		if obj, ok := b.pts.StaticObject(o.Addr); ok && o.Kind != cfa.Func {
			b.addInstance(&instance{obj: obj, owner: Shared, addr: o.Addr, size: o.Size, static: i,
				name: o.Name})
		}
	}
	b.nextRegion = b.prog.RegionOf(b.prog.HeapBase)
	if b.nextRegion == 0 {
		b.nextRegion = 1
	}
	if err := b.cells(); err != nil {
		return err
	}
	if err := b.prefix(); err != nil {
		return err
	}
	b.declare()
	// Whether an access is a step depends on who else accesses the place, which is
	// known once all accesses have been walked: first with every access a step. With fewer steps
	// more is known of pointers, so that a path may go on which ended where a pointer was not known.
	for again := true; again; {
		if err := b.walkAll(); err != nil {
			return err
		}
		again = b.findShared()
	}
	if !b.opt.KeepGoals {
		b.mergeGoals()
	}
	if !b.opt.KeepLocations {
		if err := b.unfold(); err != nil {
			return err
		}
	}
	b.counters()
	return b.joins()
}

func (b *builder) walkAll() error {
	b.sys.Instructions, b.sys.Goals, b.sys.Assumed, b.waits = nil, nil, nil, nil
	for i, t := range b.threads {
		if err := b.walkThread(i, t); err != nil {
			return err
		}
	}
	return nil
}

// counters makes the program counters.
func (b *builder) counters() {
	for i, t := range b.threads {
		name := b.processName(i)
		p := Process{Name: name, PC: len(b.sys.Vars)}
		for _, l := range t.todo {
			p.Locs = append(p.Locs, Location{Pos: t.proc.Locs[l].Pos})
		}
		w := b.opt.WidePC
		if w == 0 {
			w = indexWidth(len(p.Locs))
		}
		pc := b.unique(name + ".pc")
		b.sys.Vars = append(b.sys.Vars, Var{Name: pc, Sym: b.st.Symbol(pc, term.BitVec(w)), Kind: PC,
			Owner: i, Init: b.st.BV(w, 0)})
		b.sys.Processes = append(b.sys.Processes, p)
	}
}
