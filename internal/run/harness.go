package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"whittle.dev/internal/bugreport"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/harness"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/settle"
	"whittle.dev/internal/trace"
	"whittle.dev/internal/version"
)

// NativeRefusal says why an execution cannot be written as a C program, and where.
type NativeRefusal = harness.Refusal

// ErrNoViolation is returned by WriteHarness for an outcome without a violation.
var ErrNoViolation = errors.New("there is no violation to replay")

// WriteHarness writes the violation as a C program, named output, that follows its schedule and
// has its inputs; see package harness. The notes tell on which undefined behaviour the
// violation rests, each with its place. An error is a *NativeRefusal when the violation cannot be
// followed natively, and ErrNoViolation when there is none.
func (o Outcome) WriteHarness(ctx context.Context, w io.Writer, output string) (notes []string, err error) {
	if o.Result.Verdict.Kind != property.False || o.Result.Trace == nil {
		return nil, ErrNoViolation
	}
	if o.task.InGo() {
		return nil, &NativeRefusal{What: "a program in Go is not replayed natively yet"}
	}
	if o, err = o.separate(ctx); err != nil {
		return nil, &NativeRefusal{What: err.Error()}
	}
	return writeHarness(ctx, w, o.task, o.Result.Trace.Machine(), output)
}

// WriteReplay writes the execution of a trace as a C program, as Outcome.WriteHarness does. The trace is what
// Outcome.WriteJSON or Record wrote, or a file in the format of package trace.
func WriteReplay(ctx context.Context, t Task, in io.Reader, w io.Writer, output string) (notes []string,
	err error) {
	tr, err := readTrace(in)
	if err != nil {
		return nil, &InputError{Err: err}
	}
	r, err := t.SettleFor(tr)
	if err != nil {
		return nil, err
	}
	if r, tr, err = alone(ctx, r, tr); err != nil {
		return nil, err
	}
	return writeHarness(ctx, w, r, tr, output)
}

func writeHarness(ctx context.Context, w io.Writer, t Settled, tr *trace.Trace,
	output string) (notes []string, err error) {
	defer bugreport.Guard(&err)
	if t.Monitor != nil {
		return nil, &NativeRefusal{What: "a program that a monitor watches cannot be replayed natively"}
	}
	if tr.Weak != nil {
		return nil, &NativeRefusal{What: "a schedule has no processor show what a weak memory model allows"}
	}
	if tr.Again != nil || tr.Lasso != nil {
		return nil, &NativeRefusal{What: "an execution that does not end has nothing at its end to be shown"}
	}
	src, diags, err := c.LoadInstrumented(ctx, t.Config())
	if err == nil && diags != nil && diags.HasErrors() {
		err = diags.Err()
	}
	if err != nil {
		return nil, &InputError{Err: err}
	}
	if tr, err = explained(ctx, src, tr); err != nil {
		return nil, err
	}
	for _, p := range passed(src.Program(), tr) {
		return nil, &NativeRefusal{What: fmt.Sprintf("the execution goes on behind %s, whose results and "+
			"effects nobody chooses in a program built by gcc", strings.Join(p.Functions, ", "))}
	}
	return harness.Write(ctx, w, src, tr, harness.Head{
		Output: output, Files: t.Files, Version: version.String(), ILP32: t.DataModel == "ILP32",
	})
}

// explained fills in the steps of a trace. One that violates nothing has them already.
func explained(ctx context.Context, src *c.Instrumented, tr *trace.Trace) (*trace.Trace, error) {
	if passes(tr) {
		if len(tr.Steps) == 0 {
			return nil, &InputError{Err: errors.New("the trace has no violation, and no steps either")}
		}
		return tr, nil
	}
	full, err := interp.Replay(ctx, pass.Beyond(src.Program()), tr.Machine())
	if err != nil {
		return nil, fmt.Errorf("the trace does not replay: %w", err)
	}
	return full, nil
}

// passes reports whether a trace is one of an execution that violates nothing.
func passes(tr *trace.Trace) bool {
	if tr.Violation != trace.NoViolation {
		return false
	}
	if tr.Property != property.NoDeadlock {
		return true
	}
	n := len(tr.Steps)
	return n > 0 && tr.Steps[n-1].Kind == trace.KindExit
}

// errNotRecorded is what Record returns for an execution that has come to no end that a trace can have.
var errNotRecorded = errors.New("the execution is not recorded: the program neither ended by itself nor " +
	"violated a property")

// Record executes a program once, under a schedule and with inputs that the seed determines, and
// writes the trace. It says how the execution ended.
func Record(ctx context.Context, t Task, opt RunOptions, w io.Writer) (RunOutcome, error) {
	r, err := t.Settle()
	if err != nil {
		return RunOutcome{}, err
	}
	ctx, stop := opt.limits().Start(ctx)
	defer stop()
	prog, diags, err := settle.Load(ctx, r)
	if err != nil {
		return RunOutcome{Diagnostics: diags}, err
	}
	out, tr, err := interp.Run(ctx, prog, interp.RunOptions{Seed: opt.Seed, Schedule: opt.Schedule,
		MaxSteps: opt.MaxSteps, MaxMemory: opt.Memory, Record: true})
	if err != nil {
		return RunOutcome{Diagnostics: diags}, fmt.Errorf("run: %w", err)
	}
	ro := RunOutcome{Exited: out.Kind == interp.Exited, Status: out.Status, Violated: violated(out, r.Asked),
		Why: out.String(), Diagnostics: diags}
	if out.Kind == interp.Canceled && ctx.Err() != nil {
		ro.Why = engine.StopReason(ctx)
	}
	switch out.Kind {
	case interp.Exited:
		tr.Property, tr.Violation = r.Asked, trace.NoViolation
	case interp.Violated, interp.Deadlock:
	case interp.Undefined:
		if ro.Violated == "" {
			return ro, errNotRecorded
		}
	default:
		return ro, errNotRecorded
	}
	return ro, trace.Write(w, tr)
}
