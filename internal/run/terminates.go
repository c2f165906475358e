package run

import (
	"context"
	"maps"
	"slices"
	"time"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/panel"
	"whittle.dev/internal/run/plan"
	"whittle.dev/internal/run/settle"
)

// The engine ranking proves that threads end whichever goes on when. A thread that waits in a loop for what
// another one writes ends only if that one has its turns: it is asked as a formula, "F end" under weak
// fairness, of the states of the program. Which of the two decides a program cannot be seen in advance, and
// either may search for ever. So they are asked in rounds, each with a share of the work that doubles from
// round to round: what one needs by itself is spent four times at most.

// mostEnding bounds the states that are explored for that if there is no limit on the time.
const mostEnding = "20000"

// first is the first step of a question, or its answer if it is asked in rounds.
func (q *question) first(ctx context.Context) (step, error) {
	s, err := q.begin(ctx)
	if err != nil || s.form == nil || !q.mayEndByTurns() || !startsThreads(s.form.base) {
		return s, err
	}
	turns, err := q.byTurns()
	if err != nil {
		return step{}, err
	}
	o, err := inRounds(ctx, q.opt.Timeout, q, turns)
	return over(o), err
}

// mayEndByTurns reports whether it is asked whether a program ends, by which engine is not said, and whittle
// can observe the program.
func (q *question) mayEndByTurns() bool {
	alone := (q.opt.Engine == "" || q.opt.Engine == panel.Auto) && q.opt.with == nil &&
		!q.opt.forPanel().Certifies()
	return q.task.Asked == property.Termination && alone && !q.task.ByClang() && !q.task.IsModule()
}

func startsThreads(p *cfa.Program) bool {
	for _, c := range p.Procs {
		for _, e := range c.Edges {
			if _, ok := e.Op.(cfa.Spawn); ok {
				return true
			}
		}
	}
	return false
}

// byTurns is the same question as a formula.
func (q *question) byTurns() (*question, error) {
	r, opt := q.task, q.opt
	if opt.Set, opt.Engine = maps.Clone(opt.Set), panel.Formulas; opt.Timeout == 0 {
		if opt.Set == nil {
			opt.Set = map[string]string{}
		}
		opt.Set[panel.Formulas+".max-states"] = mostEnding
	}
	r.LTL, r.Fairness = endsFormula, string(property.Weak)
	r.Asked, r.Property, r.Lowered, r.Open = property.LTL, string(property.LTL), "", false
	if err := r.SettleFormula(); err != nil {
		return nil, err
	}
	who, err := panel.New(opt.forPanel())
	if err != nil {
		return nil, err
	}
	turns := &question{task: r, opt: opt, Panel: who, certificate: q.certificate, listener: q.listener,
		start: q.start, cut: func() {}, budgets: q.budgets}
	turns.begin = func(ctx context.Context) (step, error) {
		if turns.prog == nil {
			var err error
			if turns.prog, _, err = settle.Load(ctx, r); err != nil || turns.prog == nil {
				return step{}, err
			}
		}
		return turns.course(ctx, turns.prog), nil
	}
	return turns, nil
}

// inRounds asks two questions about the same in turn, until one of them is decided or both have come to
// their end. Then the answer is that to the first.
func inRounds(ctx context.Context, timeout time.Duration, q, turns *question) (first Outcome, err error) {
	ended := [2]bool{}
	part := timeout / firstRounds
	for share := plan.TurnShare; ; share, part = 2*share, 2*part {
		for i, q := range [2]*question{q, turns} {
			if ended[i] {
				continue
			}
			mine, time := share, part
			if ended[1-i] { // nothing is left to share with
				mine, time = 0, 0
			}
			o, over, err := q.round(ctx, mine, time)
			if i == 0 {
				first = o
			}
			if err != nil || o.Result.Verdict.Kind != property.Unknown || o.BugReport != "" {
				return o.ofTurns(q), err
			}
			ended[i] = over
		}
		if ended[0] && ended[1] || ctx.Err() != nil {
			return first, nil
		}
	}
}

// firstRounds is how many first rounds a timeout has room for.
const firstRounds = 12

// round asks a question with a share of the work and a part of the time; 0: without a limit. over: more would
// not help.
func (q *question) round(ctx context.Context, share plan.Work, part time.Duration) (o Outcome, over bool,
	err error) {
	stop := func() {}
	if part > 0 {
		ctx, stop = context.WithTimeoutCause(ctx, part, engine.ErrTimeout)
	}
	defer stop()
	b, ctx, end := newBudget(ctx, share, engine.ErrTimeout)
	defer end()
	all := q.budgets
	q.budgets = append(slices.Clip(all), b)
	defer func() { q.budgets = all }()
	if o, err = q.follow(ctx); err != nil && ctx.Err() != nil {
		o, err = Outcome{Result: engine.Unknown("%s", engine.StopReason(ctx))}, nil
	}
	return o, ctx.Err() == nil, err
}

// ofTurns is the answer to a question about a formula as one about termination.
func (o Outcome) ofTurns(q *question) Outcome {
	if q.task.Asked == property.Termination {
		return o
	}
	if o.Result.Verdict.Kind == property.False {
		o.Result.Verdict = property.Violated(property.Termination)
	}
	if o.Result.Engine == "" {
		o.Result.Engine = panel.Formulas
	}
	o.instead, o.prog = &q.task, q.prog
	return o
}

// asked is what was asked for a task.
func (o Outcome) asked(task Settled) Settled {
	if o.instead != nil {
		return *o.instead
	}
	return task
}
