package engine

import (
	"context"

	"whittle.dev/internal/analysis/ids"
	"whittle.dev/internal/property"
)

// WithFixedIDs returns the result of an engine that numbers the places where threads are created, or
// "unknown" in place of a proof that it cannot give: the ids of threads are numbers in the order in which an
// execution creates them, so such an engine looks at all executions of a program only if the numbers make no
// difference to it. Violations are replayed, so they stay.
func (t Task) WithFixedIDs(ctx context.Context, res Result) (Result, error) {
	if res.Verdict != property.Holds() {
		return res, nil
	}
	p := t.Program
	if t.Lowered != nil {
		p = t.Lowered
	}
	pos, looks, err := ids.Observed(ctx, p)
	var un Result
	switch {
	case err != nil && ctx.Err() != nil:
		un = Unknown("%s", StopReason(ctx))
	case err != nil:
		return Result{}, err
	case looks:
		un = Unsupported(pos, "the number of a thread's id is looked at")
	default:
		return res, nil
	}
	un.Stats = res.Stats
	return un, nil
}
