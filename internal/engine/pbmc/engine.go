package pbmc

import (
	"context"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/steps"
	"whittle.dev/internal/engine/translated"
	"whittle.dev/internal/ts/fromcfa"
	"whittle.dev/smt"
)

// Engine is the bounded model checker of transition systems.
type Engine struct{ cfg Config }

// New returns an engine.
func New(cfg Config) *Engine { return &Engine{cfg: cfg} }

// Name is "pbmc".
func (*Engine) Name() string { return "pbmc" }

// counters are the statistics of a run; sizes are those of the last depth.
type counters struct {
	depth, terms  int
	encode, solve time.Duration
	solver        smt.Solver
}

func (c *counters) list() []engine.Stat {
	out := []engine.Stat{engine.Count("depth", c.depth), engine.Count("terms", c.terms),
		engine.Seconds("encode time", c.encode), engine.Seconds("solve time", c.solve)}
	if st, ok := c.solver.(smt.Statser); ok {
		for _, s := range st.Stats() {
			out = append(out, engine.Count(s.Name, s.Value))
		}
	}
	return out
}

// Check decides whether a path of at most Depth steps violates the property. Without a
// violation the verdict is true only if no path is longer.
func (e *Engine) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	if t.System != nil {
		return engine.NoSystems(e.Name()), nil
	}
	opt := fromcfa.Options{WidePC: steps.PublishedWidth, KeepWidths: !e.cfg.Ranges,
		KeepLocations: !e.cfg.Unfold, KeepGoals: !e.cfg.MergeGoals, KeepWaits: !e.cfg.MergeWaits,
		KeepInstructions: !e.cfg.Slice}
	if e.cfg.Sequential {
		opt.WidePC = 0
	}
	var c counters
	res, err := translated.Decide(ctx, e.Name(), t, opt,
		func(tr *fromcfa.Translation) (engine.Result, error) { return e.deepen(ctx, t, &c, tr) })
	if err != nil && ctx.Err() != nil {
		res, err = res.Unfinished(engine.StopReason(ctx)), nil
	}
	res.Stats = append(c.list(), res.Stats...)
	return res, err
}
