package dpr

import (
	"context"
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/dpr/schedule"
	"whittle.dev/internal/english"
	"whittle.dev/internal/property"
)

// Data races are looked for by random executions alone, with clocks that tell what is ordered: a race says
// nothing of what a thread reads, so that the reasons of assertions do not carry over.

const (
	// raceRound bounds the edges of the first round, and raceEdges those of all; each round is twice as long
	// as the one before.
	raceRound = 100_000
	raceEdges = 40_000_000
	// raceUnits is the work that an edge is, in the units of engine.Task.Work.
	raceUnits = 40
)

// races looks for an execution with a data race.
func races(ctx context.Context, t engine.Task) (engine.Result, error) {
	if !threads(t.Program) {
		return alone(t.Program), nil
	}
	r, err := schedule.NewRacer(ctx, t.Program)
	if err != nil {
		return engine.Result{}, fmt.Errorf("dpr: %w", err)
	}
	for edges := uint64(raceRound); r.Steps < raceEdges && ctx.Err() == nil; edges *= 2 {
		if err := r.Run(edges); err != nil {
			return engine.Result{}, fmt.Errorf("dpr: %w", err)
		}
		t.Did(int64(edges) * raceUnits)
		if r.Trace != nil {
			res := engine.Violated(property.NoDataRace, r.Trace)
			res.Why = fmt.Sprintf("found by execution %d", r.Executions)
			res.Stats = raceStats(r)
			return res, nil
		}
	}
	res := engine.Unknown("no data race in %s under random schedules",
		english.Count(r.Executions, "execution"))
	if ctx.Err() != nil {
		res = engine.Unknown("%s", engine.StopReason(ctx))
	}
	res.Stats = raceStats(r)
	return res.Because(engine.Limit), nil
}

// alone is the result for a program that starts no thread: what it does after undefined behaviour, or where
// it is not followed, is not known.
func alone(p *cfa.Program) engine.Result {
	res := engine.Holds(engine.ByStructure, "there is one thread only")
	var ends []engine.Assumption
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			switch op := e.Op.(type) {
			case cfa.Unsupported:
				return engine.Unsupported(e.Pos, op.What)
			case cfa.UB:
				ends = append(ends, engine.Assumption{Pos: e.Pos, What: op.What})
			default:
				if p := cfa.Violated(op); p == property.ValidDeref || p == property.ValidFree {
					ends = append(ends, engine.Assumption{What: "invalid access"})
				}
			}
		}
	}
	res.Assumed = engine.Assumptions(ends)
	return res
}

func raceStats(r *schedule.Racer) []engine.Stat {
	return []engine.Stat{engine.Count("random executions", r.Executions),
		engine.Count("random steps", r.Steps), engine.Count("unconfirmed races", r.Unconfirmed),
		engine.Count(Paths, r.Executions)}
}
