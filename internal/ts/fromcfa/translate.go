package fromcfa

import (
	"context"
	"fmt"

	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
	"whittle.dev/internal/ts"
	"whittle.dev/internal/ts/reduce"
	"whittle.dev/term"
)

// Options says how a program is translated. The zero Options are the defaults.
type Options struct {
	// WidePC is the width of program counters in bits; 0: as few as suffice for each process.
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
	// KeepLoops makes steps of the first loop of a program without threads and of all that follows, even if
	// its conditions are constant. Otherwise they are executed in the initial state.
	KeepLoops bool
	// Property is what is decided. Undefined behaviour that violates it is a goal.
	Property property.Property
}

// maxPath bounds the edges of one path, and maxPaths the paths that begin at one location.
const (
	maxPath  = 100_000
	maxPaths = 32_768
)

// Translate makes a system of a program as lowered. What cannot be translated
// is an *UnsupportedError; other errors are ctx's or internal ones.
func Translate(ctx context.Context, p *cfa.Program, opt Options) (*Translation, error) {
	pl, err := pass.Named("resolve", "tail", "inline", "unreachable", "dead", "const", "unreachable", "dead")
	if err != nil {
		return nil, err
	}
	prog, err := pl.Run(ctx, p, pass.Options{KeepAccesses: opt.Property.Memory()})
	if err != nil {
		return nil, fmt.Errorf("ts: %w", err)
	}
	sys := &ts.System{Terms: prog.Terms /* a fork that is ours */, Files: prog.Files}
	t := &translator{ctx: ctx, prog: prog, opt: opt, regs: cfa.NewRegIndex(prog), st: sys.Terms, sys: sys,
		out: &Translation{System: sys, prog: prog, addrs: map[allocKey]uint64{}}}
	if err := t.run(); err != nil {
		return nil, err
	}
	keep := reduce.Options{KeepInstructions: opt.KeepInstructions}
	reduce.Simplify(sys, keep)
	if !opt.KeepWaits && t.out.mergeWaits() {
		sys.Summarise()
	}
	if !opt.KeepWidths {
		reduce.Narrow(sys, keep)
	}
	return t.out, nil
}

// translator is a translation while it is made.
type translator struct {
	ctx  context.Context
	prog *cfa.Program
	opt  Options
	regs *cfa.RegIndex
	st   *term.Store
	sys  *ts.System
	out  *Translation

	objects *objects
	cells   *cells
	sharing *sharing
	threads []*thread
	waits   []waiting
}

func (t *translator) run() error {
	pts, err := pointsto.Analyse(t.ctx, t.prog, t.regs)
	if err != nil {
		return err
	}
	ended, err := pointsto.NewOutlived(t.ctx, t.prog, t.regs, pts)
	if err != nil {
		return err
	}
	cut, err := pass.CutCells(t.ctx, t.prog, pts)
	if err != nil {
		return err
	}
	t.sharing = &sharing{sys: t.sys, uses: map[varUse]bool{}}
	t.objects = newObjects(t.prog, pts, ended, t.out.addrs)
	t.cells = &cells{objects: t.objects, out: t.out, cut: cut, byPlace: map[varKey]int{},
		arrays: map[varKey]bool{},
		slots:  map[slotKey]*slots{}}
	used := cfa.NewCallGraph(t.prog, pts.Callees).Reach(t.prog.Entry, true)
	if err := t.cells.find(used); err != nil {
		return err
	}
	if err := t.prefix(t.cells.conflicts(used)); err != nil {
		return err
	}
	for i, th := range t.threads {
		t.objects.declare(i, th.proc)
	}
	// Whether an access is a step depends on who else accesses the place, which is
	// known once all accesses have been walked: first with every access a step. With fewer steps
	// more is known of pointers, so that a path may go on which ended where a pointer was not known.
	for again := true; again; {
		if err := t.walk(); err != nil {
			return err
		}
		again = t.sharing.find()
	}
	if !t.opt.KeepGoals {
		t.mergeGoals()
	}
	if !t.opt.KeepLocations {
		if err := t.unfold(); err != nil {
			return err
		}
	}
	for _, th := range t.threads {
		th.makeProcess()
	}
	t.joins()
	t.out.regs = map[cfa.RegID]term.Term{}
	for r, v := range t.threads[0].regs {
		t.out.regs[r] = t.sys.Vars[v].Sym
	}
	t.sys.Inputs = symbols(t.out.inputs)
	for _, c := range t.out.contents {
		t.sys.Inputs = append(t.sys.Inputs, c.sym)
	}
	return nil
}

// walk makes the instructions and goals of all threads.
func (t *translator) walk() error {
	t.sys.Instructions, t.sys.Goals, t.out.Assumed, t.waits = nil, nil, nil, nil
	t.out.sections, t.out.goals = nil, nil
	for _, th := range t.threads {
		if err := th.walkAll(); err != nil {
			return err
		}
	}
	return nil
}

func (t *translator) zero(sort term.Sort) term.Term {
	if sort.IsBool() {
		return t.st.False()
	}
	return t.st.BV(sort.Width(), 0)
}
