package run

import (
	"context"
	"errors"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/portfolio"
	"whittle.dev/internal/run/panel"
	"whittle.dev/internal/run/settle"
)

// Loaded is a task with its program, for tests that check it in many ways: the front end runs once.
type Loaded struct {
	task    Settled
	Program *cfa.Program // as lowered
}

// Load runs the front end.
func Load(ctx context.Context, t Task) (*Loaded, error) {
	r, err := t.Settle()
	if err != nil {
		return nil, err
	}
	p, _, err := settle.Load(ctx, r)
	return &Loaded{r, p}, err
}

// Check is the rest of the function Check. An engine that is given replaces the one of the options.
func (l *Loaded) Check(ctx context.Context, opt Options, with engine.Engine) (Outcome, error) {
	opt.with = with
	who, err := panel.New(opt.forPanel())
	if err != nil {
		return Outcome{}, err
	}
	if _, several := with.(*portfolio.Engine); several || who.One == nil {
		opt.scarce = make(chan struct{}, 1)
	}
	ctx, stop := opt.limits().Start(ctx)
	defer stop()
	run := &checkRun{task: l.task, opt: opt, Panel: who, files: l.Program.Files, prog: l.Program,
		work: &budget{}}
	q := run.question(l.task.Asked)
	q.begin = func(ctx context.Context) (step, error) { return q.course(ctx, l.Program), nil }
	o, err := q.follow(ctx) // it asks nothing about threads that have their turns
	o.Verdict = o.Result.Verdict
	return o, err
}

// Again asks once more for an answer whose trace has no counterpart in the program for its property alone.
func (o Outcome) Again(ctx context.Context) (Outcome, error) {
	return o.again(ctx, errors.New("it has none"))
}

// WithViolations puts the answers of two looks together.
func (o Outcome) WithViolations(second Outcome) Outcome { return o.withViolations(second) }
