package check

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"whittle.dev/internal/analysis/addresses"
	"whittle.dev/internal/bugreport"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
	"whittle.dev/smt/audit"
)

// decide has the engine answer. Where the program can tell where its objects lie, a proof is one of the
// program in which that is an input, and a violation one of the program in the layout of the interpreter,
// which is one that the environment may choose: first the violation that the engine has found with inputs is
// tried there, then the engine itself.
func (r *checkRun) decide(ctx context.Context, prog *cfa.Program) Outcome {
	begin := time.Now()
	defer func() { r.time("engine time", begin) }()
	if o, ok := r.besidesDisputed(ctx, prog); ok {
		return o
	}
	first, cut := context.WithCancel(ctx)
	defer cut()
	r.cut = cut
	o := r.decideInLayouts(first, prog)
	relied := r.reliedOn()
	if o.Result.Verdict.Kind != property.Unknown || o.BugReport != "" || ctx.Err() != nil || relied == nil {
		return o
	}
	// The program has a violation, so no proof is missed by ending there; but it rests on a result that is
	// not modelled exactly. Perhaps another one does not: first those in executions that take no such result,
	// which are quick to find, then all.
	if exact := r.ask(ctx, prog, question{program: withoutInexact(prog),
		confirm: r.confirmer(prog)}); exact.isViolation() {
		return exact
	}
	if o = r.decideInLayouts(ctx, prog); !o.isViolation() && ctx.Err() != nil {
		o.Result = *relied // that says more than that the time was over
	}
	return o
}

// isViolation reports whether nothing more has to be looked for: a violation was found, or a defect of ours.
func (o Outcome) isViolation() bool {
	return o.Result.Verdict.Kind == property.False || o.BugReport != ""
}

// withoutInexact is the program without the executions that take a result that is not modelled exactly and
// that somebody reads.
func withoutInexact(prog *cfa.Program) *cfa.Program {
	p := prog.Clone()
	read := map[cfa.RegID]bool{}
	index := cfa.NewRegIndex(p)
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			index.Uses(e.Op, func(r cfa.RegID) { read[r] = true })
		}
	}
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			if in, ok := e.Op.(cfa.Havoc); ok && in.Inexact != "" && read[in.Dst] {
				e.Op = cfa.Assume{Cond: p.Terms.False()}
			}
		}
	}
	p.Terms.Freeze()
	return p
}

// reliedOn is what was said of a violation that was not believed because of such a result; nil: there was
// none.
func (r *checkRun) reliedOn() *engine.Result {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.relied
}

func (r *checkRun) decideInLayouts(ctx context.Context, prog *cfa.Program) Outcome {
	free, err := addresses.Free(ctx, prog)
	if err == nil && free == prog {
		return r.ask(ctx, prog, question{program: prog, confirm: r.confirmer(prog), events: r.event})
	}
	if ctx.Err() != nil {
		return Outcome{Result: engine.Unknown("%s", engine.StopReason(ctx)), Files: prog.Files}
	}
	var o Outcome
	if err == nil {
		o = r.ask(ctx, prog, question{program: free, confirm: r.layoutConfirmer(prog, free), events: r.event})
		if o.Result.Verdict.Kind != property.Unknown || o.BugReport != "" || ctx.Err() != nil {
			return o
		}
	}
	fixed := r.ask(ctx, prog, question{program: prog, confirm: r.confirmer(prog)})
	if fixed.Result.Verdict.Kind == property.True && err == nil {
		if all, ok := r.decideInOrders(ctx, prog); ok {
			return all
		}
	}
	switch {
	case fixed.isViolation():
		return fixed
	case err != nil: // a defect of ours, beside which there is no proof
		o = r.internalError(bugreport.Report{Error: err.Error()})
		o.Files = prog.Files
	}
	return o
}

// decideInOrders asks for each order of the static objects whose addresses are compared. It reports whether
// the property holds in all of them.
func (r *checkRun) decideInOrders(ctx context.Context, prog *cfa.Program) (o Outcome, holds bool) {
	orders, err := addresses.Orders(ctx, prog)
	if err != nil {
		return o, false
	}
	for _, q := range orders {
		o = r.ask(ctx, prog, question{program: q, confirm: r.layoutConfirmer(prog, q)})
		if o.Result.Verdict.Kind != property.True {
			return o, false
		}
	}
	return o, len(orders) > 0
}

// question is what the engine is asked.
type question struct {
	program *cfa.Program
	confirm func(context.Context, engine.Result) (engine.Result, error)
	events  func(Event) // nil: what is shown counts for one layout only
}

// ask has the engine answer a question about a program.
func (r *checkRun) ask(ctx context.Context, prog *cfa.Program, q question) Outcome {
	asked, has := r.task.Asked, traitsOf(prog)
	if asked.Covers(property.ValidDeref) { // else engines say as much, and in more words
		asked = has.possible(asked)
	}
	if asked == "" && r.opt.Engine != "" && r.opt.Engine != auto {
		asked = r.task.Asked // the engine is to show it
	}
	t := engine.Task{Program: q.program, Property: asked, MaxUnwind: r.opt.MaxUnwind,
		Memory: r.opt.Memory, Explain: r.opt.Explain, Events: q.events, Scarce: r.opt.scarce,
		Certify: r.certificate.wanted(), Temporal: r.task.temporal(prog)}
	t.Confirm = func(ctx context.Context, res engine.Result) (engine.Result, error) {
		if res.Verdict.Kind == property.True {
			return r.certify(ctx, t, res)
		}
		return q.confirm(ctx, res)
	}
	judge := func(res engine.Result) Outcome { return r.judge(ctx, t, prog.Files, res) }
	if asked == "" {
		return judge(has.nothingPossible())
	}
	return r.consult(ctx, t, judge)
}

// consult has the engine answer a task, and judge decide what may be said. An error of the engine is an
// internal error.
func (r *checkRun) consult(ctx context.Context, t engine.Task, judge func(engine.Result) Outcome) Outcome {
	res, err := r.engine.Check(ctx, t)
	var wrong *audit.Error
	switch {
	case errors.As(err, &wrong):
		return r.internalError(bugreport.Report{Error: wrong.Error(), Query: wrong.Script})
	case err != nil && ctx.Err() != nil:
		return Outcome{Result: engine.Unknown("%s", engine.StopReason(ctx))}
	case err != nil:
		b := bugreport.Report{Error: fmt.Sprintf("engine %s: %v", r.engine.Name(), err)}
		for i := len(res.Failures) - 1; i >= 0; i-- {
			b.Stack, b.Trace = res.Failures[i].Stack, res.Failures[i].Trace
		}
		return r.internalError(b)
	}
	o := judge(res)
	r.reportFailures(res.Failures, &o)
	return o
}

// layoutConfirmer replays violations of the program in which the layout is an input: there, which checks the
// engine, and then in the layout of the interpreter. What cannot be found there is unknown.
func (r *checkRun) layoutConfirmer(prog, free *cfa.Program) func(context.Context,
	engine.Result) (engine.Result, error) {
	confirm := r.confirmer(prog)
	return func(ctx context.Context, res engine.Result) (engine.Result, error) {
		if res.Trace == nil {
			return confirm(ctx, res)
		}
		full, err := interp.Replay(ctx, free, res.Trace.Machine())
		if unknown, ok := notLost(free, res, err); ok {
			return unknown, nil
		}
		if err != nil {
			return res, fmt.Errorf("the trace does not replay: %w", err)
		}
		fixed := res
		fixed.Trace = withoutLayout(res.Trace, prog)
		fixed, err = confirm(ctx, fixed)
		if err == nil || ctx.Err() != nil {
			return fixed, err
		}
		un := engine.Unknown("whether it is violated rests on the layout of memory").Because(engine.Inexact)
		for _, s := range full.Steps {
			if int(s.Origin) < prog.NumEdges || s.Kind != trace.KindInput {
				continue
			}
			un.Pos = s.Pos
			for _, in := range s.Inputs {
				un.Why = "whether it is violated rests on the layout of memory: " + in.What
			}
		}
		un.Facts, un.Stats, un.Evidence = res.Facts, res.Stats, res.Evidence
		return un, nil
	}
}

// withoutLayout drops the inputs that stand for a layout.
func withoutLayout(t *trace.Trace, prog *cfa.Program) *trace.Trace {
	c := *t.Machine()
	c.Schedule = slices.DeleteFunc(slices.Clone(c.Schedule),
		func(k trace.Key) bool { return int(k.Origin) >= prog.NumEdges })
	c.Inputs = slices.DeleteFunc(slices.Clone(c.Inputs), func(in trace.Input) bool {
		return in.Thread != trace.StaticThread && int(in.Origin) >= prog.NumEdges
	})
	return &c
}
