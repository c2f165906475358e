package bmc

import (
	"context"

	"whittle.dev/internal/analysis/invariant"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
)

// invariantLimits bound the interval analysis before the unrolling to a small
// part of what reading the program takes.
var invariantLimits = invariant.Limits{Steps: 30_000, Instances: 2_000}

// invariant looks for an interval invariant of the program that excludes all
// violations. done reports whether there is one.
//
// An invariant is used only if it shows that no execution makes an invalid access or comes to what is not
// supported. Then what it says of values holds in all executions: an execution without undefined behaviour up
// to some point agrees with it up to there, and its next step is not an invalid access. So the Violation
// edges that it excludes are never reached, and when these are all the answer is the one that the search
// would give if it ended.
func (b *Engine) invariant(ctx context.Context, t engine.Task) (res engine.Result, done bool, err error) {
	if b.cfg.NoIntervals || !t.Property.OfOperations() {
		return res, false, nil
	}
	x, err := invariant.Analyse(ctx, t.Program, cfa.NewRegIndex(t.Program), invariantLimits)
	if err != nil {
		if ctx.Err() != nil {
			return engine.Unknown("%s", engine.StopReason(ctx)), true, nil
		}
		return res, false, err
	}
	if ok, _ := x.Sound(); !ok || x.Violated() {
		return res, false, nil
	}
	res = engine.Holds(engine.ByIntervals, "intervals of the values of all variables exclude every violation")
	for _, a := range x.Assumed() {
		if cfa.Violates(a.Edge.Op, t.Property) {
			return engine.Result{}, false, nil
		}
		res.Assumed = append(res.Assumed, engine.Assumption{Pos: a.Edge.Pos, What: a.What})
	}
	return res, true, nil
}
