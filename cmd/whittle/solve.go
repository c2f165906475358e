package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"whittle.dev/internal/cli"
	"whittle.dev/internal/run"
	"whittle.dev/internal/solve"
)

func (a *app) solveCommand() *cobra.Command {
	var limits run.Options
	var o solve.ScriptOptions
	cmd := &cobra.Command{
		Use:   "solve [flags] file.smt2",
		Short: "Run an SMT-LIB 2 script",
		Long: `solve runs the commands of an SMT-LIB 2 script and prints the replies. The built-in solver
decides Bool, bit-vectors, linear arithmetic over Int and Real, arrays and uninterpreted
functions, and one alternation of quantifiers over bit-vectors; --solver asks another
program instead. The file - is standard input.

Exit codes: 0 every command was answered, 2 bad input or usage (a reply is an error),
3 a check was answered unknown, or a limit ended the script.`,
		Example: `  whittle solve query.smt2
  whittle solve --solver z3 --timeout 10s query.smt2
  echo '(check-sat)' | whittle solve -`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("want one script, found %d, see '%s --help'", len(args), cmd.CommandPath())
			}
			return nil
		},
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var script io.Reader = os.Stdin
		if args[0] != "-" {
			f, err := os.Open(args[0])
			if err != nil {
				return err
			}
			defer f.Close()
			script = f
		}
		o.Limits.Timeout, o.Limits.Memory = limits.Timeout, limits.Memory
		sum, err := solve.Script(cmd.Context(), script, a.stdout, o)
		if err != nil {
			return err
		}
		if sum.Wrong != nil {
			fmt.Fprintf(a.stderr, "whittle: internal error: %v\n", sum.Wrong)
			if sum.BugReport != "" {
				fmt.Fprintf(a.stderr, "whittle: described in %s\n", sum.BugReport)
			}
		}
		switch {
		case sum.Cause != nil:
			fmt.Fprintf(a.stderr, "whittle: %v\n", sum.Cause)
			a.exit = cli.Unknown
		case sum.Errors > 0:
			a.exit = cli.BadInput
		case sum.Unknowns > 0:
			a.exit = cli.Unknown
		}
		return nil
	}
	cmd.Flags().StringVar(&o.Solver, "solver", "native",
		"native, or the name or command line of an SMT-LIB 2 `solver`: z3, cvc5, bitwuzla, yices-smt2, "+
			"mathsat, opensmt, ...")
	auditFlag(cmd, &o.Audit)
	bugDirFlag(cmd, &o.BugDir)
	limitFlags(cmd, &limits)
	return cmd
}
