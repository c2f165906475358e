package check

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/dpr"
	"whittle.dev/internal/property"
)

// proverShare is how much auto lets a prover do, about five seconds: of the programs that it decides at all
// it decides nearly all with less, and what it does after that is at the cost of the others.
const proverShare = 5_000_000_000

// racesShare is how much auto lets executions at random look for data races, about half a second: what they
// find at all they nearly always find with less.
const racesShare = 400_000_000

var errShare = errors.New("stopped after its share of the work")

// loopProver is an engine that proves loops by inductive invariants, as auto runs it beside the others: on
// programs with one thread and a loop or recursion, and for a while. Elsewhere the others need no help: bmc
// decides programs that end within a bound, and with several threads the invariants are seldom found. It
// takes no part in the reasons for an unknown.
type loopProver struct{ engine.Engine }

// Check implements engine.Engine.
func (l loopProver) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	if t.Program != nil && !loopsAlone(t.Program) {
		return engine.Result{Reason: engine.OtherTask}, nil
	}
	return withShare(ctx, l.Engine, t)
}

// Eager implements portfolio.Eager.
func (loopProver) Eager(t engine.Task) int64 {
	if t.Program != nil && loopsAlone(t.Program) {
		return autoSoon
	}
	return 0
}

// threadsProver is an engine that proves programs whatever the number of threads is, as auto runs it beside
// the others: on programs with several threads and a loop, at once if threads are created in one, and for a
// while. It takes no part in the reasons for an unknown.
type threadsProver struct{ engine.Engine }

// Check implements engine.Engine.
func (p threadsProver) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	if t.Program == nil {
		return engine.Result{Reason: engine.OtherTask}, nil
	}
	if threads, loops, _ := threadsAndLoops(t.Program); !threads || !loops {
		return engine.Result{Reason: engine.OtherTask}, nil
	}
	return withShare(ctx, p.Engine, t)
}

// Eager implements portfolio.Eager.
func (threadsProver) Eager(t engine.Task) int64 {
	if t.Program == nil {
		return 0
	}
	switch threads, loops, many := threadsAndLoops(t.Program); {
	case many:
		return autoEager
	case threads && loops:
		return autoSoon
	}
	return 0
}

// hunter is an engine that makes executions at random, as auto runs it beside the others: for deadlocks, for
// data races with a share of the work, and on programs with a loop or recursion, where violations may be many
// turns away; with a share of the work if these have several threads. It takes no part in the reasons for an
// unknown.
type hunter struct{ engine.Engine }

// Check implements engine.Engine.
func (h hunter) Check(ctx context.Context, t engine.Task) (res engine.Result, err error) {
	switch {
	case t.Program == nil:
	case t.Property.Covers(property.NoDeadlock):
		res, err = h.Engine.Check(ctx, t)
	case t.Property == property.NoDataRace:
		res, _, err = limited(ctx, h.Engine, t, racesShare)
	case t.Property.OfOperations() && loopsAlone(t.Program):
		res, err = dpr.Hunt(ctx, t)
	case t.Property.OfOperations():
		if threads, loops, _ := threadsAndLoops(t.Program); threads && loops {
			res, err = dpr.HuntThreads(ctx, t)
		}
	}
	if err == nil && res.Verdict.Kind != property.True && res.Verdict.Kind != property.False {
		res = engine.Result{Reason: engine.OtherTask}
	}
	return res, err
}

// Eager implements portfolio.Eager: a program that takes no input has one execution, and in others what is
// found is found with less than the provers need.
func (hunter) Eager(t engine.Task) int64 {
	switch {
	case t.Program == nil || !t.Property.OfOperations() || !loopsAlone(t.Program):
		return 0
	case takesInputs(t.Program):
		return autoSoon
	}
	return autoEager
}

// takesInputs reports whether the procedures that a program runs have an input.
func takesInputs(p *cfa.Program) bool {
	calls := cfa.NewCallGraph(p, p.AnyCallees())
	for i, used := range calls.Reach(p.Entry, false) {
		if !used {
			continue
		}
		for _, e := range p.Procs[i].Edges {
			if op, ok := e.Op.(cfa.Havoc); ok && !op.Unset {
				return true
			}
		}
	}
	return false
}

// threadsAndLoops reports whether a program creates threads, has a loop or recursion, and creates threads in
// a loop.
func threadsAndLoops(p *cfa.Program) (threads, loops, many bool) {
	callees := p.AnyCallees()
	calls := cfa.NewCallGraph(p, callees)
	creates := make([]bool, len(p.Procs)) // by procedure: it, or one that it calls, creates threads
	for _, i := range calls.BottomUp {
		for _, e := range p.Procs[i].Edges {
			_, spawn := e.Op.(cfa.Spawn)
			creates[i] = creates[i] || spawn
		}
		for _, q := range calls.Calls[i] {
			creates[i] = creates[i] || creates[q]
		}
	}
	for i, used := range calls.Reach(p.Entry, true) {
		if !used {
			continue
		}
		order := analysis.WTO(p.Procs[i])
		loops = loops || calls.IsRecursive(cfa.ProcID(i)) || slices.ContainsFunc(order.Locs, order.IsHead)
		threads = threads || creates[i]
		for _, e := range p.Procs[i].Edges {
			_, some := e.Op.(cfa.Spawn)
			for _, q := range callees(e) {
				some = some || creates[q]
			}
			many = many || some && order.Reaches(e.From) && order.Head(e.From) != analysis.NoLoc
		}
	}
	return threads, loops, many
}

// withShare has an engine answer while it does no more than its share.
func withShare(ctx context.Context, e engine.Engine, t engine.Task) (engine.Result, error) {
	res, spent, err := limited(ctx, e, t, proverShare)
	switch {
	case err != nil || res.Verdict.Kind != property.Unknown:
	case res.Reason.InProgram(), res.Reason == engine.OtherTask, spent:
		res = engine.Result{Reason: engine.OtherTask}
	}
	return res, err
}

// limited has an engine answer, and stops it when it has done more than so many units of work, of which
// several goroutines may tell. It is spent then, even if it was about to answer.
func limited(ctx context.Context, e engine.Engine, t engine.Task, units int64) (res engine.Result, spent bool,
	err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var done atomic.Int64
	outer := t
	t.Work = func(n int64) {
		if done.Add(n) > units {
			cancel(errShare)
		}
		outer.Did(n)
	}
	res, err = e.Check(ctx, t)
	return res, errors.Is(context.Cause(ctx), errShare), err
}

// loopsAlone reports whether a program has one thread, and a loop or recursion.
func loopsAlone(p *cfa.Program) bool {
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			if _, ok := e.Op.(cfa.Spawn); ok {
				return false
			}
		}
	}
	calls := cfa.NewCallGraph(p, p.AnyCallees())
	for i, used := range calls.Reach(p.Entry, false) {
		if !used {
			continue
		}
		order := analysis.WTO(p.Procs[i])
		if calls.IsRecursive(cfa.ProcID(i)) || slices.ContainsFunc(order.Locs, order.IsHead) {
			return true
		}
	}
	return false
}
