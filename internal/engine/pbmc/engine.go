package pbmc

import (
	"context"
	"errors"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/steps"
	"whittle.dev/internal/property"
	"whittle.dev/internal/ts"
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
	sys                      *ts.System
	depth, terms             int
	translate, encode, solve time.Duration
	solver                   smt.Solver
}

func (c *counters) list() []engine.Stat {
	out := []engine.Stat{engine.Count("depth", c.depth)}
	if c.sys != nil {
		out = append(out, engine.Count("processes", len(c.sys.Processes)),
			engine.Count("instructions", len(c.sys.Instructions)),
			engine.Count("variables", len(c.sys.Vars)))
	}
	out = append(out, engine.Count("terms", c.terms), engine.Seconds("translate time", c.translate),
		engine.Seconds("encode time", c.encode), engine.Seconds("solve time", c.solve))
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
	if t.Property != property.UnreachCall && t.Property != property.NoOverflow {
		return engine.Unknown("the engine pbmc does not check the property %s",
			t.Property).Because(engine.OtherTask), nil
	}
	var c counters
	res, err := e.check(ctx, t, &c)
	if err == nil {
		res, err = t.WithFixedIDs(ctx, res)
	}
	if err != nil && ctx.Err() != nil {
		facts := res.Facts
		res, err = engine.Unknown("%s", engine.StopReason(ctx)), nil
		res.Facts = facts
	}
	res.Stats = c.list()
	return res, err
}

func (e *Engine) check(ctx context.Context, t engine.Task, c *counters) (engine.Result, error) {
	start := time.Now()
	t.Emit(engine.Event{Stage: "translate"})
	wide := steps.PublishedWidth
	if e.cfg.Sequential {
		wide = 0
	}
	tr, err := fromcfa.Translate(ctx, t.Program, fromcfa.Options{WidePC: wide, KeepWidths: !e.cfg.Ranges,
		KeepLocations: !e.cfg.Unfold,
		KeepGoals:     !e.cfg.MergeGoals, KeepWaits: !e.cfg.MergeWaits, KeepInstructions: !e.cfg.Slice})
	c.translate = time.Since(start)
	var no *fromcfa.UnsupportedError
	switch {
	case errors.As(err, &no):
		res := engine.Unknown("%v", no).Because(engine.NotSupported)
		res.Pos = no.Pos
		return res, nil
	case err != nil:
		return engine.Result{}, err
	}
	c.sys = tr.System
	res := engine.Holds(engine.ByIntervals, "no violation can be reached, by the ranges of values")
	if len(c.sys.Goals) > 0 {
		res, err = e.deepen(ctx, t, c, tr)
	}
	if err == nil && res.Verdict == property.Holds() {
		for _, a := range tr.Assumed {
			res.Assumed = append(res.Assumed, engine.Assumption{Pos: a.Pos, What: a.What})
		}
	}
	return res, err
}
