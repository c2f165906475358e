package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/bugreport"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/look"
	"whittle.dev/internal/run/panel"
	"whittle.dev/internal/run/plan"
	"whittle.dev/internal/trace"
	"whittle.dev/smt/audit"
)

// question is a property, or several that are looked for together, asked about one program or system.
type question struct {
	task Settled // its property is what is asked here
	opt  Options
	panel.Panel
	known plan.Known
	// stands is the property of which the one that is asked is another form, of the program that is made for
	// it: a goroutine leaks if the goroutines end in a deadlock once the end of the first one ends no others.
	stands property.Property
	model  axioms.Model // that of the program; empty: it is not known yet, or there is none
	// certificate says how the invariants of engines of transition systems are checked.
	certificate systemCertificate
	listener    func(Event)
	// begin makes the first step of the course.
	begin func(context.Context) (step, error)
	// ctx is that of the question, if it is not the one of the run.
	ctx   context.Context
	start time.Time
	prog  *cfa.Program // of one that is asked among others
	// budgets count what is done, and share is the limit of one of them; 0: there is none.
	budgets []*budget
	share   plan.Work

	mu    sync.Mutex
	facts facts
	// replayed are traces that the interpreter has made.
	replayed map[*trace.Trace]bool
	// relied is what was said of a violation that rests on a result that is not modelled exactly; nil: there
	// was none.
	relied  *engine.Result
	history *history           // nil: not wanted
	cut     context.CancelFunc // ends the first attempt at a program
}

// answered is the answer to a question, or why it could not be asked.
type answered struct {
	*question
	out Outcome
	err error
}

// answer sends the answer to a question.
func (q *question) answer(ctx context.Context, to chan<- answered) {
	a := answered{question: q}
	defer func() {
		if p := recover(); p != nil {
			a.out, a.err = q.internalError(bugreport.Caught(p).Report()), nil
		}
		to <- a
	}()
	s, err := q.first(ctx)
	for s.form != nil && err == nil { // as follow does, which would be one call more to an engine
		t, l, open := q.look(s.form)
		if open {
			l.Res, l.Err = l.Engine.Check(s.form.ctx, t)
		}
		s = s.then(q.judge(s.form, t, l))
	}
	a.out, a.err = s.answer, err
	if q.stands != "" {
		q.task.Asked, q.task.Lowered = q.stands, ""
		if v := &a.out.Result.Verdict; v.Kind == property.False {
			v.Property = q.stands
		}
	}
}

// follow asks about one form of the program after the other, as the course says, and returns the last answer.
func (q *question) follow(ctx context.Context) (Outcome, error) {
	s, err := q.begin(ctx)
	for s.form != nil && err == nil {
		t, l, open := q.look(s.form)
		if open {
			l.Res, l.Err = l.Engine.Check(s.form.ctx, t)
		}
		s = s.then(q.judge(s.form, t, l))
	}
	return s.answer, err
}

// look is what the text of a form says, and whether its engine is to be asked.
func (q *question) look(f *form) (t engine.Task, l look.Look, open bool) {
	t = q.engineTask(f)
	l = q.consider(f.ctx, t, f)
	if l.Resting != nil {
		proof, err := l.Prover.Check(f.ctx, l.Claim(t))
		l.Rely(f.ctx, proof, err)
	}
	return t, l, !l.Decided && l.Err == nil
}

// event remembers what a question has shown, and hands it on.
func (q *question) event(e Event) {
	q.mu.Lock()
	q.history.add(time.Now(), e.Engine, e.Samples)
	q.facts.learn(e)
	q.mu.Unlock()
	q.listener(e)
}

// engineTask is what engines are asked about a form of the program, or about a system.
func (q *question) engineTask(f *form) engine.Task {
	t := engine.Task{Property: q.task.Asked, MaxUnwind: q.opt.MaxUnwind, Memory: q.opt.Memory,
		Explain: q.opt.Explain, Certify: q.certificate.wanted(), Events: f.events, Scarce: q.opt.scarce}
	if f.system != nil {
		t.System, t.Goal, t.Property = f.system, f.goal, f.asked
	} else {
		t.Program, t.Temporal, t.Model = f.program, q.task.Temporal(f.base), f.model
		t.Property = q.possible(look.TraitsOf(f.base))
	}
	budgets := q.budgets
	t.Work = func(units int64) {
		for _, b := range budgets {
			b.spend(units)
		}
	}
	t.Confirm = func(ctx context.Context, res engine.Result) (engine.Result, error) {
		if res.Verdict.Kind == property.True {
			return q.certify(ctx, t, res)
		}
		if f.system != nil {
			return res, q.confirmPath(ctx, t, res)
		}
		return f.confirm(ctx, res)
	}
	return t
}

// possible is what is asked without what nothing in the program could violate; empty: nothing is left.
func (q *question) possible(has look.Traits) property.Property {
	asked := q.task.Asked
	if asked.Covers(property.ValidDeref) { // else engines say as much, and in more words
		asked = has.Possible(asked)
	}
	if asked == "" && q.opt.Engine != "" && q.opt.Engine != panel.Auto {
		return q.task.Asked // the engine is to show it
	}
	return asked
}

// consider chooses who is asked, and looks at the text of the program before.
func (q *question) consider(ctx context.Context, t engine.Task, f *form) look.Look {
	switch {
	case t.Property == "":
		return look.Look{Res: look.TraitsOf(f.base).NothingPossible(), Decided: true}
	case f.system != nil && t.Property.OfRuns():
		return look.Look{Engine: q.Runs}
	case q.One != nil:
		return look.Look{Engine: q.One}
	case f.system != nil:
		return look.Look{Engine: q.Team.SideBySide(q.roster(t))}
	case f.model != "":
		l := look.Look{Engine: q.Team.SideBySide(q.roster(t))}
		if t.Property == property.NoDeadlock {
			text := look.At(ctx, t.Program, plan.Roster{Look: plan.Deadlocks}, q.known)
			if text.Joins && text.Decided {
				text.Engine, l = l.Engine, text
			}
		}
		return l
	}
	r := q.roster(t)
	l := look.At(ctx, t.Program, r, q.known)
	l.Engine = q.Team.SideBySide(r)
	if l.Resting != nil {
		l.Prover = q.Team.SideBySide(plan.Roster{Members: []plan.Member{*r.Valid}})
	}
	return l
}

// roster says who answers a task.
func (q *question) roster(t engine.Task) plan.Roster {
	if t.Program == nil {
		return q.Chooser.Roster(t.Property, plan.Features{}, q.known)
	}
	if t.Model != "" {
		return q.Chooser.Weak(t.Model)
	}
	return q.Chooser.Roster(t.Property, plan.FeaturesOf(t.Program), q.known)
}

// judge decides what may be said of an answer. An error of an engine is an internal error.
func (q *question) judge(f *form, t engine.Task, l look.Look) Outcome {
	if l.Locks && t.Explain && l.Err == nil && l.Res.Pictures == nil {
		l.Res.Pictures, l.Err = look.LockPicture(f.ctx, t)
	}
	var wrong *audit.Error
	switch {
	case errors.As(l.Err, &wrong):
		return q.internalError(bugreport.Report{Error: wrong.Error(), Query: wrong.Script})
	case l.Err != nil && f.ctx.Err() != nil:
		return Outcome{Result: engine.Unknown("%s", engine.StopReason(f.ctx))}
	case l.Err != nil:
		b := bugreport.Report{Error: fmt.Sprintf("engine %s: %v", l.Engine.Name(), l.Err)}
		for _, x := range slices.Backward(l.Res.Failures) {
			b.Stack, b.Trace = x.Stack, x.Trace
		}
		return q.internalError(b)
	}
	var o Outcome
	if f.system != nil {
		o = q.judgeSystem(f.ctx, t, l.Res)
	} else {
		o = q.judgeProgram(f.ctx, t, f.base.Files, l.Res)
	}
	q.reportFailures(l.Res.Failures, &o)
	return o
}
