package main

import (
	"bufio"

	"github.com/spf13/cobra"

	"whittle.dev/internal/run"
)

// showARGCommand is whittle show arg.
func (a *app) showARGCommand() *cobra.Command {
	var t run.Task
	o := run.ShowARGOptions{Set: map[string]string{}, MaxNodes: 500}
	cmd := &cobra.Command{
		Use:   "arg [flags] file.c...",
		Short: "Print the abstract reachability graph of the engine cpa",
		Long: `show arg has the engine cpa decide a program and prints the graph of abstract states that it has at the end. A node has the
places of the threads (function and line); one with a star is an abstraction state, and has what is known of the values. An
edge has the thread that takes the step, and its line. Where the step leads to something that a node includes which is there
already, the edge is called covered.

With --dot it is a graph, in which abstraction states are filled and edges of coverage dashed.`,
		Example: `  whittle show arg prog.c
  whittle show arg --dot prog.c | dot -Tsvg > arg.svg
  whittle show arg --fold --set cpa.block=steps --set cpa.analysis=predicate prog.c`,
		Args: files,
		RunE: finish(func(cmd *cobra.Command, args []string) error {
			t.Files = args
			w := bufio.NewWriter(a.stdout)
			diags, err := run.ShowARG(cmd.Context(), t, w, o)
			if err := a.report(diagnostics{diags}, false, err); err != nil {
				return err
			}
			return w.Flush()
		}),
	}
	taskFlags(cmd, &t)
	f := cmd.Flags()
	f.BoolVar(&o.Dot, "dot", false, "print a graph in the language of Graphviz")
	f.BoolVar(&o.Fold, "fold", false, "make chains of states of which nothing is known one edge")
	f.IntVar(&o.MaxNodes, "max", o.MaxNodes, "print graphs of up to so many nodes; 0: of any size")
	f.Var(&settings{set: func(key, value string) { o.Set[key] = value }}, "set",
		"set what the engine does, `cpa.NAME=VALUE` (repeatable)")
	return cmd
}
