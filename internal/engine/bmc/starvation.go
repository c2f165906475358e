package bmc

import (
	"context"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc/standstill"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
)

// starvation looks for an execution in which all threads that are left wait for ever, each for something
// that none of the others does any more. That there is none shows nothing: others may go on meanwhile.
func (b *Engine) starvation(ctx context.Context, t engine.Task) (engine.Result, error) {
	un := engine.Unknown("no execution was found in which all threads that are left wait for ever, and " +
		"others are not looked for")
	if t.Program.Observer == nil || t.Temporal == nil {
		return un.Because(engine.OtherTask), nil
	}
	made, err := standstill.Program(ctx, t.Program)
	if err != nil || made == nil {
		return un, err
	}
	inner := t
	inner.Program, inner.Property = made.Program, property.UnreachCall
	inner.Lowered, inner.Temporal = nil, nil
	res, err := b.Check(ctx, inner)
	switch {
	case err != nil:
		return res, err
	case res.Verdict.Kind == property.Unknown && ctx.Err() != nil:
		return res, nil
	case res.Trace == nil:
		un.Stats = res.Stats
		return un, nil
	}
	tr, err := interp.Starving(ctx, t.Program, made.Begin(res.Trace), t.Temporal.Fairness)
	if err != nil || tr == nil {
		un.Stats = res.Stats
		return un, err
	}
	out := engine.Violated(property.NoStarvation, tr)
	out.Why, out.Stats = "all threads that are left wait for what does not change any more", res.Stats
	return out, nil
}
