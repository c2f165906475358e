package check

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
)

// proverShare is how much auto lets a prover do, about five seconds: of the programs that it decides at all
// it decides nearly all with less, and what it does after that is at the cost of the others.
const proverShare = 5_000_000_000

var errProverShare = errors.New("stopped after its share of the work")

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
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var done atomic.Int64
	work := t.Work
	t.Work = func(units int64) {
		if done.Add(units) > proverShare {
			cancel(errProverShare)
		}
		if work != nil {
			work(units)
		}
	}
	res, err := l.Engine.Check(ctx, t)
	switch {
	case err != nil || res.Verdict.Kind != property.Unknown:
	case res.Reason.InProgram(), res.Reason == engine.OtherTask,
		errors.Is(context.Cause(ctx), errProverShare):
		res = engine.Result{Reason: engine.OtherTask}
	}
	return res, err
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
	calls := cfa.NewCallGraph(p, cfa.DirectCallees)
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
