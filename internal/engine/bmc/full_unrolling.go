package bmc

import (
	"errors"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc/encoding"
	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/english"
)

const (
	// maxFullCounted bounds the edges walked in loops that count to a constant when all is unrolled at
	// once, and maxFullSteps those walked in all.
	maxFullCounted = 100_000
	maxFullSteps   = 150_000
	// maxFullValueWork is then in place of maxValueWork.
	maxFullValueWork = 1 << 23
)

// unrollFully tries whether the whole program can be unrolled, loops that count to a constant as far as they
// go, and whether the values alone then tell that nothing that is asked for is reachable. That is a proof
// like any other: the graph has no bounds. It is tried where values were enough at the bound before, since
// deepening the bound step by step takes a solver: whether the bound is reachable is a hard question if the
// iterations of several threads depend on each other. Without a proof the answer is not final.
func (r *round) unrollFully() (answer, error) {
	r.task.Emit(engine.Event{Stage: "unroll ahead", Bound: r.bound})
	defer r.lap(&r.stats.unroll)
	opts := r.options()
	opts.Bounds, opts.MaxCounted, opts.MaxSteps = nil, maxFullCounted, min(opts.MaxSteps, maxFullSteps)
	known, err := eventfacts.Unroll(r.ctx, r.plan, opts, r.claims(), r.guesses)
	if errors.Is(err, events.ErrTooLarge) || errors.Is(err, events.ErrBound) {
		return answer{}, nil
	}
	if err != nil {
		return answer{}, err
	}
	known.Prepare(eventfacts.NewMeter(r.ctx, r.work.steps), !r.cfg.NoCriticalSections, !r.cfg.NoSectionOrder)
	if err := known.AnalyseValues(maxFullValueWork); err != nil || len(known.Alive()) > 0 {
		return answer{}, err
	}
	r.stats.graph(known.Graph)
	r.stats.encoding(known, encoding.Sizes{})
	return r.holds(known.Graph, "every loop ends, with %s, and intervals of values tell the rest",
		english.Count(len(known.Graph.Threads), "thread")), nil
}
