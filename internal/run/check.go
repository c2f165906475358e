package run

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/axioms"
	"whittle.dev/internal/bugreport"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/portfolio"
	"whittle.dev/internal/limits"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/panel"
	"whittle.dev/internal/run/plan"
	"whittle.dev/internal/run/settle"
	"whittle.dev/internal/source"
	"whittle.dev/internal/ts/transition"
)

// Check answers a task: front end, sanity check of the program, engine, replay of a violation. Errors are
// bad input (*InputError); when the context ends or a limit is hit the answer is unknown, within a second.
// An internal error, such as a trace that does not replay, is unknown as well and leaves a description in a
// file (Outcome.BugReport).
func Check(ctx context.Context, t Task, opt Options) (Outcome, error) {
	r, err := t.Settle()
	if err != nil {
		return Outcome{}, err
	}
	return CheckSettled(ctx, r, opt)
}

// CheckSettled answers a task in which nothing is open.
func CheckSettled(ctx context.Context, r Settled, opt Options) (Outcome, error) {
	var answer Outcome
	var err error
	for l := looks(r, &answer, &err, opt); l != nil; {
		run, perr := planned(l.task, l.opt)
		if perr != nil {
			l = l.then(ctx, Outcome{}, perr)
			continue
		}
		within, stop := run.start(ctx)
		go run.ask(within)
		o, oerr := run.judge(within)
		stop()
		l = l.then(ctx, o, oerr)
	}
	return answer, err
}

// checkRun is one run of Check. Its mutable part is shared between the
// goroutine that works and the one that waits for it.
type checkRun struct {
	task Settled
	opt  Options
	panel.Panel
	began time.Time
	work  *budget // of the engines
	// certificate says how the invariants of engines of transition systems are checked.
	certificate systemCertificate
	ended       chan ending

	mu    sync.Mutex
	over  bool // the answer has been given, events are dropped
	facts facts
	stats []engine.Stat
	warns []string
	files *source.Files
	prog  *cfa.Program
	model axioms.Model  // of the program
	uses  analysis.Uses // of the program, without weaker orders that are never reached
	// system is what the task is about if there is no program.
	system  *transition.System
	diags   *source.Diagnostics
	history *history // nil: not wanted
	agenda  *agenda  // nil: one property is asked
	memory  *recollection
}

// ending is how the work of a run has ended.
type ending struct {
	out Outcome
	err error
}

// planned is a run of which is settled who is asked; it has the engines.
func planned(r Settled, opt Options) (*checkRun, error) {
	run := &checkRun{began: time.Now(), ended: make(chan ending, 1)}
	err := checkModel(r, opt)
	if err != nil {
		return nil, err
	}
	opt.system = r.Language != nil
	if r.Formula != nil && !opt.system {
		if opt.Engine != "" && opt.Engine != panel.Auto && opt.Engine != panel.Formulas {
			return nil, settle.Errorf("formulas of temporal logic are decided by the engine %s, not by %s",
				panel.Formulas, opt.Engine)
		}
		opt.Engine = panel.Formulas
	}
	if r.Asked == property.NoStarvation && (opt.Engine == "" || opt.Engine == panel.Auto) {
		opt.Engine = panel.Formulas // the only one that decides it
	}
	if r.Asked == property.Termination && (opt.Engine == "" || opt.Engine == panel.Auto) &&
		opt.forPanel().Certifies() {
		opt.Engine = "ranking" // the only one that proves it
	}
	if opt.system || panel.GivesProofs(opt.Engine) {
		if run.certificate, err = opt.takeCertificate(); err != nil {
			return nil, err
		}
	}
	if run.Panel, err = panel.New(opt.forPanel()); err != nil {
		return nil, err
	}
	if opt.system && !r.Asked.Covers(r.Language.Safety) && opt.forPanel().MeansOneEngine() &&
		opt.Engine != panel.Formulas {
		return nil, settle.Errorf("properties of infinite runs are decided by the engine %s, not by %s",
			panel.Formulas, run.One.Name())
	}
	if r.Open && !opt.system && !opt.forPanel().MeansOneEngine() {
		r.Asked = r.Everything()
		if r.IsModule() { // of which there would be no proof
			r.Asked = r.Asked.Only(func(p property.Property) bool { return !r.Hides(p) })
		}
	}
	if _, several := run.One.(*portfolio.Engine); several || run.One == nil {
		opt.scarce = make(chan struct{}, 1)
	}
	run.task, run.opt = r, opt
	if len(r.Asked.Members()) > 1 && !opt.system {
		run.task.Lowered = settle.CommonLowering(r.Asked)
		run.agenda = newAgenda(run)
	} else if opt.Explain {
		run.history = newHistory(run.began)
	}
	return run, nil
}

// start begins the limits of a run.
func (r *checkRun) start(ctx context.Context) (_ context.Context, stop func()) {
	ctx, end := r.opt.limits().Start(ctx)
	var stopWork func()
	r.work, ctx, stopWork = newBudget(ctx, r.opt.work, engine.ErrTimeout)
	return ctx, func() { stopWork(); end() }
}

// judge waits for the answer, which comes in time even from a part that does not look at its context, and
// completes it. What is left running then has nowhere to report to.
func (r *checkRun) judge(ctx context.Context) (Outcome, error) {
	end, ok := limits.Await(ctx, r.ended)
	o := end.out
	if !ok {
		o.Result = engine.Unknown("%s", engine.StopReason(ctx))
	}
	r.mu.Lock()
	r.over = true
	if o.Files == nil {
		o.Files = r.files
	}
	o.Diagnostics, o.Warnings, o.prog, o.system = r.diags, r.warns, cmp.Or(o.prog, r.prog), r.system
	if o.Result.Verdict.Kind == property.Unknown && len(o.Result.Facts) == 0 {
		o.Result.Facts = r.facts.shown()
	}
	r.mu.Unlock()
	if r.agenda != nil && end.err == nil {
		o.DataModel, o.Inputs, o.Settings, o.Engine = r.task.DataModel, r.task.Files, r.opt.Set, r.Name()
		o = r.agenda.outcome(o)
		o.Expected = r.task.Expected
	} else {
		o.history = r.history.close()
		o.Settings = r.opt.Set
		o.Property, o.DataModel, o.Inputs = r.task.Asked, r.task.DataModel, r.task.Files
		o.Expected, o.Engine = r.task.Expected, r.Name()
		if by := o.Result.Engine; by != "" && by != o.Engine {
			o.Engine += " (" + by + ")"
		}
		o.Verdict, o.task = o.Result.Verdict, o.asked(r.task)
		o.Result.Trace = o.task.MadeFor(o.Result.Trace)
	}
	o.work = plan.Work(r.work.done.Load())
	o.Elapsed = time.Since(r.began)
	o.Stats = append(r.times(), limits.Stats()...)
	o.rest(r.premises())
	r.explain(&o, context.Cause(ctx))
	return o, end.err
}

// argumentsNote is shown for an undecided program that reads its arguments.
const argumentsNote = "the arguments of main are inputs, and nothing is known of the 9th and later ones, " +
	"or of what follows the 32nd character; " +
	"--args 'prog a b' fixes them"

// ask loads the program, asks one question after the other, some of them side by side, and sends how that has
// ended. A panic becomes an internal error with a description.
func (r *checkRun) ask(ctx context.Context) {
	var end ending
	defer func() {
		if p := recover(); p != nil {
			end = ending{describeError(bugreport.Caught(p).Report(), r.task, r.opt, r.Name()), nil}
		}
		r.ended <- end
	}()
	answers := make(chan answered)
	asked := 0
	next, err := r.begin(ctx)
	for end.err = err; len(next) > 0 || asked > 0; {
		for _, q := range next {
			asked++
			go q.answer(cmp.Or(q.ctx, ctx), answers)
		}
		a := <-answers
		asked--
		next = r.note(ctx, a, &end)
	}
	r.finish(ctx, &end)
}

// begin loads the program and returns the first questions.
func (r *checkRun) begin(ctx context.Context) ([]*question, error) {
	if r.task.Language != nil {
		q := r.question(r.task.Asked)
		q.begin = func(ctx context.Context) (step, error) { return r.aboutSystem(ctx, q) }
		return []*question{q}, nil
	}
	prog, err := r.load(ctx)
	if err != nil || prog == nil {
		return nil, err
	}
	if r.agenda != nil {
		r.agenda.prepare(ctx, prog)
		return r.agenda.next(), nil
	}
	q := r.question(r.task.Asked)
	q.begin = func(ctx context.Context) (step, error) { return q.course(ctx, prog), nil }
	if known, ok := r.recallOne(ctx, prog); ok {
		q.begin = func(context.Context) (step, error) { return over(known), nil }
	}
	return []*question{q}, nil
}

// note takes an answer and returns the next questions.
func (r *checkRun) note(ctx context.Context, a answered, end *ending) []*question {
	if r.agenda != nil {
		return r.agenda.note(a)
	}
	r.mu.Lock()
	r.stats = append(r.stats, engine.Seconds("engine time", time.Since(a.start)))
	r.mu.Unlock()
	end.out, end.err = a.out, a.err
	return nil
}

// finish says what is said of a program beside the answers.
func (r *checkRun) finish(ctx context.Context, end *ending) {
	var pe *bugreport.Panic
	switch {
	case end.err != nil && ctx.Err() != nil:
		*end = ending{Outcome{Result: engine.Unknown("%s", engine.StopReason(ctx))}, nil}
		return
	case errors.As(end.err, &pe):
		*end = ending{describeError(pe.Report(), r.task, r.opt, r.Name()), nil}
		return
	case end.err != nil || r.prog == nil:
		return
	case r.agenda != nil:
		r.agenda.stop()
		r.remember(ctx, r.agenda.answers())
		r.agenda.addNotes(ctx)
		end.out = Outcome{Files: r.prog.Files, Result: engine.Unknown("%s", engine.StopReason(ctx))}
		return
	}
	answers := map[property.Property]Outcome{}
	for _, p := range r.task.Asked.Parts()[:1] {
		answers[p] = end.out
	}
	r.remember(ctx, answers)
	begin := time.Now()
	res := &end.out.Result
	res.Notes = append(res.Notes, notes(ctx, r.prog, res.Verdict)...)
	r.time("notes time", begin)
	r.noteArguments(*res)
}

// question is one that is asked in the run.
func (r *checkRun) question(asked property.Property) *question {
	q := &question{task: r.task, opt: r.opt, Panel: r.Panel, certificate: r.certificate, listener: r.event,
		model: r.model, start: time.Now(), cut: func() {}, budgets: []*budget{r.work}}
	q.task.Asked = asked
	if asked == property.NoGoroutineLeak {
		q.stands = asked
		q.task.Asked, q.task.Lowered = property.NoDeadlock, asked
	}
	return q
}
