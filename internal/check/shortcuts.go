package check

import (
	"context"
	"slices"

	"whittle.dev/internal/analysis/invariant"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/cfa/pass"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
)

// easyLimits bound the interval analysis before the engines.
var easyLimits = invariant.Limits{Steps: 30_000, Instances: 2_000}

// traits are what a program has that properties can be violated by.
type traits struct {
	spawns, waits, allocates, unsupported bool
}

func traitsOf(p *cfa.Program) (t traits) {
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			switch op := e.Op.(type) {
			case cfa.Spawn:
				t.spawns = true
			case cfa.Await, cfa.Join:
				t.waits = true
			case cfa.Alloc:
				t.allocates = t.allocates || op.Kind == cfa.Heap && !op.Given
			case cfa.Free:
				t.allocates = t.allocates || op.Kind == cfa.Heap
			case cfa.Unsupported:
				t.unsupported = true
			}
		}
	}
	return t
}

// possible are the parts of a property that something in the program could violate: without the heap nothing
// is lost or freed wrongly, but for what follows an invalid access, so those have to be asked about, too.
func (t traits) possible(p property.Property) property.Property {
	if t.allocates || t.unsupported || !p.Covers(property.ValidDeref) {
		return p
	}
	return p.Only(func(q property.Property) bool {
		return q != property.ValidFree && q != property.ValidMemtrack && q != property.ValidMemcleanup
	})
}

// neverWait is the proof that there is no deadlock if no thread waits.
func (t traits) neverWait() (res engine.Result, ok bool) {
	return engine.Holds(engine.ByStructure, "no thread waits for anything"), !t.waits && !t.unsupported
}

// withoutEasy decides what can be seen without a search, and returns the rest. A data race needs two threads,
// a deadlock something to wait for; textFirst says what else excludes races. Intervals of values that show
// that no access is invalid hold in all executions; violations that they exclude are then never reached, as
// package bmc argues of all of them, and memory that is never allocated is not lost or freed.
func (s *several) withoutEasy(ctx context.Context) property.Property {
	rest := s.task.Asked
	has := traitsOf(s.prog)
	holds := func(p property.Property, res engine.Result) {
		if p != "" {
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
	holds(rest.Without(has.possible(rest)),
		engine.Holds(engine.ByStructure, "the program allocates no memory and frees none"))
	if s.opt.Engine != "" && s.opt.Engine != auto {
		return rest // the engine is to show it
	}
	// In this program executions go on after violations, as those for some of the properties do.
	free := pass.Without(s.prog, s.task.lowering())
	if rest.Covers(property.NoDataRace) {
		if res, ok, err := excludeRaces(ctx, engine.Task{Program: free}, nil); ok && err == nil {
			holds(property.NoDataRace, res)
		}
	}
	steps := rest.Only(property.Property.OfSteps)
	memory := rest.Only(property.Property.Memory)
	if len(steps.Members())+len(memory.Members()) < 2 {
		return rest // the engines do the same
	}
	x, err := invariant.Analyse(ctx, free, cfa.NewRegIndex(free), easyLimits)
	if err != nil {
		return rest
	}
	if ok, _ := x.Sound(); !ok {
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
	res := engine.Holds(engine.ByIntervals, "intervals of all values exclude every violation")
	for _, a := range x.Assumed() {
		res.Assumed = append(res.Assumed, engine.Assumption{Pos: a.Edge.Pos, What: a.What})
	}
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
