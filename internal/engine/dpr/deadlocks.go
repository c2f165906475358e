package dpr

import (
	"context"
	"fmt"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/english"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
)

// Deadlocks are looked for by random executions alone (interp.FindDeadlocks): which steps a path has in
// common with others says nothing of whether its end can be reached in another order. It is a proof if there
// is one execution only.

const (
	// deadlockRound is how many executions are tried before the context is looked at, and a round that fails
	// is followed by one in which each may take twice as many edges.
	deadlockRound = 64
	// deadlockSteps bounds the edges of the first round, and deadlockEdges those of all.
	deadlockSteps = 100_000
	deadlockEdges = 40_000_000
	// deadlockUnits is the work that an edge is, in the units of engine.Task.Work.
	deadlockUnits = 40
	deadlockBytes = 256 << 20
)

// deadlocks looks for an execution that ends in a deadlock.
func deadlocks(ctx context.Context, t engine.Task) (engine.Result, error) {
	tried := 0
	total, steps := uint64(0), uint64(deadlockSteps)
	for seed := uint64(0); total < deadlockEdges && ctx.Err() == nil; seed += deadlockRound {
		found, err := interp.FindDeadlocks(ctx, t.Program, interp.DeadlockOptions{Executions: deadlockRound,
			Steps: steps, MaxMemory: deadlockBytes, First: seed, Record: true})
		if err != nil {
			return engine.Result{}, fmt.Errorf("dpr: %w", err)
		}
		tried += found.Tried
		switch {
		case found.Trace != nil:
			res := engine.Violated(property.NoDeadlock, found.Trace)
			res.Why = fmt.Sprintf("found in execution %d of those that were tried at random", tried)
			return res, nil
		case found.All:
			return engine.Holds(engine.ByStates, "there is one execution only"), nil
		}
		if found.Edges == 0 {
			break // no thread ever waits, and what else can happen is not looked at
		}
		total += found.Edges
		t.Did(int64(found.Edges) * deadlockUnits)
		steps = min(2*steps, deadlockEdges/8)
	}
	res := engine.Unknown("no deadlock in %s that %s tried at random", english.Count(tried, "execution"),
		map[bool]string{true: "was", false: "were"}[tried == 1])
	if ctx.Err() != nil {
		res = engine.Unknown("%s", engine.StopReason(ctx))
	}
	return res.Because(engine.Limit), nil
}
