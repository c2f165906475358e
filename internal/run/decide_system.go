package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"whittle.dev/internal/bugreport"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/settle"
	"whittle.dev/internal/ts/inductive"
	"whittle.dev/internal/ts/transition"
)

// aboutSystem is the course of a question about a transition system: one form for each thing that is asked
// about it, until one is violated.
func (r *checkRun) aboutSystem(ctx context.Context, q *question) (step, error) {
	begin := time.Now()
	r.event(Event{Stage: "front end"})
	sys, err := r.loadSystem()
	r.time("front end time", begin)
	if err != nil {
		return step{}, err
	}
	list, err := r.task.Questions(sys)
	if err != nil {
		return step{}, err
	}
	if r.task.Open {
		r.mu.Lock()
		r.task.Asked = asked(list)
		r.mu.Unlock()
	}
	return q.inTurn(ctx, sys, list, nil), nil
}

// inTurn asks about a system what was not answered yet.
func (q *question) inTurn(ctx context.Context, sys *transition.System, list []settle.SystemQuestion,
	answers []Outcome) step {
	if len(answers) == len(list) {
		return over(together(list, answers))
	}
	now := list[len(answers)]
	f := &form{ctx: ctx, system: sys, goal: now.Goal, asked: now.Property, events: q.event}
	return step{form: f, then: func(o Outcome) step {
		if o.isViolation() {
			return over(o)
		}
		return q.inTurn(ctx, sys, list, append(answers, o))
	}}
}

// asked are the properties of questions.
func asked(list []settle.SystemQuestion) property.Property {
	var out []property.Property
	for _, q := range list {
		out = append(out, q.Property)
	}
	return property.Join(out...)
}

// together is the outcome of several questions of which none found a violation.
func together(list []settle.SystemQuestion, all []Outcome) Outcome {
	if len(all) == 1 {
		return all[0]
	}
	for i, o := range all {
		if o.Result.Verdict.Kind == property.Unknown {
			o.Result.Why = fmt.Sprintf("%s: %s", cmp.Or(list[i].Name, string(list[i].Property)), o.Result.Why)
			return o
		}
	}
	out := all[0]
	for _, o := range all[1:] {
		out.Result.Why += "; " + o.Result.Why
		out.Result.Stats = append(out.Result.Stats, o.Result.Stats...)
		if o.Result.Certificate == nil || !o.Result.Certificate.Checked {
			out.Result.Certificate = o.Result.Certificate
		}
	}
	return out
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
func (q *question) confirmPath(ctx context.Context, t engine.Task, res engine.Result) error {
	switch {
	case res.Path == nil:
		return errors.New("the engine gave no path")
	case res.Verdict.Property != t.Property:
		return fmt.Errorf("the engine answered %s, but %s was asked", res.Verdict, t.Property)
	case t.Property.OfRuns() != (res.Path.Loop != nil):
		return errors.New("the path is a finite run where an infinite one was asked for, or the reverse")
	case !slices.Contains(t.Goals(), res.Path.Goal):
		return fmt.Errorf("the path leads to goal %d, which was not asked about", res.Path.Goal)
	}
	if err := replayPath(t.System, res.Path); err != nil || res.Path.Loop == nil {
		return err
	}
	solver, err := q.certificate.make()
	if err != nil {
		return err
	}
	a, err := inductive.CheckLoop(ctx, t.System, res.Path, solver)
	if err == nil && a.Status != inductive.Holds {
		err = fmt.Errorf("the loop does not recur: that %s is not shown", a.Which)
	}
	return err
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
