package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"whittle.dev/internal/cli"
	"whittle.dev/internal/outfile"
	"whittle.dev/internal/run"
)

func (a *app) replayCommand() *cobra.Command {
	var t run.Task
	var output string
	cmd := &cobra.Command{
		Use:   "replay [flags] trace.json file.c...",
		Short: "Write an execution as a C program that repeats it",
		Long: `replay writes a C program that does what a trace says: the program of the trace with hooks where threads
can be held up, a scheduler that lets them go on in the order of the trace, and the inputs of the trace.
Built by gcc it fails as the trace says, every time, and so it does under a debugger.

The trace is what 'whittle check --json' has printed, or 'whittle run --record' has written. The flags about
the program must be those that it was checked with.

Exit codes: 0 the program is written, 2 bad input or usage, 3 the trace cannot be followed by a program
built by gcc, or its violation rests on undefined behaviour (the program is written then); the reason and the
place are told.`,
		Example: `  whittle check --json prog.c > found.json
  whittle replay found.json prog.c -o out.c
  gcc -g -pthread out.c -o out && ./out`,
		Args: cobra.MinimumNArgs(2),
	}
	cmd.RunE = finish(func(cmd *cobra.Command, args []string) error {
		f, err := os.Open(args[0])
		if err != nil {
			return err
		}
		defer f.Close()
		t.Files = args[1:]
		if err := namedFile("--output", output); err != nil {
			return err
		}
		var notes []string
		err = outfile.Write(output, func(w io.Writer) error {
			notes, err = run.WriteReplay(cmd.Context(), t, f, w, output)
			return err
		})
		return a.harness(output, notes, err)
	})
	heading(cmd, "Output", func() {
		cmd.Flags().StringVarP(&output, "output", "o", "replay.c", "write the C program to this `file`")
	})
	taskFlags(cmd, &t)
	return cmd
}

// harness says how writing a C program went.
func (a *app) harness(name string, notes []string, err error) error {
	var refused *run.NativeRefusal
	if errors.As(err, &refused) {
		fmt.Fprintf(a.stderr, "whittle: the execution cannot be replayed natively: %v\n", err)
		a.exit = cli.Unknown
		return nil
	}
	if err != nil {
		return err
	}
	if len(notes) > 0 {
		fmt.Fprintf(a.stderr, "whittle: not replayable without %s: the violation rests on undefined "+
			"behaviour:\n  %s\n", name, strings.Join(notes, "\n  "))
		a.exit = cli.Unknown
	}
	return nil
}

// replayHarness writes the violation of an outcome as a C program, if a flag asks for it. That there is none,
// or that it cannot be followed natively, is told and does not change the answer.
func (o *output) replayHarness(ctx context.Context, a *app, res run.Outcome) (ok bool) {
	if o.harness == "" {
		return true
	}
	var notes []string
	err := outfile.Write(o.harness, func(w io.Writer) (err error) {
		notes, err = res.WriteHarness(ctx, w, o.harness)
		return err
	})
	if err != nil {
		fmt.Fprintf(a.stderr, "whittle: --replay-harness: %v\n", err)
		var refused *run.NativeRefusal
		return errors.As(err, &refused) || errors.Is(err, run.ErrNoViolation)
	}
	if len(notes) > 0 {
		fmt.Fprintf(a.stderr, "whittle: not replayable without %s: the violation rests on undefined "+
			"behaviour:\n  %s\n", o.harness, strings.Join(notes, "\n  "))
	}
	return true
}
