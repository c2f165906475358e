package bmc

import (
	"context"
	"errors"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/english"
	"whittle.dev/smt/native"
)

const (
	// maxAhead bounds the edges walked in loops that are unrolled at once, and
	// maxAheadSteps those walked in all.
	maxAhead      = 100_000
	maxAheadSteps = 150_000
	// maxAheadWork bounds the pairs of a read and a write near it that the analysis of values looks at.
	maxAheadWork = 1 << 23
)

// ahead tries whether the whole program can be unrolled, loops that count to a
// constant as far as they go, and whether the values alone then tell that
// nothing that is asked for is reachable. That is a proof like any other: the
// graph has no bounds. It is tried where values were enough at the bound
// before, since deepening the bound step by step takes a solver: whether the
// bound is reachable is a hard question if the iterations of several threads
// depend on each other.
func (b *Engine) ahead(ctx context.Context, t engine.Task, plan *events.Plan, opts events.Options,
	stats *counters) (res engine.Result, proved bool, err error) {
	t.Emit(engine.Event{Stage: "unroll ahead", Bound: opts.Bound})
	opts.MaxAhead, opts.MaxSteps = maxAhead, min(opts.MaxSteps, maxAheadSteps)
	known, err := unroll(ctx, plan, opts, &b.cfg)
	if errors.Is(err, events.ErrTooLarge) || errors.Is(err, events.ErrBound) {
		return res, false, nil
	}
	if err != nil {
		return res, false, err
	}
	g := known.g
	for _, goal := range g.Goals {
		if goal.Kind == events.BoundGoal {
			return res, false, nil
		}
	}
	work := meter{task: t}
	known.prepare(eventfacts.NewMeter(ctx, work.steps), !b.cfg.NoCriticalSections, !b.cfg.NoSectionOrder)
	e := newEncoder(ctx, known, native.New(g.Terms, native.Config{}))
	if e.values, err = eventfacts.NewValues(e.symbols, e.initial, e.visible, maxAheadWork); err != nil {
		return res, false, err
	}
	for i := range g.Goals {
		if !e.values.Dead(e.g.Goals[i]) {
			return res, false, nil
		}
	}
	stats.graph(g)
	stats.encoding(e)
	res = holds(g, "every loop ends, with %s, and intervals of values tell the rest",
		english.Count(len(g.Threads), "thread"))
	res.Evidence = b.unrolled(t, g)
	return res, true, nil
}

// holds is the result of a proof on a graph.
func holds(g *events.Graph, format string, args ...any) engine.Result {
	res := engine.Holds(engine.ByBounds, format, args...)
	for _, a := range g.Assumed {
		res.Assumed = append(res.Assumed, engine.Assumption{Pos: a.Edge.Pos, What: a.What})
	}
	return res
}
