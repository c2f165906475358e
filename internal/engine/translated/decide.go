package translated

import (
	"context"
	"errors"
	"fmt"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/ts"
	"whittle.dev/internal/ts/fromcfa"
)

// Decide translates the program of a task for the engine of this name and has decide say whether one of its
// goals is reached, if there are any. The result carries the statistics of the system even beside an error.
func Decide(ctx context.Context, name string, t engine.Task, opt fromcfa.Options,
	decide func(*fromcfa.Translation) (engine.Result, error)) (engine.Result, error) {
	if !t.Property.OfAccesses() {
		return engine.Unknown("the engine %s does not check the property %s", name,
			t.Property).Because(engine.OtherTask), nil
	}
	return Translate(ctx, t, opt, func(tr *fromcfa.Translation) (engine.Result, error) {
		if len(tr.System.Goals) == 0 {
			return engine.Holds(engine.ByIntervals,
				"no violation can be reached, by the ranges of values"), nil
		}
		return decide(tr)
	})
}

// Translate is Decide for an engine that asks more of the translation than whether its goals are reached, for
// whatever property.
func Translate(ctx context.Context, t engine.Task, opt fromcfa.Options,
	decide func(*fromcfa.Translation) (engine.Result, error)) (engine.Result, error) {
	start := time.Now()
	t.Emit(engine.Event{Stage: "translate"})
	opt.Property = t.Property
	tr, err := fromcfa.Translate(ctx, t.Program, opt)
	var no *fromcfa.UnsupportedError
	switch {
	case errors.As(err, &no):
		return engine.Unfollowed(no.Pos, no.What), nil
	case err != nil:
		return engine.Result{}, err
	}
	took := time.Since(start)
	res, err := decide(tr)
	res.Stats = append(res.Stats, engine.Count("processes", len(tr.System.Processes)),
		engine.Count("instructions", len(tr.System.Instructions)),
		engine.Count("variables", len(tr.System.Vars)), engine.Seconds("translate time", took))
	if err != nil {
		return res, err
	}
	if res.Verdict == property.Holds() {
		for _, a := range tr.Assumed {
			res.Assumed = append(res.Assumed, engine.Assumption{Pos: a.Pos, What: a.What})
		}
	}
	return t.WithFixedIDs(ctx, res)
}

// Reached is the result for a path to a goal: a violation with its trace, or what leaves the verdict open.
func Reached(t engine.Task, tr *fromcfa.Translation, path ts.Path) (engine.Result, error) {
	switch g := path.Goal; g.Kind {
	case ts.Unsupported:
		return engine.Unsupported(g.Pos, g.What), nil
	case ts.Invalid:
		if t.Property.Memory() { // others find and replay such violations
			return engine.Unknown("%s is possible", g.What), nil
		}
		return engine.UndefinedBehaviour(g.Pos, g.What), nil
	}
	found, err := tr.Trace(path, t.Property)
	if err != nil {
		return engine.Result{}, err
	}
	res := engine.Violated(t.Property, found)
	res.Why = fmt.Sprintf("found with %d steps", len(path.Steps))
	return res, nil
}
