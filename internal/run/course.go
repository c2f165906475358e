package run

import (
	"context"
	"fmt"
	"slices"

	"whittle.dev/internal/analysis/addresses"
	"whittle.dev/internal/axioms"
	"whittle.dev/internal/bugreport"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
	"whittle.dev/internal/ts/transition"
)

// A question is asked in one form of the program after the other: each answer decides on the next form. The
// course of a question is these steps. Where the program can tell where its objects lie, a proof is one of
// the program in which that is an input, and a violation one of the program in the layout of the
// interpreter, which is one that the environment may choose: first the violation that an engine has found
// with inputs is tried there, then the engine itself.

// form is what the engines are asked about.
type form struct {
	ctx context.Context
	// program is what they get, made from base, which is as lowered. system is set instead if the task is
	// about one; then asked is what is asked here.
	program, base *cfa.Program
	model         axioms.Model // empty: interleavings
	system        *transition.System
	goal          int
	asked         property.Property
	confirm       func(context.Context, engine.Result) (engine.Result, error)
	events        func(Event) // nil: what is shown counts for one layout only
}

// step is one of the course: a form to ask about, and what its answer leads to; or the end, with the answer.
type step struct {
	form   *form
	then   func(Outcome) step
	answer Outcome
}

// over is the end of a course.
func over(o Outcome) step { return step{answer: o} }

// course begins with the program itself. Where the answer is that something is not supported which can be
// over-approximated, a violation after that counts if it does not depend on it (pass.Beyond). Such a
// violation takes for granted that each call on the way returns and does nothing but write what it is given.
// Whether an execution ends may depend on a signal, and is not asked about.
func (q *question) course(ctx context.Context, prog *cfa.Program) step {
	if q.model != "" && q.model != axioms.SC {
		return q.inModel(ctx, prog)
	}
	return q.interleavings(ctx, prog, over)
}

// interleavings asks about the executions of sequential consistency.
func (q *question) interleavings(ctx context.Context, prog *cfa.Program, over func(Outcome) step) step {
	return q.inProgram(ctx, prog, func(o Outcome) step {
		if o.Result.Verdict.Kind != property.Unknown || o.Result.Reason != engine.NotSupported ||
			o.BugReport != "" || ctx.Err() != nil || q.task.Asked.Covers(property.Termination) {
			return over(o)
		}
		beyond := pass.Beyond(prog)
		if beyond == prog {
			return over(o)
		}
		return q.inProgram(ctx, beyond, func(behind Outcome) step {
			if !behind.isViolation() {
				o.Result.Behind = behind.BugReport == ""
				return over(o)
			}
			behind.prog = beyond
			behind.passed = passed(prog, behind.Result.Trace)
			return over(behind)
		})
	})
}

// inProgram asks about a program. If a violation of it rests on a result that is not modelled exactly no
// proof is missed by ending there; but perhaps another one does not: first those in executions that take no
// such result, which are quick to find, then all.
func (q *question) inProgram(ctx context.Context, prog *cfa.Program, done func(Outcome) step) step {
	if s, ok := q.besidesDisputed(ctx, prog, done); ok {
		return s
	}
	first, cut := context.WithCancel(ctx)
	q.cut = cut
	return q.inLayouts(first, prog, func(o Outcome) step {
		cut()
		relied := q.reliedOn()
		if o.Result.Verdict.Kind != property.Unknown || o.BugReport != "" || ctx.Err() != nil ||
			relied == nil {
			return done(o)
		}
		exact := &form{ctx: ctx, base: prog, program: withoutInexact(prog), confirm: q.confirmer(prog)}
		return step{form: exact, then: func(o Outcome) step {
			if o.isViolation() {
				return done(o)
			}
			return q.inLayouts(ctx, prog, func(o Outcome) step {
				if !o.isViolation() && ctx.Err() != nil {
					o.Result = *relied // that says more than that the time was over
				}
				return done(o)
			})
		}}
	})
}

// inLayouts asks about a program whose layout is an input, if it can tell, and then in that of the
// interpreter.
func (q *question) inLayouts(ctx context.Context, prog *cfa.Program, done func(Outcome) step) step {
	fixed := &form{ctx: ctx, base: prog, program: prog, confirm: q.confirmer(prog)}
	free, err := addresses.Free(ctx, prog)
	switch {
	case err == nil && free == prog:
		fixed.events = q.event
		return step{form: fixed, then: done}
	case ctx.Err() != nil:
		return done(Outcome{Result: engine.Unknown("%s", engine.StopReason(ctx)), Files: prog.Files})
	case err != nil: // a defect of ours, beside which there is no proof
		return step{form: fixed, then: func(o Outcome) step {
			if !o.isViolation() {
				o = q.internalError(bugreport.Report{Error: err.Error()})
				o.Files = prog.Files
			}
			return done(o)
		}}
	}
	asInput := &form{ctx: ctx, base: prog, program: free, confirm: q.layoutConfirmer(prog, free),
		events: q.event}
	return step{form: asInput, then: func(o Outcome) step {
		if o.Result.Verdict.Kind != property.Unknown || o.BugReport != "" || ctx.Err() != nil {
			return done(o)
		}
		return step{form: fixed, then: func(one Outcome) step {
			switch {
			case one.isViolation():
				return done(one)
			case one.Result.Verdict.Kind == property.True:
				return q.inOrders(ctx, prog, o, done)
			}
			return done(o)
		}}
	}}
}

// inOrders asks for each order of the static objects whose addresses are compared. Where the property does
// not hold in all of them the answer is otherwise.
func (q *question) inOrders(ctx context.Context, prog *cfa.Program, otherwise Outcome,
	done func(Outcome) step) step {
	orders, err := addresses.Orders(ctx, prog)
	if err != nil || len(orders) == 0 {
		return done(otherwise)
	}
	var from func(i int) step
	from = func(i int) step {
		in := &form{ctx: ctx, base: prog, program: orders[i], confirm: q.layoutConfirmer(prog, orders[i])}
		return step{form: in, then: func(o Outcome) step {
			switch {
			case o.Result.Verdict.Kind != property.True:
				return done(otherwise)
			case i+1 == len(orders):
				return done(o)
			}
			return from(i + 1)
		}}
	}
	return from(0)
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
func (q *question) reliedOn() *engine.Result {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.relied
}

// layoutConfirmer replays violations of the program in which the layout is an input: there, which checks the
// engine, and then in the layout of the interpreter. What cannot be found there is unknown.
func (q *question) layoutConfirmer(prog, free *cfa.Program) func(context.Context,
	engine.Result) (engine.Result, error) {
	confirm := q.confirmer(prog)
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
