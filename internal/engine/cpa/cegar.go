package cpa

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/cpa/arg"
	"whittle.dev/internal/engine/cpa/composite"
	"whittle.dev/internal/engine/cpa/predicate"
	"whittle.dev/internal/engine/cpa/reach"
	"whittle.dev/internal/engine/cpa/value"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/engine/internal/refine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// node is a node of the abstract reachability graph.
type node = arg.Node[*composite.State]

// run is one exploration.
type run struct {
	ctx       context.Context
	task      engine.Task
	cfg       Config
	prog      *cfa.Program
	steps     multistate.Config
	x         *multistate.Stepper
	analysis  *composite.Analysis
	values    *value.Precision
	refines   parts             // which precisions grow
	predicate *predicate.Domain // nil: no part of the analysis
	graph     *arg.Graph[*composite.State]
	wait      *reach.Waitlist[*composite.State]
	errors    []*node // ends that were found and not looked at yet
	// open are the ends that are neither met by an execution nor refuted; met are those that one meets.
	open, met   []*multistate.Stop
	seen        map[string]bool // paths that were refined
	refinements int
	turns       int           // of one loop by a thread, at most; 0: any number
	crowds      bool          // threads at the same place are any number; no path is an execution
	lost        bool          // a path of crowds exists, so that nothing can be proved this way
	looked      int           // paths that were followed and refined, or left open
	weight      int           // what states with many threads took beyond others, as effort
	grown       int           // how many nodes had been made when the precisions grew last
	refining    time.Duration // the time in which paths were followed and precisions refined
	sampled     time.Time     // when the numbers were told last
	exploring   time.Duration // that of the exploration, with the abstractions
	full        bool
	// until bounds the effort of this turn; paused: it came to that, and there is more to explore. done:
	// there is not.
	until        int
	paused, done bool
	result       engine.Result // of the last turn
}

// newRun prepares the exploration of a program with some of its threads.
func newRun(ctx context.Context, t engine.Task, cfg Config, prog *cfa.Program,
	use exploration) (*run, error) {
	parts, err := cfg.parts()
	if err != nil {
		return nil, err
	}
	r := &run{ctx: ctx, task: t, cfg: cfg, prog: prog, refines: parts, seen: map[string]bool{},
		crowds: use.crowds}
	r.steps = cfg.steps()
	r.steps.Active, r.steps.Crowds, r.steps.Property = use.active, use.crowds, t.Property
	r.steps.Races = t.Property.Covers(property.NoDataRace)
	if r.x, err = multistate.NewStepper(ctx, r.prog, r.steps); err != nil {
		return nil, err
	}
	r.values = value.NewPrecision(parts.value && cfg.NoLazyValues)
	if parts.predicate || r.ranges(use) {
		r.values.Limit = use.values()
	}
	r.turns = cfg.turns(use.active == 0)
	c := composite.Config{Keep: r.values.Keep, Block: cfg.block(), Merge: cfg.merge(), Turns: r.turns,
		Did: t.Did}
	if use.crowds {
		c.Merge = composite.NoData
		c.Crowds, c.Block.Steps = true, 1 // what members of crowds do comes back to states that are known
	}
	if err := r.addDomains(&c, use); err != nil {
		return nil, err
	}
	if cfg.PrecisionIn != "" {
		if err := r.readPrecision(cfg.PrecisionIn); err != nil {
			return nil, &precisionError{err}
		}
	}
	r.analysis = composite.New(r.x, c)
	first := r.analysis.Initial()
	var root *node
	r.graph, root = arg.New(first, r.analysis.Key(first))
	orders := cfg.orders()
	if use.crowds {
		orders = []stateOrder{crowdsFirst}
	}
	r.wait = reach.NewWaitlist(orders...)
	r.wait.Push(root)
	return r, nil
}

// solver makes a solver with nothing asserted.
func (r *run) solver(st *term.Store) smt.Solver {
	s := smt.Solver(native.New(st, native.Config{Conflicts: emptinessConflicts}))
	if r.cfg.Wrap != nil {
		s = r.cfg.Wrap(st, s)
	}
	return s
}

// cegar is counterexample-guided abstraction refinement (V. Kolesnykov, "SMT-based Model Checking of
// Concurrent Programs", 2020, Listing 2.4): it explores until an end is found, and refines until the end is
// met by an execution or out of reach. The trace is that of a violation; nil: there is none that could be
// found.
func (r *run) cegar() (*trace.Trace, error) {
	for {
		begin := time.Now()
		err := reach.Run(r.ctx, r.analysis, r.graph, r.wait, r.abort)
		r.exploring += time.Since(begin)
		if err != nil {
			return nil, err
		}
		if r.lost = r.crowds && len(r.open) > 0; len(r.errors) == 0 || r.full || r.lost {
			r.paused = r.paused && r.wait.Len() > 0 && !r.lost
			return nil, nil
		}
		list := r.errors
		r.errors = nil
		for _, n := range list {
			if r.ctx.Err() != nil {
				return nil, r.ctx.Err()
			}
			if n.Removed() {
				continue
			}
			if tr, err := r.look(n); tr != nil || err != nil {
				return tr, err
			}
		}
	}
}

// effort is how much was done, whatever the machine: roughly, a unit is as long as a state takes.
func (r *run) effort() int {
	n := r.graph.Made() + r.weight + pathEffort*r.looked
	if r.predicate != nil {
		n += questionEffort * r.predicate.Questions
	}
	if r.refines.bdd {
		n += diagramEffort * r.analysis.Abstractions
	}
	return n
}

const (
	// pathEffort is the effort of following a path, and of what is concluded from it.
	pathEffort = 100
	// questionEffort is that of a question to the solver of the abstraction.
	questionEffort = 4
	// diagramEffort is that of the set after a step as a decision diagram.
	diagramEffort = 8
	// weighty: a state takes as long again for each so many threads.
	weighty = 64
)

// abort stops the exploration at an end, or when there are too many states.
func (r *run) abort(n *node) bool {
	r.tell()
	if n.State.MS != nil {
		r.weight += n.State.MS.NumActive() / weighty
	}
	if r.cfg.MaxStates > 0 && r.graph.Made() > r.cfg.MaxStates {
		r.full = true
	}
	r.paused = r.effort() > r.until
	if n.State.Stop != nil {
		r.errors = append(r.errors, n)
	}
	return n.State.Stop != nil || r.full || r.paused || r.ctx.Err() != nil
}

// look follows the path to an end with exact values, and refines if no execution takes it.
func (r *run) look(n *node) (*trace.Trace, error) {
	defer func(begin time.Time) { r.refining += time.Since(begin) }(time.Now())
	if r.crowds && n.State.Stop.Kind == multistate.Undefined && n.State.Stop.Joins() {
		r.settle(n, n.State.Stop)
		return nil, nil
	}
	path, err := r.analysis.Path(r.ctx, n)
	if errors.Is(err, multistate.ErrLost) {
		// What is met only while nothing is recorded: the limits of reductions, and of numbers of values.
		r.open = append(r.open, n.State.Stop)
		r.looked++
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the path to an end: %w", err)
	}
	tr, status, err := r.concretise(path)
	switch {
	case err != nil:
		return nil, err
	case r.crowds && status != smt.Unsat && path.End.Kind != multistate.Undefined:
		r.open = append(r.open, path.End)
		return nil, nil
	case status == smt.Sat && path.End.Kind == multistate.Violated:
		return tr, nil
	case status == smt.Sat:
		r.settle(n, path.End)
		return nil, nil
	}
	first, ok := 0, false
	if status == smt.Unsat {
		if i, ok := r.values.Outdated(r.ctx, path.Blocks, r.solver(r.x.Terms())); ok && r.refines.value {
			r.remove(path.Nodes[i])
			return nil, nil
		}
		if i := r.outdated(path); i > 0 {
			// What is known by now may be enough, and was not when this state was made.
			r.remove(path.Nodes[i])
			return nil, nil
		}
		r.looked++
		if first, ok, err = r.refine(path); err != nil {
			return nil, err
		}
	}
	if !ok {
		// Nothing tells the path from an execution. Undefined behaviour may be assumed not to occur; of all
		// others the path stays where it is, and nothing holds.
		if path.End.Kind == multistate.Undefined {
			r.settle(n, path.End)
		} else {
			r.open = append(r.open, path.End)
			if path.End.Kind != multistate.Violated {
				// Nothing holds any more, and another path to it would not tell more.
				r.analysis.Settle(composite.End{Kind: path.End.Kind, Edge: path.End.Edge})
			}
		}
		return nil, nil
	}
	r.refinements++
	r.grown = r.graph.Made()
	r.remove(path.Nodes[first])
	return nil, nil
}

// concretise reports whether an execution takes a path, and the trace of one. Of a path with crowds it says
// whether its blocks fit together.
func (r *run) concretise(path *composite.Path) (*trace.Trace, smt.Status, error) {
	if r.crowds {
		return nil, path.Feasible(r.ctx, r.solver(r.x.Terms())), r.ctx.Err()
	}
	return path.Concretise(r.ctx, r.prog, r.steps)
}

// outdated is the first node on a path, after the initial one, that was made before the precisions grew last;
// 0: there is none. Only what follows from the first state that changes is removed by a refinement, so a path
// may go through states that other paths have left behind.
func (r *run) outdated(path *composite.Path) int {
	for i, n := range path.Nodes {
		if i > 0 && n.ID < r.grown {
			return i
		}
	}
	return 0
}

// settle notes an end that is met, or may be.
func (r *run) settle(n *node, end *multistate.Stop) {
	r.met = append(r.met, end)
	r.analysis.Settle(composite.End{Kind: end.Kind, Edge: end.Edge})
	r.remove(n)
}

// shortPath is the number of blocks of a path up to which costly sources of predicates are asked.
const shortPath = 8

// remove takes a node and what follows from it out of the graph, to be explored again.
func (r *run) remove(n *node) { r.wait.Push(r.graph.Remove(n)...) }

// refine makes precisions finer so that a path is not found again, and returns the first abstraction state on
// it that changes.
func (r *run) refine(path *composite.Path) (first int, ok bool, err error) {
	if r.repeated(path) {
		return 0, false, nil
	}
	if r.refines.bmc {
		return 0, false, nil // the solver gave up on the way
	}
	if len(path.Blocks) < 2 {
		return 0, false, errors.New("a path of one block is exact and has no execution")
	}
	cfg := r.cfg.Refine
	cfg.Solver = r.solver
	if r.predicate != nil && !r.crowds {
		// What loops keep comes first: values would tell their rounds apart. Of a crowd the rounds are those
		// of different threads.
		if first, ok, err := r.predicate.Sample(r.ctx, path.Blocks, cfg); ok || err != nil {
			return first, ok, err
		}
	}
	if r.refines.value {
		if first, ok := r.values.Refine(r.ctx, path.Blocks, r.solver(r.x.Terms())); ok || r.ctx.Err() != nil {
			return first, ok, r.ctx.Err()
		}
	}
	if r.predicate == nil {
		return 0, false, nil
	}
	cfg.Off[refine.Samples] = true // one path has no loops
	// These take long for long paths.
	cfg.Off[refine.Integers] = cfg.Off[refine.Integers] || len(path.Blocks) > shortPath
	return r.predicate.Refine(r.ctx, path.Blocks, cfg)
}

// repeated reports whether a path was refined before with the precisions of now.
func (r *run) repeated(path *composite.Path) bool {
	name := fmt.Sprintf("%s|%d", path.Name(), r.refinements)
	again := r.seen[name]
	r.seen[name] = true
	return again
}

// predicates is the number of predicates.
func (r *run) predicates() int {
	if r.predicate == nil {
		return 0
	}
	return r.predicate.Precision.Len()
}

// ends are the ends that no proof may rest on, of a kind.
func ends(list []*multistate.Stop, kind multistate.StopKind) *multistate.Stop {
	i := slices.IndexFunc(list, func(s *multistate.Stop) bool { return s.Kind == kind })
	if i < 0 {
		return nil
	}
	return list[i]
}
