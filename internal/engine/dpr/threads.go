package dpr

import (
	"context"
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/dpr/schedule"
	"whittle.dev/internal/engine/dpr/scope"
	"whittle.dev/internal/english"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
)

// threads reports whether a program starts threads, or waits.
func threads(p *cfa.Program) bool {
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			switch e.Op.(type) {
			case cfa.Spawn, cfa.Join, cfa.Await:
				return true
			}
		}
	}
	return false
}

// A search of schedules takes turns: executions under random schedules, which find simple violations soon,
// and the exploration, which comes to an end. Each turn is for twice as many edges as the one before.
type schedules struct {
	ctx      context.Context
	task     engine.Task
	hunter   *schedule.Hunter
	explorer *schedule.Explorer
	undef    []*cfa.Edge
}

// schedules explores a program with threads.
func (e *Engine) schedules(ctx context.Context, t engine.Task) (res engine.Result, err error) {
	s := &schedules{ctx: ctx, task: t}
	if s.hunter, err = schedule.NewHunter(ctx, t.Program, t.Property); err != nil {
		return res, err
	}
	res, err = s.run(e.cfg)
	if err != nil && ctx.Err() == nil {
		return engine.Result{}, fmt.Errorf("dpr: %w", err)
	}
	if ctx.Err() != nil && res.Verdict.Kind == property.Unknown {
		res = engine.Unknown("%s", engine.StopReason(ctx))
	}
	res.Stats = s.stats()
	return res, nil
}

func (s *schedules) run(cfg Config) (engine.Result, error) {
	edges := uint64(cfg.hunt())
	most := edges * hunts
	for turn := 0; ; turn++ {
		if err := s.hunter.Run(edges); err != nil || s.ctx.Err() != nil {
			return engine.Result{}, err
		}
		s.task.Did(int64(edges) * 20)
		if s.hunter.Trace != nil {
			res := engine.Violated(s.task.Property, s.hunter.Trace)
			res.Why = fmt.Sprintf("found by execution %d", s.hunter.Executions)
			return res, nil
		}
		if turn == 0 {
			if err := s.prepare(cfg); err != nil {
				return engine.Result{}, err
			}
		}
		if err := s.explorer.Run(edges / exploration); err != nil || s.ctx.Err() != nil {
			return engine.Result{}, err
		}
		switch x := s.explorer; {
		case x.Trace != nil:
			res := engine.Violated(s.task.Property, x.Trace)
			res.Why = fmt.Sprintf("found by execution %d, of which %d under random schedules",
				x.Executions+s.hunter.Executions, s.hunter.Executions)
			return res, nil
		case x.Done && (s.holds() || s.hunter.Steps >= most):
			return s.explained()
		}
		edges *= 2
	}
}

// The exploration has one of so many parts of the time, since it is of little use for finding violations, and
// the random executions go on for so many times what they have first if it proves nothing.
const (
	exploration = 2
	hunts       = 1000
)

// holds reports whether the exploration has shown that there is no violation.
func (s *schedules) holds() bool { return s.explorer.Refused == nil && s.explorer.Open == "" }

func (s *schedules) prepare(cfg Config) error {
	prog, err := prepare(s.ctx, s.task.Program)
	if err != nil {
		return err
	}
	info, err := scope.Accesses(s.ctx, prog)
	if err != nil {
		return err
	}
	s.undef = info.Undefined
	steps := maxSteps
	if cfg.Steps > 0 {
		steps = cfg.Steps
	}
	s.explorer, err = schedule.NewExplorer(s.ctx, info, s.task.Property, steps)
	return err
}

// explained is the result when nothing is left to be found.
func (s *schedules) explained() (engine.Result, error) {
	x := s.explorer
	switch o := x.Refused; {
	case o != nil && o.Kind == interp.Unsupported:
		return engine.Unsupported(o.Pos, o.What), nil
	case o != nil:
		return engine.UndefinedBehaviour(o.Pos, o.What), nil
	case x.Open != "":
		return engine.Unknown("%s", x.Open), nil
	}
	res := engine.Holds(engine.ByPaths, "%s, which explain all schedules",
		english.Count(x.Executions, "execution"))
	for _, e := range s.undef {
		res.Assumed = append(res.Assumed, engine.Assumption{Pos: e.Pos, What: e.Op.(cfa.UB).What})
	}
	return s.task.WithFixedIDs(s.ctx, res)
}

func (s *schedules) stats() []engine.Stat {
	out := []engine.Stat{engine.Count("random executions", s.hunter.Executions),
		engine.Count("random steps", s.hunter.Steps)}
	paths := s.hunter.Executions
	if x := s.explorer; x != nil {
		paths += x.Executions
		out = append(out, engine.Count("executions", x.Executions), engine.Count("steps", x.Steps),
			engine.Count("histories", x.Histories), engine.Count("questions", x.Questions))
	}
	return append(out, engine.Count(Paths, paths))
}
