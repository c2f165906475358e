package recurring

import (
	"context"
	"sync/atomic"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/english"
	"whittle.dev/internal/property"
)

// rounds asks whether everything recurs more than so often, with a bound on the work. A path in which it does
// may have a loop.
func (d *decider) rounds(bound int, work int64) (res engine.Result, done bool, err error) {
	if d.monitor.size(d.task.System, bound) > maxProduct {
		return res, false, nil
	}
	d.task.Emit(engine.Event{Stage: "count", Bound: bound})
	p := newProduct(d.task.System, d.monitor, bound)
	p.Terms.Freeze()
	found, err := d.safe(p, work)
	switch inv := found.Invariant; {
	case err != nil:
		return res, false, err
	case found.Verdict.Kind == property.True && inv != nil:
		why := "what violates it does not recur"
		if bound > 0 {
			why = "what violates it recurs at most " + english.Count(int64(bound), "time")
		}
		res = engine.Holds(engine.ByInvariant, "%s, by an inductive invariant", why)
		res.Proof = &roundsProof{product: p, terms: inv.Terms, inv: inv.Cond}
		return res, true, nil
	case found.Verdict.Kind == property.False:
		if path := p.loop(found.Path); path != nil {
			path.Goal = d.task.Goal
			return d.violated(path)
		}
	}
	return res, false, nil
}

// safe asks whether a goal of a product is reached.
func (d *decider) safe(p *product, work int64) (engine.Result, error) {
	ctx, stop := context.WithCancel(d.ctx)
	defer stop()
	var used atomic.Int64
	res, err := d.cfg.Safety.Check(ctx, engine.Task{System: p.System, Goal: engine.AllGoals,
		Property: property.Bad, Memory: d.task.Memory, Certify: true, Work: func(units int64) {
			d.task.Did(units)
			if used.Add(units) > work {
				stop()
			}
		}})
	if d.ctx.Err() != nil {
		return res, d.ctx.Err()
	}
	return res, err
}
