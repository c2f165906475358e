package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"whittle.dev/internal/run"
)

func (a *app) showCommand() *cobra.Command {
	show := &cobra.Command{
		Use:   "show",
		Short: "Print what the engines see",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("nothing to show, see 'whittle show --help'")
			}
			if isFile(args[0]) {
				return fmt.Errorf("what of %s is to be shown? For its automata: whittle show cfa %s", args[0],
					args[0])
			}
			return fmt.Errorf("%q cannot be shown, see 'whittle show --help'", args[0])
		},
		RunE: func(cmd *cobra.Command, args []string) error { return nil },
	}
	var t run.Task
	var o run.ShowOptions
	var verbose bool
	cfa := &cobra.Command{
		Use:   "cfa [flags] file.c...",
		Short: "Print the control-flow automata of a program",
		Long: `show cfa prints the program as the engines get it: procedures as control-flow automata whose
edges carry one operation each, with the terms over registers that expressions have become.`,
		Example: `  whittle show cfa prog.c
  whittle show cfa --proc main prog.c
  whittle show cfa --pass resolve,inline,merge prog.c
  whittle show cfa --dot prog.c | dot -Tsvg > prog.svg`,
		Args: files,
		RunE: finish(func(cmd *cobra.Command, args []string) error {
			t.Files = args
			w := bufio.NewWriter(a.stdout)
			diags, err := run.Show(cmd.Context(), t, w, o)
			if err := a.report(diagnostics{diags}, verbose, err); err != nil {
				return err
			}
			return w.Flush()
		}),
	}
	taskFlags(cfa, &t)
	cfa.Flags().BoolVar(&o.Dot, "dot", false, "print a graph in the language of Graphviz")
	cfa.Flags().StringArrayVar(&o.Procs, "proc", nil, "print this `procedure` only (repeatable)")
	cfa.Flags().StringSliceVar(&o.Passes, "pass", nil,
		"transform the program first, `names` separated by commas: "+strings.Join(run.Passes(), ", "))
	cfa.Flags().BoolVar(&o.Models, "models", false, "print the procedures of the library models as well")
	cfa.Flags().BoolVarP(&verbose, "verbose", "v", false, "print notes")
	show.AddCommand(cfa, a.showTSCommand(), a.showSlabCommand(), a.showARGCommand(), a.showHornCommand(),
		a.showLTLCommand())
	return show
}

func (a *app) showTSCommand() *cobra.Command {
	var t run.Task
	var o run.ShowTSOptions
	var verbose bool
	cmd := &cobra.Command{
		Use:   "ts [flags] file.c...",
		Short: "Print the transition system of a program",
		Long: `show ts prints what the encoding "steps" works on: variables with their initial values, and for each process its
instructions, each of which is one visible step (an access, a whole atomic section, a join), with what it
reads and writes; then the goals, which are conditions on states.

With --projections it lists instead the projections on the variables that are named, by exploring all
paths: those executions in which every step writes one of these variables, or something that a later
step reads.

With --format the system is written in a language that other tools read, with its goals as properties; so
is a file in one of these languages.`,
		Example: `  whittle show ts prog.c
  whittle show ts --format btor2 prog.c > prog.btor2
  whittle show ts --projections y prog.c`,
		Args: files,
		RunE: finish(func(cmd *cobra.Command, args []string) error {
			t.Files = args
			w := bufio.NewWriter(a.stdout)
			diags, err := run.ShowTS(cmd.Context(), t, w, o)
			if err := a.report(diagnostics{diags}, verbose, err); err != nil {
				return err
			}
			return w.Flush()
		}),
	}
	taskFlags(cmd, &t)
	cmd.Flags().StringSliceVar(&o.Projections, "projections", nil,
		"list the projections on these `variables`, separated by commas")
	cmd.Flags().IntVar(&o.Depth, "depth", 12, "the length of the longest projections listed")
	cmd.Flags().StringVar(&o.Format, "format", "", "write the system in the language of this `name`: "+
		strings.Join(run.SystemFormats(), " or "))
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "print notes")
	return cmd
}
