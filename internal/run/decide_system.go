package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"whittle.dev/internal/bugreport"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/ts/transition"
)

// aboutSystem is the course of a question about a transition system.
func (r *checkRun) aboutSystem(ctx context.Context, q *question) (step, error) {
	begin := time.Now()
	r.event(Event{Stage: "front end"})
	sys, err := r.loadSystem()
	r.time("front end time", begin)
	if err != nil {
		return step{}, err
	}
	goal, err := r.task.GoalOf(sys)
	if err != nil {
		return step{}, err
	}
	return step{form: &form{ctx: ctx, system: sys, goal: goal, events: q.event}, then: over}, nil
}

// judgeSystem decides what may be said: "violated" only with a path that replays, and "holds" only if the
// invariant that is to show it is one, as far as that can be found out.
func (q *question) judgeSystem(ctx context.Context, t engine.Task, res engine.Result) Outcome {
	o := Outcome{Result: res, Files: t.System.Files}
	var err error
	if res.Verdict.Kind != property.Unknown && res.Certificate == nil {
		o.Result, err = t.Confirm(ctx, res)
	}
	if err != nil {
		o = q.internalError(bugreport.Report{Error: err.Error(), Path: describePath(res.Path)})
		o.Files, o.Result.Stats = t.System.Files, res.Stats
	}
	return o
}

// confirmPath returns why a violation of a system is none.
func confirmPath(t engine.Task, res engine.Result) error {
	switch {
	case res.Path == nil:
		return errors.New("the engine gave no path")
	case res.Verdict.Property != t.Property:
		return fmt.Errorf("the engine answered %s, but %s was asked", res.Verdict, t.Property)
	case !slices.Contains(t.Goals(), res.Path.Goal):
		return fmt.Errorf("the path leads to goal %d, which was not asked about", res.Path.Goal)
	}
	return replayPath(t.System, res.Path)
}

// replayPath evaluates a path. A path with values of the wrong sorts is a defect too, not a panic.
func replayPath(sys *transition.System, p *transition.Path) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the path does not replay: %v", p)
		}
	}()
	if err = sys.Replay(p); err != nil {
		return fmt.Errorf("the path does not replay: %w", err)
	}
	return nil
}

// describePath is a path for the description of a defect.
func describePath(p *transition.Path) *bugreport.Path {
	if p == nil {
		return nil
	}
	out := &bugreport.Path{Goal: p.Goal}
	for _, s := range p.States {
		var values []string
		for _, v := range s {
			values = append(values, v.String())
		}
		out.States = append(out.States, values)
	}
	for _, s := range p.Steps {
		out.Steps = append(out.Steps, s.Transition)
	}
	return out
}
