package check

import (
	"context"
	"strings"

	"whittle.dev/internal/analysis/invariant"
	"whittle.dev/internal/analysis/races"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/cfa/pass"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
)

// textFirst is an engine before which data races and deadlocks are excluded by what can be read off the
// program: locks, sections, the order of locks and of threads. That takes milliseconds and no exploration.
type textFirst struct {
	engine.Engine
	races  engine.Engine // for what is left of data races
	sought bool          // nothing excludes races, as was found before
}

// Check implements engine.Engine.
func (x textFirst) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	if t.Program == nil {
		return x.Engine.Check(ctx, t)
	}
	switch t.Property {
	case property.NoDataRace:
		if !x.sought {
			if res, free, err := excludeRaces(ctx, t); err != nil || free {
				return res, err
			}
		}
		return x.races.Check(ctx, t)
	case property.NoDeadlock:
		if res, free, err := excludeDeadlocks(ctx, t); err != nil || free {
			return res, err
		}
	}
	return x.Engine.Check(ctx, t)
}

// inlined is a program in the form that its text is looked at in.
func inlined(ctx context.Context, t engine.Task) (*cfa.Program, error) {
	return pass.Frozen(ctx, t.Program, pass.Options{KeepAccesses: true},
		"resolve", "tail", "inline", "unreachable", "const", "unreachable", "dead")
}

// excludeDeadlocks is the result if no execution has a deadlock, since locks are taken in some order.
func excludeDeadlocks(ctx context.Context, t engine.Task) (res engine.Result, free bool, err error) {
	p, err := inlined(ctx, t)
	if err != nil {
		return res, false, err
	}
	found, err := races.AnalyseDeadlocks(ctx, p)
	if err != nil || !found.Free {
		return res, false, err
	}
	why := "threads wait for the ends of others alone"
	switch shown := found.Locks[:min(len(found.Locks), maxLocks)]; {
	case found.Nested:
		why = "locks are always taken in the same order: " + strings.Join(shown, ", ")
		if len(shown) < len(found.Locks) {
			why += ", ..."
		}
	case len(shown) > 0:
		why = "no thread waits while it holds a lock"
	}
	res = engine.Holds(engine.ByLockOrder, "%s", why)
	res.Engine = "races"
	res.Assumed = ended(found.Ended)
	return res, true, nil
}

// maxLocks bounds the locks of which the order is told.
const maxLocks = 8

// ended are the assumptions that no execution ends in undefined behaviour.
func ended(list []invariant.AssumedUB) (out []engine.Assumption) {
	for _, a := range list {
		out = append(out, engine.Assumption{Pos: a.Edge.Pos, What: a.What})
	}
	return out
}

// excludeRaces is the result if no execution has a data race.
func excludeRaces(ctx context.Context, t engine.Task) (res engine.Result, free bool, err error) {
	p, err := inlined(ctx, t)
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
	res.Assumed = ended(found.Assumed)
	for _, x := range found.Places {
		res.Evidence = append(res.Evidence, engine.Evidence{Kind: engine.EvidenceProtection, Pos: x.Pos,
			Object: x.Object, Text: x.Why})
	}
	return res, true, nil
}
