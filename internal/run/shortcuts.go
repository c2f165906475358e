package run

import (
	"context"
	"slices"
	"time"

	"whittle.dev/internal/analysis/addresses"
	"whittle.dev/internal/analysis/invariant"
	"whittle.dev/internal/axioms"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/look"
	"whittle.dev/internal/run/panel"
	"whittle.dev/internal/run/plan"
	"whittle.dev/internal/run/settle"
)

// easyLimits bound the interval analysis before the engines.
var easyLimits = invariant.Limits{Steps: 30_000, Instances: 2_000}

// easyGuard ends what looks for easy proofs in programs that are much larger than those for which it pays.
const easyGuard = 12 * time.Second

// neverReached is the proof that no step which violates a property can be reached, in the program after
// passes that make loops of some recursions.
func (s *agenda) neverReached(ctx context.Context, p property.Property) (res engine.Result, ok bool) {
	free, err := addresses.Free(ctx, pass.Without(s.prog, s.task.Lowering().Without(p)))
	if err != nil {
		return res, false
	}
	prog, err := look.Inlined(ctx, free)
	if err != nil {
		return res, false
	}
	x, err := invariant.Analyse(ctx, prog, cfa.NewRegIndex(prog), easyLimits)
	if err != nil {
		return res, false
	}
	if ok, _ := x.Sound(); !ok {
		return res, false
	}
	for _, proc := range prog.Procs {
		for _, e := range proc.Edges {
			if cfa.Violates(e.Op, p) && x.Reaches(proc.ID, e.From) {
				return res, false
			}
		}
	}
	return byIntervals(x), true
}

// byIntervals is a proof by intervals.
func byIntervals(x *invariant.Invariant) engine.Result {
	res := engine.Holds(engine.ByIntervals, "intervals of all values exclude every violation")
	for _, a := range x.Assumed() {
		res.Assumed = append(res.Assumed, engine.Assumption{Pos: a.Edge.Pos, What: a.What})
	}
	return res
}

// withoutEasy decides what can be seen without a search, and returns the rest. A data race needs two threads,
// a deadlock something to wait for; textFirst says what else excludes races. Intervals of values that show
// that no access is invalid hold in all executions; violations that they exclude are then never reached, as
// package bmc argues of all of them, and memory that is never allocated is not lost or freed.
func (s *agenda) withoutEasy(ctx context.Context) property.Property {
	rest := s.task.Asked
	has := look.TraitsOf(s.prog)
	holds := func(p property.Property, res engine.Result) {
		if p != "" {
			res.UntilInvalid = res.UntilInvalid || has.MayBeInvalid() && res.Reason == engine.ByStructure
			s.settle(Outcome{Result: res, Verdict: res.Verdict, Files: s.prog.Files, prog: s.prog,
				DataModel: s.task.DataModel, Inputs: s.task.Files, Settings: s.opt.Set}, p.Parts()...)
			rest = rest.Without(p)
		}
	}
	if !has.Spawns && !has.Unsupported && rest.Covers(property.NoDataRace) {
		holds(property.NoDataRace, engine.Holds(engine.ByStructure, "the program has one thread"))
	}
	if res, ok := has.NeverWait(); ok && rest.Covers(property.NoDeadlock) {
		holds(property.NoDeadlock, res)
	}
	shown := rest.Only(func(q property.Property) bool { return !s.task.Hides(q) })
	common := shown.Only(func(q property.Property) bool { return !settle.OwnLowering(q) })
	holds(common.Without(has.Possible(common)), has.NothingPossible())
	if s.opt.Engine != "" && s.opt.Engine != panel.Auto {
		return rest // the engine is to show it
	}
	if s.model != axioms.SC {
		return rest // what follows is about interleavings
	}
	// Of large programs this would take all of the time.
	ctx, cancel := context.WithTimeoutCause(ctx, easyGuard, engine.ErrTimeout)
	defer cancel()
	ctx, end := s.ofTimeout(ctx, plan.MemberShare)
	defer end()
	// In this program executions go on after violations, as those for some of the properties do, and what
	// depends on the layout of memory is an input.
	free, err := addresses.Free(ctx, pass.Without(s.prog, s.task.Lowering()))
	if err != nil {
		return rest
	}
	s.racesSought = !has.Spawns // then nothing needs to keep threads apart
	if has.Spawns && rest.Covers(property.NoDataRace) {
		l := look.ExcludeRaces(ctx, free, look.Validity{Beside: s.invalidAsked()})
		s.racesSought = l.Err == nil
		if l.Decided && l.Err == nil {
			holds(property.NoDataRace, l.Res)
		}
	}
	steps := shown.Only(func(q property.Property) bool { return q.OfSteps() && !settle.OwnLowering(q) })
	memory := rest.Only(property.Property.Memory)
	if len(steps.Members())+len(memory.Members()) < 2 {
		return rest // the engines do the same
	}
	x, err := invariant.Analyse(ctx, free, cfa.NewRegIndex(free), easyLimits)
	if err != nil {
		return rest
	}
	if ok, _ := x.Sound(); !ok {
		for _, p := range steps.Members() {
			if res, ok := s.neverReached(ctx, p); ok {
				holds(p, res)
			}
		}
		return rest
	}
	found := map[property.Property]bool{}
	for _, proc := range free.Procs {
		for _, e := range proc.Edges {
			v, ok := e.Op.(cfa.Violation)
			if !ok {
				continue
			}
			for _, i := range proc.Locs[e.From].In { // behind what is assumed false now
				found[v.Property] = found[v.Property] || x.Reaches(proc.ID, proc.Edges[i].From)
			}
		}
	}
	res := byIntervals(x)
	holds(steps.Only(func(p property.Property) bool { return !found[p] }), res)
	if !has.Allocates {
		holds(memory.Only(func(p property.Property) bool { // calls of what is no function end executions, too
			return !slices.ContainsFunc(x.Assumed(), func(a invariant.AssumedUB) bool {
				return cfa.Violates(a.Edge.Op, p)
			})
		}), res)
	}
	return rest
}
