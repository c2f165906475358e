package run

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"whittle.dev/internal/bugreport"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/cover"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/dpr"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/limits"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/panel"
	"whittle.dev/internal/run/settle"
	"whittle.dev/internal/source"
	"whittle.dev/internal/testsuite"
	"whittle.dev/internal/testsuite/testcomp"
)

// SuiteOptions say how a test suite is made.
type SuiteOptions struct {
	Options
	// Coverage is the criterion, one of Coverages; empty: the first.
	Coverage string
	// MaxPaths ends the search after so many executions; 0: no limit.
	MaxPaths int
	// Tell receives progress; nil: not wanted.
	Tell func(testsuite.Progress)
}

// Coverages lists the criteria of test suites, the default one first.
func Coverages() (out []string) {
	for _, c := range cover.Criteria() {
		out = append(out, string(c))
	}
	return out
}

// SuiteOutcome is a test suite that was made.
type SuiteOutcome struct {
	*testsuite.Suite
	Diagnostics *source.Diagnostics

	src  *c.Instrumented
	task Settled
}

// MakeSuite makes a test suite of a program: tests that together cover what can be covered, and proofs that
// nothing else can. Limits end the search, not the answer.
func MakeSuite(ctx context.Context, t Task, opt SuiteOptions) (o SuiteOutcome, err error) {
	defer bugreport.Guard(&err)
	s := &suiteRun{opt: opt}
	if err := s.specified(&t); err != nil {
		return o, err
	}
	criterion, err := s.criterion()
	if err != nil {
		return o, err
	}
	if s.task, err = t.Settle(); err != nil {
		return o, err
	}
	if s.task.Asked != property.UnreachCall || s.task.Language != nil {
		return o, settle.Errorf("test suites are made of C programs with the property unreach-call")
	}
	if s.panels, err = s.makePanels(); err != nil {
		return o, err
	}
	ctx, stop := opt.limits().Start(ctx)
	defer stop()
	o.task = s.task
	if o.src, o.Diagnostics, err = loadTested(ctx, s.task); err != nil {
		return o, err
	}
	prog := o.src.Program()
	suite, ok := limits.Within(ctx, func() (made madeSuite) {
		defer bugreport.Guard(&made.err)
		made.suite, made.err = testsuite.Make(ctx, prog, testsuite.Config{Criterion: criterion, Ask: s.ask,
			Tell: opt.Tell, MaxPaths: opt.MaxPaths, Stopped: engine.StopReason, Memory: opt.Memory})
		return made
	})
	if !ok {
		return o, errors.New(engine.StopReason(ctx))
	}
	o.Suite = suite.suite
	return o, suite.err
}

type madeSuite struct {
	suite *testsuite.Suite
	err   error
}

// suiteRun asks engines for one suite.
type suiteRun struct {
	opt    SuiteOptions
	task   Settled
	panels []panel.Panel
	// slow: the engine that executes has not come to an end once.
	slow bool
}

// specified reads a property file of Test-Comp, which says what is to be covered.
func (s *suiteRun) specified(t *Task) error {
	if !settle.IsPRP(t.Property) {
		return nil
	}
	text, err := t.ReadFile(t.Property)
	if err != nil {
		return &InputError{Err: err}
	}
	c, entry, ok := testcomp.ParseSpecification(string(text))
	switch {
	case !ok:
		return nil
	case s.opt.Coverage != "" && s.opt.Coverage != string(c):
		return settle.Errorf("coverage %s contradicts %s, which asks for %s", s.opt.Coverage, t.Property, c)
	case t.Entry != "" && t.Entry != entry:
		return settle.Errorf("entry %s contradicts %s, which names %s", t.Entry, t.Property, entry)
	}
	s.opt.Coverage, t.Property, t.Entry = string(c), "", entry
	return nil
}

func (s *suiteRun) criterion() (cover.Criterion, error) {
	if s.opt.Coverage == "" {
		return cover.Branches, nil
	}
	for _, c := range cover.Criteria() {
		if string(c) == s.opt.Coverage {
			return c, nil
		}
	}
	return "", settle.Errorf("coverage %q is none of %v", s.opt.Coverage, cover.Criteria())
}

// quickWork is how much the engine dpr may do about a question before others are asked, in the units of
// engine.Task.Work: which of them answers does not depend on the machine.
const quickWork = 1_000_000_000

// makePanels makes the engines that are asked one after the other: the one that the options name, or else
// first the one that executes, and then those that run side by side.
func (s *suiteRun) makePanels() ([]panel.Panel, error) {
	chosen, err := panel.New(s.opt.Options.forPanel())
	if err != nil || s.opt.Engine != "" && s.opt.Engine != panel.Auto {
		return []panel.Panel{chosen}, err
	}
	first := s.opt.Options
	first.Engine, first.Set = "dpr", nil
	executing, err := panel.New(first.forPanel())
	executing.One = bounded{executing.One, quickWork}
	return []panel.Panel{executing, chosen}, err
}

// loadTested is load for a program whose tests are written as C, with the outcomes of its conditions.
func loadTested(ctx context.Context, t Settled) (src *c.Instrumented, diags *source.Diagnostics, err error) {
	cfg := t.Config()
	cfg.Tests = true
	src, diags, err = c.LoadInstrumented(ctx, cfg)
	t.NoteDatabase(diags)
	if err == nil && diags != nil && diags.HasErrors() {
		err = diags.Err()
	}
	if err != nil {
		return nil, diags, &InputError{Err: err}
	}
	if err := cfa.Check(src.Program()); err != nil {
		return nil, diags, fmt.Errorf("the front end made a program that is not well-formed: %w", err)
	}
	src.Program().Terms.Freeze()
	return src, diags, nil
}

// ask has the engines look for a violation of a program, each as long as its share of the time.
func (s *suiteRun) ask(ctx context.Context, p *cfa.Program, left int) (testsuite.Answer, error) {
	answer := testsuite.Answer{Pruned: -1}
	for i, who := range s.panels {
		quick := i < len(s.panels)-1
		if quick && s.slow {
			continue
		}
		of, stop := share(ctx, min(left, maxShares))
		o := s.askOne(of, who, p)
		stop()
		if o.BugReport != "" {
			answer.Why = "internal error, described in " + o.BugReport
			return answer, nil
		}
		s.count(&answer, o.Result)
		by := who.Name()
		if o.Result.Engine != "" {
			by = o.Result.Engine
		}
		answer.By, answer.Why = by, by+": "+o.Result.Why
		switch o.Result.Verdict.Kind {
		case property.True:
			answer.Holds = true
			return answer, nil
		case property.False:
			answer.Trace = o.Result.Trace.Machine()
			return answer, nil
		}
		if ctx.Err() != nil {
			return answer, ctx.Err()
		}
		s.slow = s.slow || quick
	}
	return answer, nil
}

// askOne has the engines of one panel answer.
func (s *suiteRun) askOne(ctx context.Context, who panel.Panel, p *cfa.Program) Outcome {
	q := &question{task: s.task, opt: s.opt.Options, Panel: who, listener: func(Event) {},
		cut: func() {}}
	q.begin = func(ctx context.Context) (step, error) { return q.inProgram(ctx, p, over), nil }
	answers := make(chan answered, 1)
	q.answer(ctx, answers)
	return (<-answers).out
}

// maxShares bounds the parts into which the time is divided.
const maxShares = 4

// share returns a context for one of several questions, which ends when its share of the time that is left is
// over.
func share(ctx context.Context, of int) (context.Context, func()) {
	end, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, time.Until(end)/time.Duration(of), engine.ErrTimeout)
}

// count adds what an engine that executes says about that.
func (s *suiteRun) count(a *testsuite.Answer, res engine.Result) {
	for _, x := range res.Stats {
		switch x.Name {
		case dpr.Paths:
			a.Paths += int(x.Value)
		case dpr.ExecutedShare:
			if res.Verdict.Kind == property.True {
				a.Pruned = math.Max(0, 1-x.Value)
			}
		}
	}
}

// bounded is an engine that gives up after an amount of work.
type bounded struct {
	engine.Engine
	units int64
}

// Check implements engine.Engine. Whether it answers does not depend on when it looks at the context.
func (b bounded) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	res, spent, err := limited(ctx, b.Engine, t, b.units)
	if spent {
		return engine.Unknown("its share of the work"), nil
	}
	return res, err
}

// limited has an engine answer, and stops it when it has done more than so many units of work, of which
// several goroutines may tell. It is spent then, even if it was about to answer.
func limited(ctx context.Context, e engine.Engine, t engine.Task, units int64) (res engine.Result, spent bool,
	err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var done atomic.Int64
	outer := t
	t.Work = func(n int64) {
		if done.Add(n) > units {
			cancel(errShare)
		}
		outer.Did(n)
	}
	res, err = e.Check(ctx, t)
	return res, errors.Is(context.Cause(ctx), errShare), err
}

// errShare ends an engine that has done its share.
var errShare = errors.New("stopped after its share of the work")
