package bmc

import (
	"context"
	"fmt"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/english"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
)

// defaultMaxSteps keeps the graph of one bound within a few gigabytes.
const defaultMaxSteps = 4_000_000

// maxValueWork bounds the pairs of a read and a write near it that the analysis of values looks at.
const maxValueWork = 1 << 21

// raceMaxConst is events.Options.MaxConst at the first bound: every access of a
// loop counts here, and races show in the first iterations.
const raceMaxConst = 2_000

// patience is the round (counted 1, 2, 4, ...) from which on something unsupported that can be reached
// ends the search: there will be no proof, and a violation was not found so far.
const patience = 16

// round is the search for a violation up to the bounds of one round.
type round struct {
	*Engine
	ctx    context.Context
	task   engine.Task
	plan   *events.Plan
	limits *bounds
	stats  *counters
	work   meter

	bound int
	race  bool
	since time.Time // when the present stage began
	g     *events.Graph
	e     *encoder
	ours  *native.Solver
	kinds map[events.GoalKind]int // the goals that may be reachable
}

// round decides the bounds of one round. done is false when only the bound was reached.
func (b *Engine) round(ctx context.Context, t engine.Task, plan *events.Plan, limits *bounds,
	stats *counters) (res engine.Result, done bool, err error) {
	r := &round{Engine: b, ctx: ctx, task: t, plan: plan, limits: limits, stats: stats,
		work: meter{t, newSampler(t)}, bound: limits.base(), race: t.Property == property.NoDataRace}
	return r.decide()
}

func (r *round) decide() (res engine.Result, done bool, err error) {
	r.since = time.Now()
	r.task.Emit(engine.Event{Stage: "unroll", Bound: r.bound})
	opts := r.options()
	if r.stats.easy && !r.race {
		one := opts
		one.Bounds = nil
		res, proved, err := r.ahead(r.ctx, r.task, r.plan, one, r.stats)
		r.lap(&r.stats.unroll)
		if err != nil || proved {
			return res, proved, err
		}
	}
	known, err := unroll(r.ctx, r.plan, opts, &r.cfg)
	r.lap(&r.stats.unroll)
	if err != nil {
		return res, false, err
	}
	g := known.g
	r.g = g
	r.stats.graph(g)
	r.work.sampler.graph(r.bound, r.stats)
	if err := r.prepare(known); err != nil {
		return res, false, err
	}
	defer func() {
		r.work.sampler.tell()
		r.stats.solver(r.e.solver)
		r.stats.encoding(r.e)
	}()
	if err := r.reduce(); err != nil {
		return res, false, err
	}
	for _, kind := range r.order() {
		if r.kinds[kind] == 0 {
			continue
		}
		answer, err := r.ask(kind)
		r.lap(&r.stats.solve)
		r.work.sampler.tell()
		if err != nil {
			return res, false, err
		}
		if answer.Status != smt.Unsat {
			return r.answer(kind, answer)
		}
	}
	if r.race {
		if res, found, err := r.e.disputedRace(); found || err != nil {
			return res, found, err
		}
	}
	res = holds(g, "every execution ends within loop bound %d and %s", r.bound,
		english.Count(len(g.Threads), "thread"))
	res.Evidence = r.unrolled(r.task, g)
	return res, true, nil
}

// lap adds the time of a stage that has ended.
func (r *round) lap(to *time.Duration) {
	now := time.Now()
	*to += now.Sub(r.since)
	r.since = now
}

// options are those of the unrolling.
func (r *round) options() events.Options {
	opts := events.Options{
		Bound: r.bound, Bounds: r.limits.held, Spin: !r.cfg.NoSpinReduction,
		MaxThreads: 16 + 8*r.bound, AllThreads: r.cfg.NoProjection,
		MaxConst: 300_000 + 20_000*r.limits.pace, MaxSteps: r.cfg.MaxSteps,
		Prints: r.race, AnyReads: r.anyReads, SilentStores: !r.race && !r.cfg.NoSilentStores,
		Work: r.work.edges,
	}
	if opts.MaxSteps == 0 {
		opts.MaxSteps = defaultMaxSteps
	}
	if r.race && r.limits.pace == 1 {
		opts.MaxConst = raceMaxConst
	}
	return opts
}

// prepare makes the encoder with its solver.
func (r *round) prepare(known *facts) error {
	r.ours = native.New(r.g.Terms, r.work.solver())
	if r.work.sampler != nil {
		r.work.sampler.solver = r.ours
	}
	var solver Solver = r.ours
	if r.cfg.Wrap != nil {
		solver = r.cfg.Wrap(r.g.Terms, solver)
	}
	known.prepare(eventfacts.NewMeter(r.ctx, r.work.steps), !r.cfg.NoCriticalSections,
		!r.cfg.NoSectionOrder && !r.cfg.ExactProjection && !r.race)
	r.e = newEncoder(r.ctx, known, solver)
	r.e.work = r.work
	if r.cfg.MaxPairs > 0 {
		r.e.maxPairs = r.cfg.MaxPairs
	}
	return r.ctx.Err()
}

// reduce finds out what need not be asked, and which executions need not be looked at.
func (r *round) reduce() (err error) {
	e := r.e
	if !r.cfg.NoValues && !r.race {
		if e.values, err = eventfacts.NewValues(e.symbols, e.initial, e.visible, maxValueWork); err != nil {
			return err
		}
	}
	r.kinds = map[events.GoalKind]int{}
	for i, goal := range r.g.Goals {
		if !e.values.Dead(e.g.Goals[i]) {
			r.kinds[goal.Kind]++
		}
	}
	r.stats.easy = e.values != nil && r.kinds[events.ViolationGoal] == 0
	if r.cfg.ExactProjection && !r.cfg.NoProjection && projects(r.task.Property) {
		e.exact = newProjection(e)
	}
	if !r.cfg.NoSymmetry && !r.race {
		if err := e.breakSymmetry(); err != nil {
			return err
		}
	}
	if r.cfg.NoProjection {
		for _, ev := range r.g.Events {
			e.need(ev.Value)
		}
	}
	if r.race {
		if err := e.findRaces(); err != nil {
			return err
		}
		r.kinds[events.ViolationGoal] = len(e.races.pairs)
	}
	return nil
}

// order is that in which the kinds of goals are asked for.
func (r *round) order() []events.GoalKind {
	order := []events.GoalKind{events.ViolationGoal, events.BoundGoal, events.UnsupportedGoal,
		events.InvalidGoal}
	if r.limits.pace >= patience {
		order[1], order[2] = order[2], order[1]
	}
	if r.e.cells.Guessed && r.limits.pace <= softBounds {
		order = []events.GoalKind{order[0], events.InvalidGoal, order[1], order[2]}
	}
	return order
}

// ask asks for the goals of a kind.
func (r *round) ask(kind events.GoalKind) (smt.Result, error) {
	r.task.Emit(engine.Event{Stage: "solve", Bound: r.bound, Detail: kind.String()})
	describe(r.e.solver, "%s, loop bound %d", kind, r.bound)
	if kind != events.ViolationGoal {
		return r.e.ask(kind)
	}
	if r.e.values.Counts() {
		if refuted, err := r.refute(r.e, kind, r.bound); err != nil || refuted {
			return smt.Result{Status: smt.Unsat}, err
		}
	}
	if r.race {
		return r.e.askRaces(false)
	}
	return r.e.ask(kind)
}

// describe tells a decorator of a solver that keeps the questions what the next one is.
func describe(s Solver, format string, args ...any) {
	if n, ok := s.(interface{ Note(string) }); ok {
		n.Note(fmt.Sprintf(format, args...))
	}
}

// answer is what follows when a goal of a kind is reached, or the solver gave up.
func (r *round) answer(kind events.GoalKind, a smt.Result) (res engine.Result, done bool, err error) {
	switch {
	case a.Status == smt.Unknown:
		if err := r.ctx.Err(); err != nil {
			return res, false, err
		}
		return engine.Unknown("the solver gave up: %s", a.Reason), true, nil
	case kind == events.ViolationGoal:
		tr, err := r.trace()
		if err != nil {
			return res, false, err
		}
		res = engine.Violated(r.task.Property, tr)
		res.Why = fmt.Sprintf("found with loop bound %d and %s", r.bound,
			english.Count(len(r.g.Threads), "thread"))
		return res, true, nil
	case kind == events.BoundGoal:
		err := r.limits.find(r.e, r.ours)
		r.lap(&r.stats.solve)
		return res, false, err
	case kind == events.InvalidGoal && r.e.cells.Guessed:
		return res, false, errSoft
	}
	goal := r.e.reachedGoal(kind)
	if kind == events.InvalidGoal {
		// Whatever follows an invalid access is not the program's doing any
		// more: what was shown is too little for a proof.
		res = engine.UndefinedBehaviour(goal.Pos, goal.What)
		res.Facts = []string{fmt.Sprintf("the property holds if no invalid access occurs (every execution "+
			"ends within loop bound %d)", r.bound)}
	} else {
		res = engine.Unsupported(goal.Pos, goal.What)
	}
	return res, true, nil
}

func (r *round) trace() (*trace.Trace, error) {
	if r.race {
		return r.e.raceTrace()
	}
	return r.e.trace(r.task.Property)
}
