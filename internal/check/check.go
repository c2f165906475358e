package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"whittle.dev/internal/bugreport"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/portfolio"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/frontend/llvm"
	"whittle.dev/internal/limits"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
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
	return r.Check(ctx, opt)
}

// Check answers a task in which nothing is open.
func (r Settled) Check(ctx context.Context, opt Options) (Outcome, error) {
	o, err := r.checkOnce(ctx, opt)
	if err == nil && r.endsByTurns(o, opt) {
		return r.endByTurns(ctx, opt, o)
	}
	if err != nil || !r.looksAgain(o) {
		return o, err
	}
	return r.lookAgain(ctx, opt, o)
}

func (r Settled) checkOnce(ctx context.Context, opt Options) (Outcome, error) {
	start := time.Now()
	var cert systemCertificate
	var err error
	opt.system = r.language != nil
	if r.formula != nil {
		if opt.Engine != "" && opt.Engine != auto && opt.Engine != formulas {
			return Outcome{}, inputError("formulas of temporal logic are decided by the engine %s, not by %s",
				formulas, opt.Engine)
		}
		opt.Engine = formulas
	}
	if r.Asked == property.NoStarvation && (opt.Engine == "" || opt.Engine == auto) {
		opt.Engine = formulas // the only one that decides it
	}
	if r.Asked == property.Termination && (opt.Engine == "" || opt.Engine == auto) && opt.certifies() {
		opt.Engine = "ranking" // the only one that proves it
	}
	if opt.system || givesProofs[opt.Engine] {
		if cert, err = opt.takeCertificate(); err != nil {
			return Outcome{}, err
		}
	}
	eng, err := newEngine(opt)
	if err != nil {
		return Outcome{}, err
	}
	if r.open && !opt.meansOneEngine() {
		r.Asked = r.everything()
		if r.isModule() { // of which there would be no proof
			r.Asked = r.Asked.Only(func(p property.Property) bool { return !r.hides(p) })
		}
	}
	if _, ok := eng.(*portfolio.Engine); ok {
		opt.scarce = make(chan struct{}, 1)
	}
	ctx, stop := opt.limits().Start(ctx)
	defer stop()

	run := &checkRun{task: r, opt: opt, engine: eng, certificate: cert}
	if opt.Explain {
		run.history = newHistory(start)
	}
	if len(r.Asked.Members()) > 1 {
		run.task.lowered = commonLowering(r.Asked)
		run.several = &several{checkRun: run, done: map[property.Property]Outcome{}}
	}
	o, err := run.within(ctx)
	if run.several != nil && err == nil {
		o.DataModel, o.Inputs, o.Settings, o.Engine = r.DataModel, r.Files, opt.Set, eng.Name()
		o = run.several.outcome(o)
		o.Expected, o.Elapsed = r.expected, time.Since(start)
		o.Stats = append(run.times(), limits.Stats()...)
		o.rest(run.premises())
		run.explain(&o, context.Cause(ctx))
		return o, nil
	}
	o.history = run.history.close()
	o.Settings = opt.Set
	o.Property, o.Engine, o.DataModel, o.Inputs, o.Expected = r.Asked, eng.Name(), r.DataModel, r.Files,
		r.expected
	if by := o.Result.Engine; by != "" && by != o.Engine {
		o.Engine += " (" + by + ")"
	}
	o.Verdict, o.task = o.Result.Verdict, r
	o.Result.Trace = r.madeFor(o.Result.Trace)
	o.Elapsed = time.Since(start)
	o.Stats = append(run.times(), limits.Stats()...)
	o.rest(run.premises())
	run.explain(&o, context.Cause(ctx))
	return o, err
}

// checkRun is one run of Check. Its mutable part is shared between the
// goroutine that works and the one that waits for it.
type checkRun struct {
	task   Settled
	opt    Options
	engine engine.Engine

	mu    sync.Mutex
	over  bool // the answer has been given, events are dropped
	facts []shownFact
	stats []engine.Stat
	warns []string
	files *source.Files
	prog  *cfa.Program
	// system is what the task is about if there is no program.
	system *transition.System
	diags  *source.Diagnostics
	// replayed are traces that the interpreter has made.
	replayed map[*trace.Trace]bool
	// relied is what was said of a violation that rests on a result that is not modelled exactly; nil: there
	// was none.
	relied  *engine.Result
	history *history // nil: not wanted
	// certificate says how the invariants of engines of transition systems are checked.
	certificate systemCertificate

	cut context.CancelFunc // ends the first attempt of decide

	several *several // nil: one property is asked
}

// shownFact is the strongest fact of an engine.
type shownFact struct{ engine, fact string }

// within gives the answer in time even from a part that does not look at its context. What is left running
// then has nowhere to report to.
func (r *checkRun) within(ctx context.Context) (Outcome, error) {
	type answer struct {
		out Outcome
		err error
	}
	a, ok := limits.Within(ctx, func() answer {
		o, err := r.guarded(ctx)
		return answer{o, err}
	})
	if !ok {
		a.out.Result = engine.Unknown("%s", engine.StopReason(ctx))
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.over = true
	if a.out.Files == nil {
		a.out.Files = r.files
	}
	a.out.Diagnostics, a.out.Warnings, a.out.prog = r.diags, r.warns, cmp.Or(a.out.prog, r.prog)
	a.out.system = r.system
	if a.out.Result.Verdict.Kind == property.Unknown && len(a.out.Result.Facts) == 0 {
		a.out.Result.Facts = r.shown()
	}
	return a.out, a.err
}

// guarded turns a panic into an internal error with a description.
func (r *checkRun) guarded(ctx context.Context) (o Outcome, err error) {
	defer func() {
		if p := recover(); p != nil {
			o, err = r.internalError(bugreport.Caught(p).Report()), nil
		}
	}()
	return r.work(ctx)
}

// argumentsNote is said about a program that is undecided and reads its arguments.
const argumentsNote = "the arguments of main are inputs, and nothing is known of the 9th and later ones, " +
	"or of what follows the 32nd character; " +
	"--args 'prog a b' fixes them"

func (r *checkRun) work(ctx context.Context) (Outcome, error) {
	if r.task.language != nil {
		return r.workSystem(ctx)
	}
	prog, err := r.load(ctx)
	if err != nil || prog == nil {
		if ctx.Err() != nil {
			return Outcome{Result: engine.Unknown("%s", engine.StopReason(ctx))}, nil
		}
		var pe *bugreport.Panic
		if errors.As(err, &pe) {
			return r.internalError(pe.Report()), nil
		}
		return Outcome{}, err
	}
	if r.several != nil {
		r.several.decideSeveral(ctx, prog)
		return Outcome{Files: prog.Files, Result: engine.Unknown("%s", engine.StopReason(ctx))}, nil
	}
	o := r.decideBeyond(ctx, prog)
	begin := time.Now()
	o.Result.Notes = append(o.Result.Notes, notes(ctx, prog, o.Result.Verdict)...)
	r.time("notes time", begin)
	if cfg := r.task.config(); o.Result.Verdict.Kind == property.Unknown &&
		c.ReadsInputArguments(&cfg, prog) {
		r.event(Event{Warning: argumentsNote})
	}
	return o, nil
}

// load reads and lowers the program.
func (r *checkRun) load(ctx context.Context) (*cfa.Program, error) {
	begin := time.Now()
	r.event(Event{Stage: "front end"})
	prog, diags, err := load(ctx, r.task)
	r.time("front end time", begin)
	r.mu.Lock()
	r.diags = diags
	if prog != nil {
		r.files, r.prog = prog.Files, prog
	}
	r.mu.Unlock()
	return prog, err
}

// config is what the front end is told.
func (r Settled) config() c.Config {
	model := c.LP64
	if r.DataModel == "ILP32" {
		model = c.ILP32
	}
	files := r.Files
	if r.units != nil {
		files = nil
	}
	return c.Config{
		Files: files, Read: r.Read, Units: r.units, DataModel: model, Include: r.Include, Defines: r.Defines,
		ForceIncludes: r.ForceIncludes,
		Property:      r.lowering(), Propositions: r.observed(),
		Monitor: r.monitor, ErrorLabel: r.ErrorLabel, Entry: r.Entry,
		Args:         r.Args,
		MayFail:      failings[r.MayFail],
		ExternWrites: r.ExternWrites, StrictMembers: r.StrictMembers, StrictCalls: r.StrictCalls,
		Volatile: volatileMeanings[r.Volatile],
	}
}

// hides reports whether the files may no longer show a violation of a property that their source has.
func (r Settled) hides(p property.Property) bool {
	return (p == property.NoUndefinedBehaviour || p == property.NoUninitialisedUse) && r.isModule()
}

// isModule reports whether the task is about modules of LLVM.
func (r Settled) isModule() bool { return r.byClang() || slices.ContainsFunc(r.Files, llvm.IsFile) }

// load runs the front end and checks what it made. A panic becomes a *bugreport.Panic.
func load(ctx context.Context, t Settled) (prog *cfa.Program, diags *source.Diagnostics, err error) {
	defer func() {
		if p := recover(); p != nil {
			prog, err = nil, bugreport.Caught(p)
		}
	}()
	if t.language != nil {
		return nil, nil, inputError("%s is a transition system, and this is for C programs", t.Files[0])
	}
	if t.byClang() {
		prog, diags, err = loadCompiled(ctx, t)
	} else if t.isModule() {
		i := slices.IndexFunc(t.Files, llvm.IsFile)
		if j := slices.IndexFunc(t.Files, func(f string) bool { return !llvm.IsFile(f) }); j >= 0 {
			return nil, nil, inputError("%s is a module of LLVM and %s is C: they are not checked together",
				t.Files[i], t.Files[j])
		}
		prog, diags, err = llvm.Load(ctx, llvm.Config{Files: t.Files, Lowering: t.config()})
	} else {
		prog, diags, err = c.Load(ctx, t.config())
	}
	t.noteDatabase(diags)
	if err == nil && diags != nil && diags.HasErrors() {
		err = diags.Err()
	}
	if err != nil {
		return nil, diags, &InputError{err}
	}
	if err := cfa.Check(prog); err != nil {
		return nil, diags, bugreport.Caught(fmt.Sprintf("the front end made a program that is not "+
			"well-formed: %v",
			err))
	}
	prog.Terms.Freeze()
	if t.lowering() == property.NoUninitialisedUse && t.monitor == nil {
		if prog, err = followUnset(ctx, prog); err != nil {
			return nil, diags, err
		}
	}
	return prog, diags, nil
}

// event hands progress to the listener and remembers facts.
func (r *checkRun) event(e Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return
	}
	r.history.add(time.Now(), e.Engine, e.Samples)
	if e.Stage == "" && e.Warning == "" && e.Fact == "" {
		return // it was for the history alone
	}
	if e.Warning != "" {
		r.warns = append(r.warns, e.Warning)
		return
	}
	if e.Fact != "" {
		r.learn(shownFact{e.Engine, e.Fact})
	}
	if r.opt.Events != nil {
		r.opt.Events(e)
	}
}

// learn keeps a fact, which is stronger than those before of the same engine.
func (r *checkRun) learn(f shownFact) {
	for i := range r.facts {
		if r.facts[i].engine == f.engine {
			r.facts[i] = f
			return
		}
	}
	r.facts = append(r.facts, f)
}

// shown lists the facts, with the engines if there are several.
func (r *checkRun) shown() []string {
	var out []string
	for _, f := range r.facts {
		if len(r.facts) > 1 {
			f.fact = f.engine + ": " + f.fact
		}
		out = append(out, f.fact)
	}
	slices.Sort(out)
	return out
}

func (r *checkRun) time(name string, begin time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stats = append(r.stats, engine.Seconds(name, time.Since(begin)))
}

func (r *checkRun) times() []engine.Stat {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]engine.Stat(nil), r.stats...)
}

// IsInputError reports whether an error is one of the user's.
func IsInputError(err error) bool {
	var ie *InputError
	return errors.As(err, &ie)
}
