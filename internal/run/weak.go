package run

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/addresses"
	"whittle.dev/internal/analysis/invariant"
	"whittle.dev/internal/axioms"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/graphs"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/plan"
	"whittle.dev/internal/run/settle"
	"whittle.dev/internal/trace"
)

// A program is decided in a memory model. Interleavings are executions in every model, so a violation found
// in them counts in all; a proof counts in the models that the engine has looked at. A program that names no
// weaker order has in C11 the executions of interleavings alone, if it has no data race (S. Adve, M. Hill,
// "Weak ordering - a new definition", ISCA 1990), and one with a single thread has them in every model. What
// is asked in another model goes to the engines that know it first, and then, for violations, to all.

// modelOf is the memory model that a program is decided in.
func modelOf(r Settled, opt Options, prog *cfa.Program, uses analysis.Uses) axioms.Model {
	switch {
	case !startsThreads(prog), r.MemoryModel == axioms.SC:
		return axioms.SC
	case r.MemoryModel != "":
		return r.MemoryModel
	case opt.forPanel().MeansOneEngine() && !plan.Knows(opt.Engine, axioms.RC11):
		return axioms.SC // the premises say so
	case len(uses.WeakOrders) > 0:
		return axioms.RC11
	}
	return axioms.SC
}

// reachedUses are the uses of a program. If it names weaker orders, those count that an interleaving may come
// to. Where none does, all executions in C11 are interleavings: the first step that differs would be one at a
// weaker order or in a race. Rust's atomics in builds without optimisation name all orders in a match on the
// one that is given.
func reachedUses(ctx context.Context, t Settled, prog *cfa.Program) analysis.Uses {
	uses := analysis.FindUses(prog, nil)
	if len(uses.WeakOrders) == 0 || !startsThreads(prog) {
		return uses
	}
	ctx, cancel := context.WithTimeoutCause(ctx, easyGuard, engine.ErrTimeout)
	defer cancel()
	// Executions go on after violations here, as in the programs for some of the properties.
	free, err := addresses.Free(ctx, pass.Without(prog, t.Lowering()))
	if err != nil {
		return uses
	}
	x, err := invariant.Analyse(ctx, free, cfa.NewRegIndex(free), easyLimits)
	if err != nil {
		return uses
	}
	if ok, _ := x.Sound(); !ok || len(analysis.FindUses(free, x.Reaches).WeakOrders) > 0 {
		return uses
	}
	uses.WeakOrders = nil
	return uses
}

// checkModel says which engine that is meant does not know a memory model that is meant.
func checkModel(r Settled, opt Options) error {
	if m := r.MemoryModel; m != "" && m != axioms.SC && opt.forPanel().MeansOneEngine() && opt.with == nil &&
		!plan.Knows(opt.Engine, m) {
		return settle.Errorf("the engine that is asked for decides programs in sequential consistency "+
			"alone; in the memory model %s: %s", m, plan.Knowing(m))
	}
	return nil
}

// inModel asks in a weak memory model, and where that leaves the question open about interleavings.
func (q *question) inModel(ctx context.Context, prog *cfa.Program) step {
	free, err := addresses.Free(ctx, prog)
	if err != nil {
		return over(Outcome{Result: engine.Unknown("%s", engine.StopReason(ctx)), Files: prog.Files})
	}
	weak, stop := q.weakShare(ctx)
	f := &form{ctx: weak, base: prog, program: prog, model: q.model, confirm: q.graphConfirmer(prog),
		events: q.event}
	return step{form: f, then: func(first Outcome) step {
		if first.Result.Verdict.Kind != property.True || free == prog {
			stop()
			return q.afterModel(ctx, prog, first)
		}
		return step{form: q.inAnyLayout(weak, prog, free), then: func(o Outcome) step {
			stop()
			if o.Result.Verdict.Kind != property.True {
				o = first
				o.Result = layoutMatters()
			}
			return q.afterModel(ctx, prog, o)
		}}
	}}
}

// inAnyLayout asks about a program whose layout is an input, for a proof: of a violation nothing says that it
// is one in the layout of the interpreter.
func (q *question) inAnyLayout(ctx context.Context, prog, free *cfa.Program) *form {
	return &form{ctx: ctx, base: prog, program: free, model: q.model, events: q.event,
		confirm: func(context.Context, engine.Result) (engine.Result, error) { return layoutMatters(), nil }}
}

func layoutMatters() engine.Result {
	return engine.Unknown("whether it holds rests on the layout of memory").Because(engine.Inexact)
}

// afterModel asks about interleavings what was not found out in the model.
func (q *question) afterModel(ctx context.Context, prog *cfa.Program, first Outcome) step {
	if first.Result.Verdict.Kind != property.Unknown || first.BugReport != "" || ctx.Err() != nil {
		return over(first)
	}
	return q.interleavings(ctx, prog, func(o Outcome) step {
		if o.isViolation() {
			return over(o)
		}
		if o.Result.Verdict.Kind == property.True {
			first.Result.Facts = append(first.Result.Facts, "the property holds in sequential consistency")
		}
		return over(first)
	})
}

// weakShare is what the engines have that know the model.
func (q *question) weakShare(ctx context.Context) (context.Context, func()) {
	share := plan.WeakShare
	if q.share > 0 {
		share = min(share, q.share/2)
	}
	b, ctx, stop := newBudget(ctx, share, engine.ErrTimeout)
	q.budgets = append(q.budgets, b)
	if q.opt.Timeout == 0 {
		return ctx, stop
	}
	ctx, end := context.WithTimeoutCause(ctx, q.opt.Timeout/2, engine.ErrTimeout)
	return ctx, func() { stop(); end() }
}

// graphConfirmer replays violations in a weak memory model, which engines may also find in interleavings.
func (q *question) graphConfirmer(prog *cfa.Program) func(context.Context, engine.Result) (engine.Result,
	error) {
	interleaved := q.confirmer(prog)
	return func(ctx context.Context, res engine.Result) (engine.Result, error) {
		if res.Trace == nil || res.Trace.Weak == nil {
			return interleaved(ctx, res)
		}
		q.event(Event{Stage: "replay"})
		if p := res.Trace.Property; !q.task.Asked.Covers(p) || p != res.Verdict.Property ||
			res.Trace.Weak.Model != q.model {
			return res, fmt.Errorf("the trace is about %s in %s, the verdict is %s", p,
				res.Trace.Weak.Model, res.Verdict)
		}
		if tr := interleaving(res.Trace); replays(ctx, prog, tr) {
			res.Trace = tr
			return interleaved(ctx, res)
		}
		full, err := replayWeak(ctx, prog, res.Trace)
		switch {
		case errors.Is(err, graphs.ErrRefused):
			return engine.Unknown("a violation was found that cannot be replayed: %v", err), nil
		case err != nil:
			return res, fmt.Errorf("the trace does not replay: %w", err)
		}
		if in := inexactIn(prog, full); in != nil {
			return engine.Unknown("whether it is violated rests on the result of %s, which is not modelled "+
				"exactly", in.Inexact).Because(engine.Inexact), nil
		}
		res.Trace = full
		q.mu.Lock()
		defer q.mu.Unlock()
		if q.replayed == nil {
			q.replayed = map[*trace.Trace]bool{}
		}
		q.replayed[full] = true
		return res, nil
	}
}

// interleaving is the schedule of a trace as that of an interleaving, which it may be. The accesses of a race
// come last there.
func interleaving(tr *trace.Trace) *trace.Trace {
	out := *tr.Machine()
	out.Weak = nil
	if first := tr.Weak.Racing; first != nil {
		out.Schedule = append(slices.DeleteFunc(slices.Clone(out.Schedule), func(k trace.Key) bool {
			return k == *first
		}), *first)
	}
	return &out
}

// interleavedSteps bounds the edges of an execution that may be an interleaving: where it is none, a thread
// may wait for ever for what it sees.
const interleavedSteps = 1_000_000

func replays(ctx context.Context, prog *cfa.Program, tr *trace.Trace) bool {
	r, err := interp.NewReplayer(prog)
	if err != nil {
		return false
	}
	_, _, err = r.Replay(ctx, tr, interleavedSteps)
	return err == nil
}

// replayWeak replays a trace with an execution graph.
func replayWeak(ctx context.Context, prog *cfa.Program, tr *trace.Trace) (*trace.Trace, error) {
	return graphs.Replay(ctx, pass.Beyond(prog), tr.Machine())
}

// inexactIn is an input of an execution that stands for a result which is not modelled exactly; nil: there is
// none.
func inexactIn(prog *cfa.Program, tr *trace.Trace) *cfa.Havoc {
	for _, proc := range prog.Procs {
		for _, e := range proc.Edges {
			in, ok := e.Op.(cfa.Havoc)
			if ok && in.Inexact != "" && slices.ContainsFunc(tr.Steps, func(s trace.Step) bool {
				return s.Kind == trace.KindInput && s.Origin == e.Origin
			}) {
				return &in
			}
		}
	}
	return nil
}
