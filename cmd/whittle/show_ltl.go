package main

import (
	"bufio"
	"fmt"

	"github.com/spf13/cobra"

	"whittle.dev/internal/run"
)

// showLTLCommand is whittle show ltl.
func (a *app) showLTLCommand() *cobra.Command {
	var o run.ShowLTLOptions
	cmd := &cobra.Command{
		Use:   "ltl [flags] formula",
		Short: "Print the automaton of a formula of temporal logic",
		Long: `show ltl prints a formula of linear temporal logic with all parentheses, what is known of it, and its automaton: which
accepts exactly the executions in which the formula holds. Edges have a condition on the propositions of one state and marks;
a run accepts if it takes edges with each mark infinitely often.

Operators are ! && || -> <-> and, for what comes later, X (next), F or <> (some time), G or [] (always), U (until), W (until, or
always), R or V (release), M (release, some time). Propositions are names, C expressions in AP(...) or {...}, thread@label,
call(f()) and end. No engine decides formulas yet.`,
		Example: `  whittle show ltl 'G (requested -> F granted)'
  whittle show ltl --negate 'AP(x == 0) U worker@critical'
  whittle show ltl --dot 'G F a -> G F b' | dot -Tsvg > formula.svg`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("expected one formula in quotes, got %d arguments", len(args))
			}
			return nil
		},
		RunE: finish(func(cmd *cobra.Command, args []string) error {
			w := bufio.NewWriter(a.stdout)
			if err := run.ShowLTL(cmd.Context(), args[0], w, o); err != nil {
				return err
			}
			return w.Flush()
		}),
	}
	f := cmd.Flags()
	f.BoolVar(&o.Dot, "dot", false, "print a graph in the language of Graphviz")
	f.BoolVar(&o.Negate, "negate", false, "print the automaton of the negation, which accepts violations")
	return cmd
}
