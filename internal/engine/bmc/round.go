package bmc

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc/encoding"
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

// raceMaxConst is events.Options.MaxConst in the first round: every access of a
// loop counts here, and races show in the first iterations.
const raceMaxConst = 2_000

// patience is the number of rounds after which something unsupported that can be reached
// ends the search: there will be no proof, and a violation was not found so far.
const patience = 4

// round is the search for a violation up to the bounds of one round.
type round struct {
	*search
	ctx   context.Context
	work  meter
	bound int       // the greatest
	race  bool      // the violations are data races
	since time.Time // when the present stage began

	known  *eventfacts.Facts
	e      *encoding.Encoder
	solver Solver                  // of e
	part   *part                   // in a question that is shared; nil: in none
	ours   *native.Solver          // solver, without what may be around it
	kinds  map[events.GoalKind]int // the goals that may be reachable
	asked  []events.GoalKind       // in this order, by ask
}

// round decides the present bounds. Its answer is not final when only bounds were reached.
func (s *search) round(ctx context.Context) (answer, error) {
	r := &round{search: s, ctx: ctx, work: meter{s.task, newHistory(s.task)}, bound: s.bounds.greatest(),
		race: s.task.Property == property.NoDataRace, since: time.Now()}
	s.task.Emit(engine.Event{Stage: "unroll", Bound: r.bound})
	if s.valuesSufficed && !r.race {
		if a, err := r.unrollFully(); err != nil || a.final {
			return a, err
		}
	}
	if err := r.unroll(); err != nil {
		return answer{}, err
	}
	defer r.count()
	if err := r.encode(); err != nil {
		return answer{}, err
	}
	for _, kind := range r.order() {
		reply, by, err := r.askTogether(kind)
		if err != nil {
			return answer{}, err
		}
		if reply.Status != smt.Unsat {
			return by.readBack(kind, reply)
		}
	}
	if r.race && !r.weak() {
		if a, err := r.disputedRace(); err != nil || a.final {
			return a, err
		}
	}
	return r.holds(r.known.Graph, "every execution ends within loop bound %d and %s", r.bound,
		english.Count(len(r.known.Graph.Threads), "thread")), nil
}

// lap adds the time of a stage that has ended.
func (r *round) lap(to *time.Duration) {
	now := time.Now()
	*to += now.Sub(r.since)
	r.since = now
}

// unroll makes the graph of the bounds.
func (r *round) unroll() (err error) {
	r.known, err = eventfacts.Unroll(r.ctx, r.plan, r.options(), r.claims(), r.guesses)
	r.lap(&r.stats.unroll)
	if err == nil {
		r.stats.graph(r.known.Graph)
		r.work.history.graph(r.bound, r.stats)
	}
	return err
}

// options are those of the unrolling.
func (r *round) options() events.Options {
	opts := events.Options{
		Property: r.task.Property, Bound: r.bound, Bounds: r.bounds.smaller, Spin: !r.cfg.NoSpinReduction,
		MaxThreads: 16 + 8*r.bound, AllThreads: r.cfg.NoProjection,
		MaxConst: 300_000 + 20_000<<r.bounds.round, MaxSteps: r.cfg.MaxSteps,
		Prints: r.race, ArbitraryReads: r.arbitraryReads, SilentStores: !r.race && !r.cfg.NoSilentStores,
		Work: r.work.edges, Weak: r.weak(),
	}
	if opts.MaxSteps == 0 {
		opts.MaxSteps = defaultMaxSteps
	}
	if r.race && r.bounds.round == 0 {
		opts.MaxConst = raceMaxConst
	}
	return opts
}

// encode makes the encoder with its solver, and finds out what need not be asked and which executions need
// not be looked at.
func (r *round) encode() (err error) {
	cfg := r.work.solver()
	if r.shares() {
		cfg.SAT.Learnt = r.learnt
	}
	r.ours = native.New(r.known.Graph.Terms, cfg)
	r.work.history.watch(r.ours)
	r.solver = r.wrap(r.ours)
	r.known.Prepare(eventfacts.NewMeter(r.ctx, r.work.steps), !r.cfg.NoCriticalSections,
		!r.cfg.NoSectionOrder)
	r.e = encoding.New(r.ctx, r.known, r.solver, r.cfg.MaxPairs, r.work.terms)
	if r.shares() {
		r.e.CutWith(r.check)
	}
	if err := r.ctx.Err(); err != nil {
		return err
	}
	if !r.cfg.NoValues && !r.race {
		if err := r.known.AnalyseValues(maxValueWork); err != nil {
			return err
		}
	}
	if r.weak() {
		return r.encodeInModel()
	}
	r.kinds = r.known.Alive()
	r.valuesSufficed = r.known.Values != nil && r.kinds[events.ViolationGoal] == 0
	if !r.cfg.NoSymmetry && !r.race {
		if err := r.e.BreakSymmetry(); err != nil {
			return err
		}
	}
	if !r.cfg.NoPremise && !r.race {
		if err := r.e.AssumePremise(); err != nil {
			return err
		}
	}
	if r.cfg.NoProjection {
		r.e.NeedAll()
	}
	if r.race {
		if r.kinds[events.ViolationGoal], err = r.e.FindRaces(!r.cfg.NoLockedPairs); err != nil {
			return err
		}
	}
	return nil
}

// wrap puts what is asked for around a solver.
func (r *round) wrap(s Solver) Solver {
	if r.cfg.Wrap != nil {
		return r.cfg.Wrap(r.known.Graph.Terms, s)
	}
	return s
}

// refuteConflicts bounds the search of refute.
const refuteConflicts = 5000

// refute tries to show that no goal of a kind is reachable by counts alone, see Encoder.Refute.
func (r *round) refute(kind events.GoalKind) (bool, error) {
	cfg := r.work.solver()
	cfg.Conflicts = refuteConflicts
	solver := r.wrap(native.New(r.known.Graph.Terms, cfg))
	describe(solver, "%s by counts alone, loop bound %d", kind, r.bound)
	return r.e.Refute(kind, solver)
}

// claims says which claims the unrolling may rely on.
func (r *round) claims() eventfacts.Claims {
	return eventfacts.Claims{Guarded: !r.cfg.NoLockedReads, Distinct: !r.cfg.NoDistinctStores,
		Unseen: !r.cfg.NoRetakes}
}

// count notes the sizes of the formula and what the solver did.
func (r *round) count() {
	if r.e == nil {
		return
	}
	r.work.history.tell()
	r.stats.solver(r.solver)
	r.stats.encoding(r.known, r.e.Sizes())
}

// order lists the kinds of goals that may be reachable, in the order in which they are asked for.
func (r *round) order() []events.GoalKind {
	const violation, bound, unsupported, invalid = events.ViolationGoal, events.BoundGoal,
		events.UnsupportedGoal, events.InvalidGoal
	order := []events.GoalKind{violation, bound, unsupported, invalid}
	switch late := r.bounds.round >= patience; {
	case r.known.Cells.Guessed && r.bounds.round < guessRounds:
		order = []events.GoalKind{violation, invalid, bound, unsupported}
	case late:
		order = []events.GoalKind{violation, unsupported, bound, invalid}
	}
	return slices.DeleteFunc(order, func(k events.GoalKind) bool { return r.kinds[k] == 0 })
}

// ask asks for the goals of a kind.
func (r *round) ask(kind events.GoalKind) (reply smt.Result, err error) {
	defer func() {
		r.lap(&r.stats.solve)
		r.work.history.tell()
	}()
	r.task.Emit(engine.Event{Stage: "solve", Bound: r.bound, Detail: kind.String()})
	describe(r.solver, "%s, loop bound %d", kind, r.bound)
	if kind != events.ViolationGoal {
		r.asked = append(r.asked, kind)
		return r.e.Ask(kind)
	}
	if r.known.Values.Counts() && !r.isReplica() {
		if refuted, err := r.refute(kind); err != nil || refuted {
			return smt.Result{Status: smt.Unsat}, err
		}
	}
	r.asked = append(r.asked, kind)
	if r.race && r.weak() {
		return r.e.AskWeakRaces()
	}
	if r.race {
		return r.e.AskRaces(false)
	}
	return r.e.Ask(kind)
}

// describe tells a decorator of a solver that keeps the questions what the next one is.
func describe(s Solver, format string, args ...any) {
	if n, ok := s.(interface{ Note(string) }); ok {
		n.Note(fmt.Sprintf(format, args...))
	}
}

// readBack is what follows when a goal of a kind is reached, or the solver gave up.
func (r *round) readBack(kind events.GoalKind, reply smt.Result) (answer, error) {
	switch {
	case reply.Status == smt.Unknown:
		return r.gaveUp(reply)
	case kind == events.ViolationGoal && r.known.Cells.Guessed && !isStated(r.e.ReachedGoal(kind)):
		return answer{}, errWrongGuess
	case kind == events.ViolationGoal:
		return r.violation()
	case kind == events.BoundGoal:
		err := r.findReached()
		r.lap(&r.stats.solve)
		return answer{}, err
	case kind == events.UnsupportedGoal:
		goal := r.e.ReachedGoal(kind)
		return answer{engine.Unsupported(goal.Pos, goal.What), true}, nil
	case r.known.Cells.Guessed:
		return answer{}, errWrongGuess
	}
	// Whatever follows an invalid access is not the program's doing any
	// more: what was shown is too little for a proof.
	goal := r.e.ReachedGoal(kind)
	res := engine.UndefinedBehaviour(goal.Pos, goal.What)
	res.Otherwise = true
	res.Facts = []string{fmt.Sprintf("the property holds if no invalid access occurs (every execution "+
		"ends within loop bound %d)", r.bound)}
	return answer{res, true}, nil
}

// gaveUp is the answer when the solver has none.
func (r *round) gaveUp(reply smt.Result) (answer, error) {
	if err := r.ctx.Err(); err != nil {
		return answer{}, err
	}
	return answer{engine.Unknown("the solver gave up: %s", reply.Reason), true}, nil
}

// violation is the answer when the model of the solver violates the property.
func (r *round) violation() (answer, error) {
	find := r.e.Trace
	if r.race && r.weak() {
		find = r.e.WeakRaceTrace
	} else if r.race {
		find = func() (*trace.Trace, error) { return r.e.RaceTrace(property.NoDataRace) }
	}
	tr, err := find()
	var beyond *encoding.Beyond
	if errors.As(err, &beyond) {
		return answer{engine.Unsupported(beyond.Pos, beyond.Error()), true}, nil
	}
	if errors.Is(err, encoding.ErrStrays) {
		return answer{engine.Unsupported(r.e.ReachedGoal(events.ViolationGoal).Pos, err.Error()), true}, nil
	}
	if err != nil {
		return answer{}, err
	}
	res := engine.Violated(tr.Property, tr)
	res.Why = fmt.Sprintf("found with loop bound %d and %s", r.bound,
		english.Count(len(r.known.Graph.Threads), "thread"))
	return answer{res, true}, nil
}

// holds is the answer of a proof on a graph.
func (r *round) holds(g *events.Graph, format string, args ...any) answer {
	res := engine.Holds(engine.ByBounds, format, args...)
	for _, a := range g.Assumed {
		res.Assumed = append(res.Assumed, engine.Assumption{Pos: a.Edge.Pos, What: a.What})
	}
	if c := r.stats; c.helped > 0 {
		res.Why += fmt.Sprintf("; %d of %d cubes were closed by helpers", c.helped, c.cubes)
	}
	res.Evidence = r.unrolled(g)
	return answer{res, true}
}
