package dpr

import (
	"context"
	"fmt"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/dpr/schedule"
)

const (
	// huntEdges bounds the edges of a hunt with one thread.
	huntEdges = 200_000_000
	// threadEdges is huntEdges with threads, where executions are shorter; huntTurn are those of a turn.
	threadEdges = 8_000_000
	huntTurn    = 500_000
	// huntUnits is the work that an edge is, in the units of engine.Task.Work.
	huntUnits = 40
)

// HuntThreads looks for violations in a program with threads by executions under random schedules alone.
func HuntThreads(ctx context.Context, t engine.Task) (engine.Result, error) {
	h, err := schedule.NewHunter(ctx, t.Program, t.Property)
	for err == nil && h.Trace == nil && h.Steps < threadEdges && ctx.Err() == nil {
		err = h.Run(huntTurn)
		t.Did(huntTurn * huntUnits)
	}
	switch {
	case err != nil:
		return engine.Result{}, fmt.Errorf("dpr: %w", err)
	case h.Trace != nil:
		res := engine.Violated(h.Trace.Property, h.Trace)
		res.Why = fmt.Sprintf("found by execution %d", h.Executions)
		return res, nil
	}
	return engine.Unknown("no violation in %d executions under random schedules",
		h.Executions).Because(engine.Limit), nil
}

// Hunt looks for violations in a program with one thread by executions with random inputs alone, from which
// nothing is learnt. Since turns of loops are jumped in them they find what is many turns away (see package
// interp). It is a proof if the program takes no input and its execution ends.
func Hunt(ctx context.Context, t engine.Task) (engine.Result, error) {
	a, err := schedule.Execute(ctx, t.Program, t.Property, huntEdges,
		func(edges uint64) { t.Did(int64(edges) * huntUnits) })
	switch {
	case err != nil:
		return engine.Result{}, fmt.Errorf("dpr: %w", err)
	case a.Trace != nil:
		res := engine.Violated(a.Trace.Property, a.Trace)
		res.Why = fmt.Sprintf("found by execution %d", a.Executions)
		return res, nil
	case a.Only && t.Property.OfSteps():
		return engine.Holds(engine.ByStates, "there is one execution only"), nil
	case ctx.Err() != nil:
		return engine.Unknown("%s", engine.StopReason(ctx)).Because(engine.Limit), nil
	}
	return engine.Unknown("no violation in %d executions with random inputs",
		a.Executions).Because(engine.Limit), nil
}
