package main

import (
	"bufio"

	"github.com/spf13/cobra"

	"whittle.dev/internal/run"
)

// showSlabCommand is whittle show slab.
func (a *app) showSlabCommand() *cobra.Command {
	var t run.Task
	o := run.ShowSlabOptions{Set: map[string]string{}}
	cmd := &cobra.Command{
		Use:   "slab [flags] system",
		Short: "Print the abstractions of the engine slab",
		Long: `show slab prints the abstraction that the engine slab begins with, and what it has become after each step: the first
slice, each split of a node by a predicate, each node that is bypassed. Nodes have numbers and their predicates, edges the
names of transitions; those that a bypass has composed are joined by a ring.

With --dot these are graphs, in which is dashed what the step has taken away.`,
		Example: `  whittle show slab elevator.vmt
  whittle show slab --step 3 --dot elevator.vmt | dot -Tsvg > step3.svg
  whittle show slab --set slab.bypass=off elevator.vmt`,
		Args: files,
		RunE: finish(func(cmd *cobra.Command, args []string) error {
			t.Files = args
			w := bufio.NewWriter(a.stdout)
			diags, err := run.ShowSlab(cmd.Context(), t, w, o)
			if err := a.report(diagnostics{diags}, false, err); err != nil {
				return err
			}
			return w.Flush()
		}),
	}
	f := cmd.Flags()
	f.IntVar(&o.Step, "step", 0, "print the abstraction after this step only")
	f.BoolVar(&o.Dot, "dot", false, "print graphs in the language of Graphviz")
	f.StringVar(&t.Goal, "goal", "", "ask about this goal of the system only: its `name` or number")
	f.Var(&settings{set: func(key, value string) { o.Set[key] = value }}, "set",
		"set what the engine does, `slab.NAME=VALUE` (repeatable)")
	return cmd
}
