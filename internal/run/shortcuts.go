package run

import (
	"context"
	"slices"
	"time"

	"whittle.dev/internal/analysis/addresses"
	"whittle.dev/internal/analysis/invariant"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/plan"
	"whittle.dev/internal/run/settle"
	effects "whittle.dev/internal/step"
)

// easyLimits bound the interval analysis before the engines.
var easyLimits = invariant.Limits{Steps: 30_000, Instances: 2_000}

// easyGuard ends what looks for easy proofs in programs that are much larger than those for which it pays.
const easyGuard = 12 * time.Second

// traits are what a program has that properties can be violated by.
type traits struct {
	spawns, waits, allocates, unsupported bool
	// accesses says that some access is not to a constant place of a static object.
	accesses bool
	violates map[property.Property]bool // steps that the program marks
	refused  bool                       // some memory is not followed that may never have been written
	// ends are the undefined behaviour in which executions may end.
	ends []engine.Assumption
}

func traitsOf(p *cfa.Program) traits {
	t := traits{violates: map[property.Property]bool{}}
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			t.note(p, e)
		}
	}
	return t
}

func (t *traits) note(p *cfa.Program, e *cfa.Edge) {
	x := effects.Of(p, e.Op)
	t.spawns = t.spawns || x.From == effects.Started
	t.waits = t.waits || x.Waits
	t.accesses = t.accesses || x.Enters && x.Proc == cfa.NoProc
	if a, ok := effects.BytesOf(p, e.Op); ok && !t.accesses {
		o := p.StaticPlace(a.Addr, a.Size)
		t.accesses = o == nil || a.Writes() && o.ReadOnly
	}
	switch op := e.Op.(type) {
	case cfa.Alloc:
		t.allocates = t.allocates || op.Kind.IsHeap() && !op.Given
	case cfa.Free:
		t.allocates = t.allocates || op.Kind.IsHeap()
	case cfa.Violation:
		t.violates[op.Property] = true
	case cfa.UB:
		t.violates[op.Property] = true
		t.ends = append(t.ends, engine.Assumption{Pos: e.Pos, What: op.What})
	case cfa.Print:
		t.accesses = true // of strings
	case cfa.Unsupported:
		t.unsupported = true
		t.refused = t.refused || op.For == property.NoUninitialisedUse
	}
}

// possible are the parts of a property that something in the program could violate. All else can happen after
// an invalid access or free only, so those have to be asked about, too, unless there are none.
func (t traits) possible(p property.Property) property.Property {
	if t.unsupported || t.accesses && !p.Covers(property.ValidDeref) ||
		t.allocates && !p.Covers(property.ValidFree) {
		return p
	}
	return p.Only(func(q property.Property) bool {
		switch {
		case q == property.ValidDeref:
			return t.accesses || t.violates[q]
		case q == property.ValidFree, q == property.ValidMemtrack, q == property.ValidMemcleanup:
			return t.allocates || t.violates[q]
		}
		return !q.OfSteps() || t.violates[q]
	})
}

// nothingPossible is why the other parts hold.
func (t traits) nothingPossible() engine.Result {
	res := engine.Holds(engine.ByStructure, "nothing in the program could violate it")
	res.Assumed = engine.Assumptions(t.ends)
	return res
}

// mayBeInvalid reports whether an access or a free might be invalid.
func (t traits) mayBeInvalid() bool { return t.accesses || t.allocates }

// neverWait is the proof that there is no deadlock if no thread waits.
func (t traits) neverWait() (res engine.Result, ok bool) {
	return engine.Holds(engine.ByStructure, "no thread waits for anything"), !t.waits && !t.unsupported
}

// neverReached is the proof that no step which violates a property can be reached, in the program after
// passes that make loops of some recursions.
func (s *agenda) neverReached(ctx context.Context, p property.Property) (res engine.Result, ok bool) {
	free, err := addresses.Free(ctx, pass.Without(s.prog, s.task.Lowering().Without(p)))
	if err != nil {
		return res, false
	}
	prog, err := inlined(ctx, free)
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
	has := traitsOf(s.prog)
	holds := func(p property.Property, res engine.Result) {
		if p != "" {
			res.UntilInvalid = res.UntilInvalid || has.mayBeInvalid() && res.Reason == engine.ByStructure
			s.settle(Outcome{Result: res, Verdict: res.Verdict, Files: s.prog.Files, prog: s.prog,
				DataModel: s.task.DataModel, Inputs: s.task.Files, Settings: s.opt.Set}, p.Parts()...)
			rest = rest.Without(p)
		}
	}
	if !has.spawns && !has.unsupported && rest.Covers(property.NoDataRace) {
		holds(property.NoDataRace, engine.Holds(engine.ByStructure, "the program has one thread"))
	}
	if res, ok := has.neverWait(); ok && rest.Covers(property.NoDeadlock) {
		holds(property.NoDeadlock, res)
	}
	shown := rest.Only(func(q property.Property) bool { return !s.task.Hides(q) })
	common := shown.Only(func(q property.Property) bool { return !settle.OwnLowering(q) })
	holds(common.Without(has.possible(common)), has.nothingPossible())
	if s.opt.Engine != "" && s.opt.Engine != auto {
		return rest // the engine is to show it
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
	s.racesSought = !has.spawns // then nothing needs to keep threads apart
	if has.spawns && rest.Covers(property.NoDataRace) {
		l := excludeRaces(ctx, free, validity{beside: s.invalidAsked()})
		s.racesSought = l.err == nil
		if l.decided && l.err == nil {
			holds(property.NoDataRace, l.res)
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
	if !has.allocates {
		holds(memory.Only(func(p property.Property) bool { // calls of what is no function end executions, too
			return !slices.ContainsFunc(x.Assumed(), func(a invariant.AssumedUB) bool {
				return cfa.Violates(a.Edge.Op, p)
			})
		}), res)
	}
	return rest
}
