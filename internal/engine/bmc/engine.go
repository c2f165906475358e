package bmc

import (
	"context"
	"errors"
	"fmt"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/english"
	"whittle.dev/internal/property"
	"whittle.dev/smt"
)

// Solver is what the engine needs of a solver.
type Solver interface {
	smt.Solver
	smt.Orderer
}

// Engine is the bounded model checker.
type Engine struct {
	cfg      Config
	anyReads bool // invalid reads give any value; see Engine.proveAnyReads
}

// New returns an engine.
func New(cfg Config) *Engine { return &Engine{cfg: cfg} }

// Name is "bmc".
func (*Engine) Name() string { return "bmc" }

// Check deepens the bounds (1, 2, 4, ...) until a violation is found, no bound
// is reached, or the context or Task.MaxUnwind ends it.
func (b *Engine) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	if b.cfg.ExactProjection && !t.Property.Prefix() {
		return engine.Unknown("the exact projection does not keep the property %s",
			t.Property).Because(engine.OtherTask), nil
	}
	switch t.Property {
	case property.UnreachCall, property.NoOverflow, property.NoDataRace:
	default:
		return engine.Unknown("the engine bmc does not check the property %s yet",
			t.Property).Because(engine.OtherTask), nil
	}
	if res, done, err := b.invariant(ctx, t); done || err != nil {
		return res, err
	}
	res, err := b.deepen(ctx, t)
	if err != nil {
		return res, err
	}
	return t.WithFixedIDs(ctx, res)
}

func (b *Engine) deepen(ctx context.Context, t engine.Task) (engine.Result, error) {
	var facts []string
	var reached []engine.Evidence // of the last round that was over
	var stats counters
	plan, err := events.NewPlan(ctx, t.Program)
	if err != nil {
		return engine.Unknown("%s", engine.StopReason(ctx)), nil
	}
	now := b
	limits := newBounds(t.MaxUnwind, b.cfg.NoLoopBounds)
	for shown := 0; ; {
		bound := limits.base()
		res, done, err := now.round(ctx, t, plan, limits, &stats)
		if errors.Is(err, errSoft) {
			now = b.hard()
			res, done, err = now.round(ctx, t, plan, limits, &stats)
		}
		res.Stats = stats.list(bound)
		switch {
		case err != nil && ctx.Err() != nil:
			res = engine.Unknown("%s", engine.StopReason(ctx))
			res.Facts, res.Stats, res.Evidence = last(facts), stats.list(bound), reached
			return res, nil
		case errors.Is(err, events.ErrTooLarge):
			res = engine.Unknown("the program unrolled to bound %d is too large", bound)
			res.Facts, res.Stats, res.Evidence = last(facts), stats.list(bound), reached
			return res, nil
		case err != nil:
			return engine.Result{}, fmt.Errorf("bmc at bound %d: %w", bound, err)
		case done:
			res = b.proveAnyReads(ctx, t, plan, limits, &stats, res)
			if res.Facts == nil {
				res.Facts = last(facts)
			}
			return res, nil
		}
		if n := limits.shown(); n >= shown {
			shown = n
			facts = append(facts, fmt.Sprintf("no violation up to loop bound %d with %s", n,
				english.Count(int(stats.threads), "thread")))
		}
		t.Emit(engine.Event{Stage: "deepen", Bound: bound, Fact: last(facts)[0]})
		reached = limits.evidence(t)
		if res, more := limits.grow(); !more {
			res.Facts, res.Stats, res.Evidence = last(facts), stats.list(bound), reached
			return res, nil
		}
	}
}

// last keeps the strongest fact, which is the latest.
func last(facts []string) []string {
	if len(facts) == 0 {
		return nil
	}
	return facts[len(facts)-1:]
}
