package check

import (
	"context"

	"whittle.dev/internal/analysis/races"
	"whittle.dev/internal/cfa/pass"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
)

// racesFirst is an engine before which data races are excluded by what can be read off the program: locks,
// sections, the order of threads. That takes milliseconds and no exploration.
type racesFirst struct {
	engine.Engine
	races  engine.Engine // for what is left of data races
	sought bool          // nothing excludes them, as was found before
}

// Check implements engine.Engine.
func (r racesFirst) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	if t.Program == nil || t.Property != property.NoDataRace {
		return r.Engine.Check(ctx, t)
	}
	if !r.sought {
		if res, free, err := excludeRaces(ctx, t); err != nil || free {
			return res, err
		}
	}
	return r.races.Check(ctx, t)
}

// excludeRaces is the result if no execution has a data race.
func excludeRaces(ctx context.Context, t engine.Task) (res engine.Result, free bool, err error) {
	p, err := pass.Frozen(ctx, t.Program, pass.Options{KeepAccesses: true},
		"resolve", "tail", "inline", "unreachable", "const", "unreachable", "dead")
	if err != nil {
		return res, false, err
	}
	found, err := races.Analyse(ctx, p)
	if err != nil || !found.Free {
		return res, false, err
	}
	res = engine.Holds(engine.ByOrder,
		"locks, atomic operations and the order of threads keep all accesses apart")
	res.Engine = "races"
	for _, a := range found.Assumed {
		res.Assumed = append(res.Assumed, engine.Assumption{Pos: a.Edge.Pos, What: a.What})
	}
	for _, x := range found.Places {
		res.Evidence = append(res.Evidence, engine.Evidence{Kind: engine.EvidenceProtection, Pos: x.Pos,
			Object: x.Object, Text: x.Why})
	}
	return res, true, nil
}
