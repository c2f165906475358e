package pass

import (
	"context"
	"fmt"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/intervals"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Options sets what the passes may do.
type Options struct {
	// KeepAccesses keeps loads whose value is not used: they matter to data
	// races and to the order of memory accesses, not to reachability.
	KeepAccesses bool
	// Recursion is how often a procedure may occur in a chain of inlined
	// calls; calls after that stay calls. 0 means 2.
	Recursion int
	// MaxEdges stops inlining when the program has grown to that many edges:
	// the calls that are left stay calls. 0 means 200,000.
	MaxEdges int
	// MaxTerm bounds the operators of a term that merging may build. 0 means 400.
	MaxTerm int
}

func (o Options) recursion() int { return orDefault(o.Recursion, 2) }
func (o Options) maxEdges() int  { return orDefault(o.MaxEdges, 200_000) }
func (o Options) maxTerm() int   { return orDefault(o.MaxTerm, 400) }

func orDefault(n, def int) int {
	if n == 0 {
		return def
	}
	return n
}

// Pass is a transformation of a program.
type Pass struct {
	// Name is how pipelines are written: lower case, no spaces.
	Name string
	// Doc is one line for people.
	Doc string
	run func(ctx context.Context, w *work) error
	// careful passes forget what was found about the procedures that they change.
	careful bool
}

// Pipeline is a sequence of passes.
type Pipeline []Pass

// All lists the passes in an order that makes sense.
func All() []Pass {
	return []Pass{
		{Name: "resolve", run: resolve, Doc: "replace calls through addresses by branches over direct calls"},
		{Name: "tail", run: tailCalls, Doc: "make loops of recursion by tail calls"},
		{Name: "inline", run: inline, Doc: "copy called procedures into their callers, and thread " +
			"procedures for each place that starts them"},
		{Name: "unreachable", run: unreachable, careful: true, Doc: "drop locations and edges that no " +
			"execution reaches, and the bodies of procedures that are not used"},
		{Name: "const", run: constants, careful: true, Doc: "replace registers that have one value by it"},
		{Name: "dead", run: deadAssignments, Doc: "drop assignments, inputs and loads whose value is never " +
			"read"},
		{Name: "share", run: share, Doc: "let starts of threads that have the same constant arguments " +
			"share equal procedures"},
		{Name: "merge", run: merge, Doc: "join sequences of local steps into one"},
	}
}

// Frozen returns what passes with the given names make of a program, with its terms frozen.
func Frozen(ctx context.Context, p *cfa.Program, opt Options, names ...string) (*cfa.Program, error) {
	pl, err := Named(names...)
	if err != nil {
		return nil, err
	}
	small, err := pl.Run(ctx, p, opt)
	if err != nil {
		return nil, err
	}
	small.Terms.Freeze()
	return small, nil
}

// Named returns the pipeline of the passes with the given names.
func Named(names ...string) (Pipeline, error) {
	var pl Pipeline
next:
	for _, name := range names {
		for _, p := range All() {
			if p.Name == name {
				pl = append(pl, p)
				continue next
			}
		}
		return nil, fmt.Errorf("there is no pass %q", name)
	}
	return pl, nil
}

// Run applies the passes to a copy of p, checks the result, and returns it. The terms of p are frozen by
// this; p itself stays as it is. The error is ctx's, or names the pass that broke an invariant: to find that
// one, all are applied again.
func (pl Pipeline) Run(ctx context.Context, p *cfa.Program, opt Options) (*cfa.Program, error) {
	w, err := pl.apply(ctx, p, opt, false)
	if err != nil {
		return nil, err
	}
	if broken := cfa.CheckWith(w.regs()); broken != nil {
		if _, err := pl.apply(ctx, p, opt, true); err != nil {
			return nil, err
		}
		return nil, broken
	}
	return w.prog, nil
}

// apply applies the passes to a copy of p, and checks the result after each of them if that is wanted.
func (pl Pipeline) apply(ctx context.Context, p *cfa.Program, opt Options, check bool) (*work, error) {
	w := &work{prog: p.Clone(), opt: opt}
	w.index = cfa.NewRegIndex(w.prog)
	for _, pass := range pl {
		if err := pass.run(ctx, w); err != nil {
			return nil, fmt.Errorf("pass %s: %w", pass.Name, err)
		}
		if !pass.careful {
			w.found = nil
		}
		if !check {
			continue
		}
		if err := cfa.CheckWith(w.regs()); err != nil {
			return nil, fmt.Errorf("pass %s: %w", pass.Name, err)
		}
	}
	return w, nil
}

// work is the program that a pipeline is changing.
type work struct {
	prog  *cfa.Program
	opt   Options
	index *cfa.RegIndex
	// found are the values in procedures that are still as they were analysed.
	found map[*cfa.Proc]*found
}

// found is what the intervals say about a procedure.
type found struct {
	order  *analysis.Order
	values *intervals.Intervals
}

// values analyses a procedure. The caller must forget it if it changes the procedure afterwards.
func (w *work) values(ctx context.Context, proc *cfa.Proc) (*found, error) {
	if f := w.found[proc]; f != nil {
		return f, nil
	}
	order := analysis.WTO(proc)
	values, err := intervals.Analyse(ctx, w.regs(), w.prog, proc, order)
	if err != nil {
		return nil, err
	}
	f := &found{order, values}
	if w.found == nil {
		w.found = map[*cfa.Proc]*found{}
	}
	w.found[proc] = f
	return f, nil
}

// forget drops what was found out about a procedure.
func (w *work) forget(proc *cfa.Proc) { delete(w.found, proc) }

// regs is the index of the registers that the program has by now.
func (w *work) regs() *cfa.RegIndex {
	w.index.Add()
	return w.index
}

// callees returns what calls and starts of threads may enter.
func (w *work) callees(ctx context.Context) (func(*cfa.Edge) []cfa.ProcID, error) {
	if !w.callsAddresses() {
		return cfa.DirectCallees, nil
	}
	pts, err := w.pointsTo(ctx)
	if err != nil {
		return nil, err
	}
	return pts.Callees, nil
}

// callsAddresses reports whether the program calls or starts functions through addresses.
func (w *work) callsAddresses() bool {
	for _, proc := range w.prog.Procs {
		for _, e := range proc.Edges {
			if target(e.Op) != term.None {
				return true
			}
		}
	}
	return false
}

// target is the address that an operation calls or starts a function through, or None.
func target(op cfa.Op) term.Term {
	switch op := op.(type) {
	case cfa.Call:
		return op.Target
	case cfa.Spawn:
		return op.Target
	}
	return term.None
}

func (w *work) pointsTo(ctx context.Context) (*pointsto.Result, error) {
	return pointsto.Analyse(ctx, w.prog, w.regs())
}

// used tells, by procedure, whether a thread may enter it. Calls through
// addresses are taken to enter any function that has one.
func (w *work) used() []bool {
	var functions []cfa.ProcID
	for _, o := range w.prog.Objects {
		if o.Kind == cfa.Func {
			functions = append(functions, o.Proc)
		}
	}
	callees := func(e *cfa.Edge) []cfa.ProcID {
		if direct := cfa.DirectCallees(e); direct != nil {
			return direct
		}
		return functions
	}
	return cfa.NewCallGraph(w.prog, callees).Reach(w.prog.Entry, true)
}
