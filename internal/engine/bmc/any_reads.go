package bmc

import (
	"context"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/property"
)

// anyReadsRounds is how many bounds are tried with invalid reads that give any
// value: the values may lead to more iterations than the program has.
const anyReadsRounds = 2

// proveAnyReads goes on when the property was found to hold but for executions
// with invalid accesses. Whatever an invalid read does, other than corrupting
// the machine, it either ends the execution or brings some value. If no
// execution in which such reads end it or bring any value whatsoever violates the
// property, exceeds the bound, or makes an invalid write, then the property
// holds, and all the more if the access was called invalid only because the
// analysis of pointers has lost the object. What is violated with made-up values
// says nothing, so anything but a proof leaves the result as it was.
func (b *Engine) proveAnyReads(ctx context.Context, t engine.Task, plan *events.Plan, limits *bounds,
	stats *counters, res engine.Result) engine.Result {
	if b.cfg.NoAnyReads || t.Property == property.NoDataRace || res.Reason != engine.Undefined {
		return res
	}
	proof := &Engine{cfg: b.cfg, anyReads: true}
	for range anyReadsRounds {
		t.Emit(engine.Event{Stage: "any reads", Bound: limits.base(), Detail: "invalid reads give any value"})
		proved, done, err := proof.round(ctx, t, plan, limits, stats)
		switch {
		case err != nil:
			return res
		case done && proved.Verdict.Kind == property.True:
			proved.Stats = stats.list(limits.base())
			proved.Assumed = append(proved.Assumed, engine.Assumption{
				Pos: res.Pos, What: "effect of invalid reads but that they give any value or end the " +
					"execution, as",
			})
			return proved
		case done:
			return res
		}
		if _, more := limits.grow(); !more {
			break
		}
	}
	return res
}
