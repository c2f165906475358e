package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"whittle.dev/internal/cli"
	"whittle.dev/internal/outfile"
	"whittle.dev/internal/run"
)

func (a *app) runCommand() *cobra.Command {
	var t run.Task
	var o run.RunOptions
	var out output
	var trace, record string
	cmd := &cobra.Command{
		Use:   "run [flags] file.c...",
		Short: "Execute a program once, or replay a trace",
		Long: `run executes a program once, under a random schedule and with random inputs that the seed
determines, and prints what the program prints. With --trace it follows a trace instead, for
example one that 'whittle check --json' has printed, and shows its steps.

Exit codes: 0 the program ended by itself, 1 a property was violated, 2 bad input or usage,
3 the execution ended otherwise (a deadlock, undefined behaviour, a limit), which is told.`,
		Example: `  whittle run prog.c
  whittle run --seed 7 --max-steps 100000 prog.c
  whittle check --json prog.c > found.json; whittle run --trace found.json prog.c`,
		Args: files,
	}
	cmd.RunE = finish(func(cmd *cobra.Command, args []string) error {
		t.Files = args
		o.Output, o.ErrOutput = a.stdout, a.stderr
		if trace != "" {
			if record != "" {
				return errors.New("--record contradicts --trace")
			}
			return a.replay(cmd, t, trace, out)
		}
		if out.report != "" {
			return errors.New("--report needs --trace")
		}
		if err := namedFile("--record", record); err != nil {
			return err
		}
		res, err := execute(cmd.Context(), t, o, record)
		if err := a.report(diagnostics{res.Diagnostics}, out.verbose, err); err != nil {
			return err
		}
		switch {
		case res.Violated != "":
			a.exit = cli.Violated
		case !res.Exited:
			a.exit = cli.Unknown
		}
		if !res.Exited || out.verbose {
			fmt.Fprintf(a.stderr, "%s\n", res.Why)
		}
		return nil
	})
	heading(cmd, "The execution", func() {
		cmd.Flags().Uint64Var(&o.Seed, "seed", 0, "the `number` that determines schedule and inputs "+
			"(default 0)")
		cmd.Flags().IntSliceVar(&o.Schedule, "schedule", nil,
			"begin with these `threads`, one visible step each: 0,1,1,0 (0 is the initial thread)")
		cmd.Flags().StringVar(&trace, "trace", "", "follow the trace in this `file`")
		cmd.Flags().StringVar(&record, "record", "", "write the execution as a trace to this `file`, if "+
			"the program ended by itself or violated a property; what it prints is not shown then")
		cmd.Flags().BoolVarP(&out.verbose, "verbose", "v", false,
			"tell how the execution ended, and print every step of a trace")
	})
	out.reportFlag(cmd)
	taskFlags(cmd, &t)
	limitFlags(cmd, &o.Options)
	heading(cmd, "Limits", func() {
		cmd.Flags().Uint64Var(&o.MaxSteps, "max-steps", 0,
			"end the execution after so many steps: a `number` (default: never)")
	})
	hideDefault(cmd, "max-steps")
	return cmd
}

// execute runs a program, and records the execution in a file if there is a name for one.
func execute(ctx context.Context, t run.Task, o run.RunOptions, record string) (res run.RunOutcome,
	err error) {
	if record == "" {
		return run.Run(ctx, t, o)
	}
	err = outfile.Write(record, func(w io.Writer) error {
		res, err = run.Record(ctx, t, o, w)
		return err
	})
	return res, err
}

func (a *app) replay(cmd *cobra.Command, t run.Task, name string, out output) error {
	for _, flag := range []string{"seed", "schedule", "max-steps"} {
		if cmd.Flags().Changed(flag) {
			return errors.New("--" + flag + " contradicts --trace")
		}
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	res, err := run.Replay(cmd.Context(), t, f)
	if err != nil {
		return err
	}
	if out.report != "" {
		if err := out.writeReport(a, res); err != nil {
			return err
		}
	}
	a.exit = cli.Violated
	return res.WriteText(a.stdout, out.options(a.stdout))
}
