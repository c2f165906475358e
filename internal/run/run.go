package run

import (
	"context"
	"fmt"
	"io"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/settle"
	"whittle.dev/internal/source"
)

// RunOptions say how Run executes a program.
type RunOptions struct {
	// Seed determines schedule and inputs.
	Seed uint64
	// MaxSteps ends the run after so many steps; 0: no limit.
	MaxSteps uint64
	// Timeout and Memory are as in Options.
	Options
	// Schedule lists threads by number, 0 for the initial one, the others in the order in which they start:
	// each entry makes one step of its thread that others can see. After its end the seed decides.
	Schedule []int
	// Output receives what the program prints, and ErrOutput what it prints on standard error; nil drops it.
	Output, ErrOutput io.Writer
}

// RunOutcome is how an execution ended.
type RunOutcome struct {
	// Exited: the program ended by itself, with this status.
	Exited bool
	Status int
	// Violated is the property whose violation ended the execution.
	Violated string
	// Why says in one line how the execution ended, with the place.
	Why         string
	Diagnostics *source.Diagnostics
}

// Run executes a program once, under a schedule and with inputs that the seed determines.
func Run(ctx context.Context, t Task, opt RunOptions) (RunOutcome, error) {
	r, err := t.Settle()
	if err != nil {
		return RunOutcome{}, err
	}
	ctx, stop := opt.limits().Start(ctx)
	defer stop()
	prog, diags, err := settle.Load(ctx, r)
	if err != nil {
		if ctx.Err() != nil {
			return RunOutcome{Why: engine.StopReason(ctx), Diagnostics: diags}, nil
		}
		return RunOutcome{Diagnostics: diags}, err
	}
	out, _, err := interp.Run(ctx, prog, interp.RunOptions{Seed: opt.Seed, Schedule: opt.Schedule,
		Output: opt.Output, ErrOutput: opt.ErrOutput, MaxSteps: opt.MaxSteps, MaxMemory: opt.Memory})
	if err != nil {
		return RunOutcome{Diagnostics: diags}, fmt.Errorf("run: %w", err)
	}
	ro := RunOutcome{Exited: out.Kind == interp.Exited, Status: out.Status, Violated: violated(out, r.Asked),
		Why: out.String(), Diagnostics: diags}
	if out.Kind == interp.Canceled && ctx.Err() != nil {
		ro.Why = engine.StopReason(ctx)
	}
	if out.User.IsValid() {
		ro.Why = prog.Files.Format(out.User) + ": " + ro.Why
	}
	return ro, nil
}

// violated is the property that an execution violates, if any of those asked about; undefined behaviour
// counts where it is one of these.
func violated(out interp.Outcome, asked property.Property) string {
	if out.Kind == interp.Violated || out.Property != "" && asked.Covers(out.Property) {
		return string(out.Property)
	}
	return ""
}
