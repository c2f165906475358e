package bmc

import (
	"context"
	"errors"
	"fmt"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// Config is what users can set.
type Config struct {
	// NoSpinReduction keeps loop iterations that changed nothing.
	NoSpinReduction bool
	// NoProjection encodes every event, also those that no goal depends on, and lets
	// every thread run that is created. Else only a number of them runs that grows
	// with the bound: a thread that has not run yet is part of an execution, too.
	NoProjection bool
	// ExactProjection restricts the executions to those that contain nothing
	// that their goal does not need, see projection. It does not go together with
	// NoProjection, and is for properties of finite prefixes only; for data
	// races it has no effect.
	ExactProjection bool
	// NoLockedReads makes an event of every read inside a critical section. Else a
	// read gets the value that its thread has read from, or written to, the same
	// place since it took a lock that it still holds, if all writes to
	// the place by threads that may run at the same time are made by holders of the
	// lock. A lock is a word of memory at a constant address, is taken by finding
	// it zero and setting it in one atomic section, and is used only if
	// all other writes that may be to the word are by its holders or
	// are ordered before every taking. That is sound: take an execution up to
	// the first write that breaks a claim. Up to there every read was given its
	// right value, so the execution is one of the graph. A thread that
	// holds the lock has made the word other than zero; by what was checked of
	// the graph only the thread itself can have changed it since, so nobody else
	// has taken the lock or writes a place that it guards. Threads that stop
	// inside their critical sections keep the lock.
	NoLockedReads bool
	// NoCriticalSections lets a read see every write of another thread's critical
	// section of a lock that the reader holds, not only those that it leaves.
	// The type critical says why that is enough.
	NoCriticalSections bool
	// NoSectionOrder makes the steps that take a lock read the lock word from a
	// write like any other read. Else each two critical sections of a lock are
	// ordered directly; the type critical says why that is the same. It goes with
	// critical sections only, not with the exact projection, where the step
	// that frees a lock is needed by the one that reads it, and not for data races,
	// for which a section may be left in its middle.
	NoSectionOrder bool
	// NoDistinctStores lets a store at an unknown address end what is known of
	// all places. Else what is known of a place is kept, if by the possible
	// objects that addresses point to no such store of the thread is to
	// the place; that is checked in the graph that relies on it.
	NoDistinctStores bool
	// NoSoftAddresses lets undefined content of memory have any low bits also where
	// memory holds pointers, and addresses any low bits that are not known. Else
	// addresses are aligned to the size of the access, and those
	// that are read from memory that also holds undefined content have the low bits of
	// those that were written there, so that memory falls into larger
	// cells. Both are no more than guesses: an access is valid
	// only if its address has these bits, and when an invalid access is found
	// all is done again without.
	NoSoftAddresses bool
	// NoSilentStores makes an event of every store. Else a store is left out if it
	// writes what its thread knows to stand at the place: by the conditions of
	// its path the value is the one that the thread has read or written last, in the same
	// atomic section or at a place that no other thread writes. Such a
	// store changes no state, so the executions are the same. A
	// read that fails to find a value to exchange is the common case.
	NoSilentStores bool
	// NoRetakes lets a thread take a lock again and again that it takes to look whether
	// it may go on. Else it stops where nothing has changed for it since the last time, see
	// events.Options.Unseen: waiting for a condition variable has a proof then.
	NoRetakes bool
	// NoAnyReads leaves it at "unknown" when an invalid read can occur; otherwise
	// the property is then tried with reads that give any value, see anyReads.
	NoAnyReads bool
	// NoIntervals leaves out the interval analysis of the program before the first
	// bound, see invariant.
	NoIntervals bool
	// NoValues asks the solver also what follows from intervals of values, and from
	// bounds on counters, see values and chain.
	NoValues bool
	// NoSymmetry looks also at executions that differ only in which of several
	// threads that do the same does what, see class.
	NoSymmetry bool
	// NoLoopBounds has one bound for all loops, recursions and spawns; else those
	// that are found not to be reached do not grow, see bounds.
	NoLoopBounds bool
	// MaxSteps bounds the edges walked for one bound; 0: the default.
	MaxSteps int
	// MaxPairs bounds the pairs of writes that are ordered, and the choices of
	// what reads see; 0: the default.
	MaxPairs int
	// Wrap puts something around each solver, a decorator that records what is
	// asked for example; st is the store of its terms. nil: nothing.
	Wrap func(st *term.Store, s Solver) Solver
}

// Solver is what the engine needs of a solver.
type Solver interface {
	smt.Solver
	smt.Orderer
}

// defaultMaxSteps keeps the graph of one bound within a few gigabytes.
const defaultMaxSteps = 4_000_000

// Engine is the bounded model checker.
type Engine struct {
	cfg      Config
	anyReads bool // invalid reads give any value; see Engine.proveAnyReads
}

// New returns an engine.
func New(cfg Config) *Engine { return &Engine{cfg: cfg} }

// Name is "bmc".
func (*Engine) Name() string { return "bmc" }

// Check deepens the bounds (1, 2, 4, ...) until a violation is found, no bound
// is reached, or the context or Task.MaxUnwind ends it.
func (b *Engine) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	if b.cfg.ExactProjection && !t.Property.Prefix() {
		return engine.Unknown("the exact projection does not keep the property %s", t.Property), nil
	}
	switch t.Property {
	case property.UnreachCall, property.NoOverflow, property.NoDataRace:
	default:
		return engine.Unknown("the engine bmc does not check the property %s yet", t.Property), nil
	}
	if res, done, err := b.invariant(ctx, t); done || err != nil {
		return res, err
	}
	var facts []string
	var stats counters
	plan := events.NewPlan(t.Program)
	now := b
	limits := newBounds(t.MaxUnwind, b.cfg.NoLoopBounds)
	for shown := 0; ; {
		bound := limits.base()
		res, done, err := now.round(ctx, t, plan, limits, &stats)
		if errors.Is(err, errSoft) {
			now = b.hard()
			res, done, err = now.round(ctx, t, plan, limits, &stats)
		}
		res.Stats = stats.list(bound)
		switch {
		case err != nil && ctx.Err() != nil:
			res = engine.Unknown("%s", engine.StopReason(ctx))
			res.Facts, res.Stats = last(facts), stats.list(bound)
			return res, nil
		case errors.Is(err, events.ErrTooLarge):
			res = engine.Unknown("the program unrolled to bound %d is too large", bound)
			res.Facts, res.Stats = last(facts), stats.list(bound)
			return res, nil
		case err != nil:
			return engine.Result{}, fmt.Errorf("bmc at bound %d: %w", bound, err)
		case done:
			res = b.proveAnyReads(ctx, t, plan, limits, &stats, res)
			if res.Facts == nil {
				res.Facts = last(facts)
			}
			return res, nil
		}
		if n := limits.shown(); n >= shown {
			shown = n
			facts = append(facts, fmt.Sprintf("no violation up to loop bound %d with %d threads", n, stats.threads))
		}
		t.Emit(engine.Event{Stage: "deepen", Bound: bound, Fact: last(facts)[0]})
		if res, more := limits.grow(); !more {
			res.Facts, res.Stats = last(facts), stats.list(bound)
			return res, nil
		}
	}
}

// last keeps the strongest fact, which is the latest.
func last(facts []string) []string {
	if len(facts) == 0 {
		return nil
	}
	return facts[len(facts)-1:]
}

// patience is the round (counted 1, 2, 4, ...) from which on something unsupported that can be reached
// ends the search: there will be no proof, and a violation was not found so far.
const patience = 16

// round decides the bounds of one round. done is false when only the bound was reached.
func (b *Engine) round(ctx context.Context, t engine.Task, plan *events.Plan, limits *bounds, stats *counters) (res engine.Result, done bool, err error) {
	start, bound := time.Now(), limits.base()
	t.Emit(engine.Event{Stage: "unroll", Bound: bound})
	maxSteps := b.cfg.MaxSteps
	if maxSteps == 0 {
		maxSteps = defaultMaxSteps
	}
	race := t.Property == property.NoDataRace
	maxConst := 300_000 + 20_000*limits.pace
	if race && limits.pace == 1 {
		maxConst = raceMaxConst
	}
	opts := events.Options{
		Bound: bound, Bounds: limits.held, Spin: !b.cfg.NoSpinReduction, MaxThreads: 16 + 8*bound,
		MaxConst: maxConst, MaxSteps: maxSteps, Prints: race, AnyReads: b.anyReads,
		SilentStores: !race && !b.cfg.NoSilentStores, AllThreads: b.cfg.NoProjection,
	}
	if stats.easy && !race {
		one := opts
		one.Bounds = nil
		res, proved, err := b.ahead(ctx, t, plan, one, stats)
		stats.unroll += time.Since(start)
		if err != nil || proved {
			return res, proved, err
		}
		start = time.Now()
	}
	g, shapes, err := unroll(ctx, plan, opts, &b.cfg)
	stats.unroll += time.Since(start)
	if err != nil {
		return res, false, err
	}
	stats.graph(g)
	start = time.Now()
	ours := native.New(g.Terms, native.Config{})
	var solver Solver = ours
	if b.cfg.Wrap != nil {
		solver = b.cfg.Wrap(g.Terms, solver)
	}
	e := newEncoder(ctx, g, shapes, solver)
	if b.cfg.MaxPairs > 0 {
		e.maxPairs = b.cfg.MaxPairs
	}
	if !b.cfg.NoCriticalSections {
		e.critical = newCritical(e, !b.cfg.NoSectionOrder && !b.cfg.ExactProjection && !race)
	}
	if err := ctx.Err(); err != nil {
		return res, false, err
	}
	defer func() {
		stats.solver(solver)
		stats.encoding(e)
	}()
	if !b.cfg.NoValues && !race {
		if e.values, err = newValues(e, maxValueWork); err != nil {
			return res, false, err
		}
	}
	kinds := map[events.GoalKind]int{}
	for i, goal := range g.Goals {
		if !e.dead(i) {
			kinds[goal.Kind]++
		}
	}
	stats.easy = e.values != nil && kinds[events.ViolationGoal] == 0
	if b.cfg.ExactProjection && !b.cfg.NoProjection && projects(t.Property) {
		e.exact = newProjection(e)
	}
	if !b.cfg.NoSymmetry && !race {
		if err := e.breakSymmetry(); err != nil {
			return res, false, err
		}
	}
	if b.cfg.NoProjection {
		for _, ev := range g.Events {
			e.need(ev.Value)
		}
	}
	if race {
		if err := e.findRaces(); err != nil {
			return res, false, err
		}
		kinds[events.ViolationGoal] = len(e.races.pairs)
	}
	order := []events.GoalKind{events.ViolationGoal, events.BoundGoal, events.UnsupportedGoal, events.InvalidGoal}
	if limits.pace >= patience {
		order[1], order[2] = order[2], order[1]
	}
	if e.cuts.soft && limits.pace <= softBounds {
		order = []events.GoalKind{order[0], events.InvalidGoal, order[1], order[2]}
	}
	for _, kind := range order {
		if kinds[kind] == 0 {
			continue
		}
		t.Emit(engine.Event{Stage: "solve", Bound: bound, Detail: kind.String()})
		if n, ok := solver.(interface{ Note(string) }); ok {
			n.Note(fmt.Sprintf("%s, loop bound %d", kind, bound))
		}
		ask := e.ask
		if race && kind == events.ViolationGoal {
			ask = func(events.GoalKind) (smt.Result, error) { return e.askRaces(false) }
		}
		if kind == events.ViolationGoal && e.values.counts() {
			if refuted, err := b.refute(e, kind); err != nil {
				return res, false, err
			} else if refuted {
				continue
			}
		}
		r, err := ask(kind)
		stats.solve += time.Since(start)
		start = time.Now()
		if err != nil {
			return res, false, err
		}
		switch {
		case r.Status == smt.Unsat:
			continue
		case r.Status == smt.Unknown:
			if err := ctx.Err(); err != nil {
				return res, false, err
			}
			return engine.Unknown("the solver gave up: %s", r.Reason), true, nil
		case kind == events.ViolationGoal:
			makeTrace := e.trace
			if race {
				makeTrace = func(property.Property) (*trace.Trace, error) { return e.raceTrace() }
			}
			tr, err := makeTrace(t.Property)
			if err != nil {
				return res, false, err
			}
			res = engine.Violated(t.Property, tr)
			res.Why = fmt.Sprintf("found with loop bound %d and %d threads", bound, len(g.Threads))
			return res, true, nil
		case kind == events.BoundGoal:
			err := limits.find(e, ours)
			stats.solve += time.Since(start)
			return res, false, err
		case kind == events.InvalidGoal && e.cuts.soft:
			return res, false, errSoft
		case kind == events.InvalidGoal:
			// Whatever follows an invalid access is not the program's doing any
			// more: what was shown is too little for a proof.
			goal := e.reachedGoal(kind)
			res = engine.Unknown(undefinedBehaviour+"%s", goal.What)
			res.Pos = goal.Pos
			res.Facts = []string{fmt.Sprintf("the property holds if no invalid access occurs (every execution ends within loop bound %d)", bound)}
			return res, true, nil
		default:
			goal := e.reachedGoal(kind)
			res = engine.Unknown("not supported: %s", goal.What)
			res.Pos = goal.Pos
			return res, true, nil
		}
	}
	if race {
		if res, found, err := e.volatileRace(); found || err != nil {
			return res, found, err
		}
	}
	return holds(g, "every execution ends within loop bound %d and %d threads", bound, len(g.Threads)), true, nil
}
