package run

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"slices"

	"whittle.dev/internal/bugreport"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/minimise"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// withheld is a result without a proof that a module of LLVM cannot give.
func (q *question) withheld(res engine.Result) engine.Result {
	if res.Verdict.Kind != property.True || !slices.ContainsFunc(q.task.Asked.Members(), q.task.Hides) {
		return res
	}
	un := engine.Unknown("a module of LLVM no longer shows all undefined behaviour of its source, so there " +
		"is no proof of no-undefined-behaviour or no-uninitialised-use").Because(engine.OtherTask)
	un.Stats = res.Stats
	return un
}

// judgeProgram decides what may be said: "violated" only with a trace that replays (engine.Task.Confirm), on
// the program as lowered, to a violation of the property; "holds" not if the invariant that is to show it is
// none.
func (q *question) judgeProgram(ctx context.Context, t engine.Task, files *source.Files,
	res engine.Result) Outcome {
	res = q.withheld(res)
	o := Outcome{Result: res, Files: files}
	if res.Verdict.Kind == property.Unknown || res.Certificate != nil || q.isReplayed(res.Trace) {
		return o
	}
	confirmed, err := t.Confirm(ctx, res)
	switch {
	case err != nil && ctx.Err() != nil:
		o.Result = engine.Unknown("%s", engine.StopReason(ctx))
		o.Result.Facts, o.Result.Stats = res.Facts, res.Stats
	case err != nil:
		o = q.internalError(bugreport.Report{Error: err.Error(), Trace: res.Trace})
		o.Files, o.Result.Stats = files, res.Stats
	default:
		o.Result = confirmed
	}
	return o
}

// confirmer replays violations for an engine that chooses among answers. What it has returned is not replayed
// again.
func (q *question) confirmer(prog *cfa.Program) func(context.Context, engine.Result) (engine.Result, error) {
	return func(ctx context.Context, res engine.Result) (engine.Result, error) {
		q.event(Event{Stage: "replay"})
		res, err := q.replay(ctx, prog, res)
		if err != nil || res.Verdict.Kind != property.False {
			return res, err
		}
		q.mu.Lock()
		defer q.mu.Unlock()
		if q.replayed == nil {
			q.replayed = map[*trace.Trace]bool{}
		}
		q.replayed[res.Trace] = true
		return res, nil
	}
}

// isReplayed reports whether a trace was made by the interpreter.
func (q *question) isReplayed(t *trace.Trace) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return t != nil && q.replayed[t]
}

// reportFailures writes descriptions of the defects of engines that others made up for.
func (q *question) reportFailures(list []engine.Failure, o *Outcome) {
	for _, f := range list {
		if b := q.internalError(bugreport.Report{Error: fmt.Sprintf("engine %s: %v", f.Engine, f.Err),
			Stack: f.Stack,
			Trace: f.Trace}); o.BugReport == "" {
			o.BugReport = b.BugReport
		}
	}
}

// replay returns a violation with the steps of its execution, or unknown if that depends on what a library
// function yields that is not modelled exactly.
func (q *question) replay(ctx context.Context, prog *cfa.Program, res engine.Result) (engine.Result, error) {
	switch {
	case res.Trace == nil:
		return res, errors.New("the engine gave no trace")
	case !q.task.Asked.Covers(res.Verdict.Property):
		return res, fmt.Errorf("the engine answered %s, but %s was asked", res.Verdict, q.task.Asked)
	case res.Trace.Property != res.Verdict.Property:
		return res, fmt.Errorf("the verdict is %s, but the trace is about %s", res.Verdict,
			res.Trace.Property)
	}
	replay := minimise.Trace
	if q.opt.NoMinimise {
		replay = interp.Replay
	}
	full, err := replay(ctx, prog, res.Trace.Machine())
	if unknown, ok := notLost(prog, res, err); ok {
		return unknown, nil
	}
	if err != nil {
		return res, fmt.Errorf("the trace does not replay: %w", err)
	}
	inexact, err := interp.Relies(ctx, prog, full.Machine())
	if err != nil {
		return res, err
	}
	if inexact != nil {
		unknown := engine.Unknown("whether it is violated here rests on the result of %s at %s, which is "+
			"not modelled exactly",
			inexact.Function, inexact.Where).Because(engine.Inexact)
		if token.IsIdentifier(inexact.Function) { // else it is a part of what the library does
			unknown.Helps = []engine.Help{{Kind: engine.Define, Name: inexact.Function}}
		}
		unknown.Pos = full.Steps[len(full.Steps)-1].User
		unknown.Facts, unknown.Stats, unknown.Evidence = res.Facts, res.Stats, res.Evidence
		q.mu.Lock()
		q.relied = &unknown
		q.mu.Unlock()
		q.cut()
		return unknown, nil
	}
	res.Trace = full
	res.Verdict = property.Violated(full.Property) // of several, the one that is violated
	return res, nil
}

// notLost is what is said where a replay ends at a step that is a violation only if a block is lost, which it
// is not.
func notLost(prog *cfa.Program, res engine.Result, err error) (unknown engine.Result, ok bool) {
	var diverged *interp.DivergenceError
	if !errors.As(err, &diverged) || !asksForLost(prog, res.Trace.Violation) {
		return res, false
	}
	unknown = engine.Unknown("what is allocated here is not freed, and the engine does not tell " +
		"whether something still leads to it").Because(engine.Inexact)
	unknown.Pos = diverged.Pos
	unknown.Facts, unknown.Stats, unknown.Evidence = res.Facts, res.Stats, res.Evidence
	return unknown, true
}

// asksForLost reports whether a step is a violation where a block is lost, which not all engines can tell.
func asksForLost(prog *cfa.Program, at trace.Key) bool {
	for _, proc := range prog.Procs {
		for _, e := range proc.Edges {
			if v, ok := e.Op.(cfa.Violation); ok && e.Origin == at.Origin {
				return v.Lost
			}
		}
	}
	return false
}

// internalError writes the description of an internal error to a file and answers unknown.
func (q *question) internalError(b bugreport.Report) Outcome {
	return describeError(b, q.task, q.opt, q.Name())
}

func describeError(b bugreport.Report, t Settled, opt Options, by string) Outcome {
	b.Task, b.Property, b.Engine = t.Task, string(t.Asked), by
	o := Outcome{Result: engine.Unknown("internal error: %s", b.Error).Because(engine.Failed)}
	name, err := b.Write(opt.BugDir)
	if err != nil {
		o.Result.Why += fmt.Sprintf(" (and its description could not be written: %v)", err)
	}
	o.BugReport = name
	return o
}
