package run

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run/plan"
	"whittle.dev/internal/source"
)

// ExplainPlan returns what a run of Check would ask, and whom, as far as that is known before the first
// answer of an engine. The front end runs for it, and what shows properties without a search.
func ExplainPlan(ctx context.Context, t Task, opt Options) (plan.Plan, *source.Diagnostics, error) {
	r, err := t.Settle()
	if err != nil {
		return plan.Plan{}, nil, err
	}
	run, err := planned(r, opt)
	if err != nil {
		return plan.Plan{}, nil, err
	}
	p := plan.Plan{Task: strings.Join(r.Files, ", "), Several: run.agenda != nil}
	if r.DataModel != "" {
		p.Task += ", " + r.DataModel
	}
	ctx, stop := run.start(ctx)
	defer stop()
	var next []*question
	if run.agenda == nil {
		next, err = run.begin(ctx)
	} else if prog, lerr := run.load(ctx); lerr != nil || prog == nil {
		err = lerr
	} else {
		run.agenda.prepare(ctx, prog)
		defer run.agenda.stop()
		next, p.Shown = run.agenda.first(), run.agenda.shown()
	}
	if err != nil {
		return p, run.diags, err
	}
	for _, q := range next {
		s, err := q.begin(cmp.Or(q.ctx, ctx))
		if err != nil {
			return p, run.diags, err
		}
		p.Questions = append(p.Questions, q.planned(s.form))
	}
	return p, run.diags, ctx.Err()
}

// planned is what the plan says of a question, whose first form is given.
func (q *question) planned(f *form) plan.Question {
	out := plan.Question{Asked: q.task.Asked, Share: q.share}
	if f == nil {
		return out
	}
	t := q.engineTask(f)
	if f.system == nil {
		has := plan.FeaturesOf(t.Program)
		out.Features = &has
	}
	switch {
	case f.system != nil:
		out.Form = fmt.Sprintf("a system of %d variables", len(f.system.Vars))
	case f.program != f.base:
		out.Form = "the program with the layout of memory as an input"
	default:
		out.Form = "the program"
	}
	if q.One != nil {
		out.One = q.One.Name()
		return out
	}
	out.Roster = q.roster(t)
	return out
}

// first are the questions of the first stage, as if each of them were asked before there is any answer.
func (s *agenda) first() []*question {
	var out []*question
	for _, g := range s.open {
		out = append(out, s.about(s.ctx, g))
	}
	for _, g := range s.waiting {
		q := s.about(s.ctx, g)
		q.share = firstShare(g)
		out = append(out, q)
	}
	if s.unset {
		q := s.about(s.ctx, property.NoUninitialisedUse)
		q.share = plan.MemberShare
		out = append(out, q)
	}
	return out
}

// shown is what needed no question.
func (s *agenda) shown() []plan.Shown {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []plan.Shown
	for _, p := range s.task.Asked.Parts() {
		if o, ok := s.done[p]; ok {
			out = append(out, plan.Shown{Property: p, Why: o.Result.Why})
		}
	}
	return out
}
