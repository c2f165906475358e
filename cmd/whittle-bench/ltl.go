package main

import (
	"fmt"
	"os/exec"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"whittle.dev/internal/bench/papers/spin"
	"whittle.dev/internal/cli"
)

// ltlCommand is whittle-bench ltl.
func (a *app) ltlCommand() *cobra.Command {
	run := spin.Evaluation{CC: "cc"}
	timeout := cli.Duration(60 * time.Second)
	format := "text"
	cmd := &cobra.Command{
		Use:   "ltl [flags] folder",
		Short: "Compare formulas of temporal logic with SPIN",
		Long: `ltl decides the formulas in the table formulas.tsv of a folder: a line has a program, the fairness (none, weak or
strong), the right answer (true or false) and the formula, with tabs between them. Where a model NAME.pml in Promela
lies beside NAME.c, and the model checker spin is installed, it is asked about the model. Each run is a process of its
own. It prints answers, states, memory and seconds of CPU time, of spin with and without those of the C compiler.

Exit codes: 0 no answer is wrong, 1 some is, 2 bad input or usage, 3 interrupted.`,
		Example: "  whittle-bench ltl examples/liveness",
		Args:    cobra.ExactArgs(1),
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		write := spin.WriteText
		switch format {
		case "text":
		case "csv":
			write = spin.WriteCSV
		default:
			return fmt.Errorf("format %q is none of text, csv", format)
		}
		rows, err := spin.Read(args[0])
		if err != nil {
			return err
		}
		if run.Whittle, err = a.program(); err != nil {
			return err
		}
		if run.Spin, err = exec.LookPath("spin"); err != nil {
			run.Spin = ""
			fmt.Fprintln(a.stderr, "whittle-bench: spin is not installed, so it is not asked")
		}
		run.Timeout = time.Duration(timeout)
		run.Progress = func(r spin.Result) {
			fmt.Fprintf(a.stderr, "%s, %s, %s: %s, %.2f s\n", r.Program, r.Fairness, r.Formula,
				r.Whittle.Verdict, r.Whittle.Seconds)
		}
		results, err := run.Run(cmd.Context(), rows)
		switch {
		case cmd.Context().Err() != nil:
			fmt.Fprintln(a.stderr, "whittle-bench: interrupted")
			a.exit = cli.Unknown
		case err != nil:
			return err
		case slices.ContainsFunc(results, spin.Result.Wrong):
			a.exit = cli.Violated
		}
		return write(a.stdout, results)
	}
	f := cmd.Flags()
	f.Var(&timeout, "timeout", "CPU time of a run")
	f.StringVar(&format, "format", format, "text or csv")
	return cmd
}
