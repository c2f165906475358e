package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"whittle.dev/internal/bench/suites"
	"whittle.dev/internal/cli"
)

// genCommand is whittle-bench gen.
func (a *app) genCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "gen cnf|smt|theories|systems DIR",
		Short: "Write a suite of benchmarks",
		Long: `gen writes a suite of benchmarks to a folder, which is made if it does not exist: formulas in DIMACS CNF
(cnf), SMT-LIB 2 scripts over bit-vectors (smt) or over numbers and functions (theories), or transition systems
in VMT-LIB 2 (systems: those of 'bench slab', with an index for 'bench'). The files are the same each time. What
is known of an answer stands in the file, or the index.

Exit codes: 0 the files were written, 2 an error, 3 interrupted.`,
		Example: `  whittle-bench gen cnf formulas/
  whittle-bench compare sat formulas/`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return fmt.Errorf("want the kind of the suite and a folder, found %d arguments, see '%s "+
					"--help'", len(args), cmd.CommandPath())
			}
			return nil
		},
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		n, err := suites.Generate(cmd.Context(), args[0], args[1])
		if err != nil {
			if cmd.Context().Err() != nil {
				fmt.Fprintf(a.stderr, "whittle-bench: interrupted\n")
				a.exit = cli.Unknown
				return nil
			}
			return err
		}
		fmt.Fprintf(a.stdout, "%d files in %s\n", n, args[1])
		return nil
	}
	return cmd
}
