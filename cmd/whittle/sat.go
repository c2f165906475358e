package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"whittle.dev/internal/run"
	"whittle.dev/internal/solve"
	"whittle.dev/sat"
	"whittle.dev/sat/dimacs"
)

// The exit codes of the SAT competitions.
const (
	exitSatisfiable   = 10
	exitUnsatisfiable = 20
	exitUndecided     = 0
)

func (a *app) satCommand() *cobra.Command {
	var limits run.Options
	var o solve.FormulaOptions
	var stats bool
	cmd := &cobra.Command{
		Use:   "sat [flags] file.cnf",
		Short: "Decide a propositional formula in DIMACS CNF",
		Long: `sat decides a propositional formula in DIMACS CNF with the built-in solver and answers in
the way of the SAT competitions. The file - is standard input.

Exit codes: 10 satisfiable, 20 unsatisfiable, 0 unknown, 2 bad input or usage.`,
		Example: `  whittle sat formula.cnf
  whittle sat --proof formula.drat --check formula.cnf
  whittle sat --timeout 60s --stats - < formula.cnf`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("want one formula, found %d, see '%s --help'", len(args), cmd.CommandPath())
			}
			return nil
		},
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var formula io.Reader = os.Stdin
		name := "standard input"
		if args[0] != "-" {
			f, err := os.Open(args[0])
			if err != nil {
				return err
			}
			defer f.Close()
			formula, name = f, args[0]
		}
		o.Limits.Timeout, o.Limits.Memory = limits.Timeout, limits.Memory
		// The solver's heap holds no pointers: collecting it twice as often
		// as usual costs nothing and keeps the peak low.
		debug.SetGCPercent(50)
		res, err := solve.Formula(cmd.Context(), formula, name, o)
		if err != nil {
			return err
		}
		return a.printSAT(res, stats)
	}
	cmd.Flags().StringVar(&o.Proof, "proof", "",
		"write the DRAT proof of an unsatisfiable formula to this `file`")
	cmd.Flags().BoolVar(&o.Check, "check", false, "check the model or the proof before answering")
	cmd.Flags().BoolVar(&stats, "stats", false, "print numbers about the search as comments")
	limitFlags(cmd, &limits)
	return cmd
}

// printSAT prints an answer and sets the exit code.
func (a *app) printSAT(res solve.FormulaAnswer, stats bool) error {
	w := bufio.NewWriter(a.stdout)
	for _, warning := range res.Warnings {
		fmt.Fprintf(w, "c warning: %s\n", warning)
	}
	if stats {
		for _, s := range res.Stats {
			fmt.Fprintf(w, "c %s: %s\n", s.Name, s.Text())
		}
	}
	if res.Checked {
		what := "model"
		if res.Answer == sat.Unsat {
			what = "proof"
		}
		fmt.Fprintf(w, "c the %s was checked\n", what)
	}
	if res.Cause != nil {
		fmt.Fprintf(w, "c %v\n", res.Cause)
	}
	// Errors of writing stick to w and are returned by Flush.
	_ = dimacs.WriteStatus(w, res.Answer)
	a.exit = exitUndecided
	switch res.Answer {
	case sat.Sat:
		_ = dimacs.WriteModel(w, res.Model)
		a.exit = exitSatisfiable
	case sat.Unsat:
		a.exit = exitUnsatisfiable
	}
	return w.Flush()
}
