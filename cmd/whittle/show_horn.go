package main

import (
	"bufio"

	"github.com/spf13/cobra"

	"whittle.dev/internal/run"
)

// showHornCommand is whittle show horn.
func (a *app) showHornCommand() *cobra.Command {
	var t run.Task
	o := run.ShowHornOptions{Level: 1}
	cmd := &cobra.Command{
		Use:   "horn [flags] file.c...",
		Short: "Print the Horn clauses of proofs for any number of threads",
		Long: `show horn prints a program as constrained Horn clauses in SMT-LIB 2. The unknown relations are what holds of up to k
threads, one for each choice of places where they are, over what is shared and their locals; a clause says that the step of a
thread, of these or another one, keeps that. The clauses have a solution ("sat") if the program has a thread-modular proof of
level k, whatever the number of its threads is. z3 decides them with its engine Spacer, as do other solvers of Horn clauses;
"unsat" says that there is no such proof, not that the program is wrong.`,
		Example: `  whittle show horn prog.c > prog.smt2 && z3 fp.engine=spacer prog.smt2
  whittle show horn -k 2 prog.c`,
		Args: files,
		RunE: finish(func(cmd *cobra.Command, args []string) error {
			t.Files = args
			w := bufio.NewWriter(a.stdout)
			diags, err := run.ShowHorn(cmd.Context(), t, w, o)
			if err := a.report(diagnostics{diags}, false, err); err != nil {
				return err
			}
			return w.Flush()
		}),
	}
	taskFlags(cmd, &t)
	f := cmd.Flags()
	f.IntVarP(&o.Level, "level", "k", 1, "the `number` of threads in a view, from 1 to 3")
	f.BoolVar(&o.Element, "element", false,
		"of arrays with computed indices follow one arbitrary element")
	return cmd
}
