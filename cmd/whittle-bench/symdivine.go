package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"whittle.dev/internal/bench/papers/spin"
	"whittle.dev/internal/bench/papers/symdivine"
	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cli"
	"whittle.dev/internal/cli/taskrun"
	"whittle.dev/internal/outfile"
)

// symdivineFlags are the flags of bench symdivine that need reading.
type symdivineFlags struct {
	paperFlags
	stateMatch, by, scatter string
	formulas                string
	minStates               int
	noModels, common        bool
}

// symdivineCommand is whittle-bench symdivine.
func (a *app) symdivineCommand() *cobra.Command {
	f := symdivineFlags{stateMatch: "equal", by: "set", minStates: 10}
	cmd := &cobra.Command{
		Use:   "symdivine [flags] task... [-- flags of check]",
		Short: "Reproduce the evaluation of sliced states and cached queries",
		Long: `symdivine prints tables 1 and 2 of the paper "SMT Queries Decomposition and Caching in Semi-Symbolic Model
Checking" for any tasks (those of bench): it checks each with the engine ceds in four configurations, states
stored whole or sliced, answers cached or not, each in a process of its own with one processor.

Table 1 has the tasks that each configuration solved and the CPU time for those that all of them solved;
table 2 says how questions whether two states are equal were decided, over the tasks that a configuration
solved (with --common over those that all solved), and the same follows for emptiness. Unlike the paper, values
that satisfied earlier formulas refute equality and decide emptiness as well, before the cache or the solver is asked, in
all configurations; --no-model-reuse switches that off.

With --ltl the formulas in the table of a folder are rows as well, as bench ltl has them, with the engine liveness in the
same configurations; their results go to the file of --results with .ltl behind its name.

Exit codes: 0 no answer is wrong, 1 an answer is wrong or contradicts another one, 2 bad input or usage, 3 interrupted.`,
		Example: `  whittle-bench symdivine tasks/
  whittle-bench symdivine --timeout 10m --results run.jsonl --scatter figure3.csv index.tsv
  whittle-bench symdivine --no-model-reuse --by folder --format csv --set concurrency index.tsv`,
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		names, extra := taskrun.CutAtDash(cmd, args)
		if len(names) == 0 && f.formulas == "" {
			return errors.New("no tasks, see 'whittle-bench symdivine --help'")
		}
		if f.Property == "" {
			f.Property = "unreach-call"
		}
		return a.symdivine(cmd, f, names, extra)
	}
	fs := cmd.Flags()
	f.Selection.Flags(cmd)
	fs.Lookup("property").Usage = "only tasks with this property (default unreach-call)"
	fs.StringVar(&f.by, "by", f.by, "what is a category: set or folder")
	fs.StringVar(&f.stateMatch, "state-match", f.stateMatch,
		"when a state is known: equal (as in the paper), subsume or none")
	fs.IntVar(&f.minStates, "min-states", f.minStates, "leave out solved tasks with fewer states than `n`")
	fs.BoolVar(&f.noModels, "no-model-reuse", false, "let no model of an earlier question decide another "+
		"one, as in the paper")
	fs.BoolVar(&f.common, "common", false, "count checks over the tasks that all configurations solved")
	fs.StringVar(&f.formulas, "ltl", "", "the formulas of temporal logic of this `folder` as well")
	fs.StringVar(&f.scatter, "scatter", "", "write the data of figure 3 to this `file`: CSV, or a drawing "+
		"if it ends in .svg")
	f.flags(cmd, "tasks", "text", "csv", "json")
	return cmd
}

func (a *app) symdivine(cmd *cobra.Command, f symdivineFlags, names, extra []string) error {
	filter, err := f.Filter()
	if err != nil {
		return err
	}
	switch {
	case !slices.Contains([]string{"set", "folder"}, f.by):
		return fmt.Errorf("--by %q is none of set, folder", f.by)
	case !slices.Contains([]string{"equal", "subsume", "none"}, f.stateMatch):
		return fmt.Errorf("--state-match %q is none of equal, subsume, none", f.stateMatch)
	case f.common && f.format != "text":
		return errors.New("--common is about the text format; csv and json have all records")
	}
	var items, formulas []tasks.Item
	if len(names) > 0 {
		if items, err = taskrun.Collect(names, filter); err != nil {
			return err
		}
	}
	if f.formulas != "" {
		rows, err := spin.Read(f.formulas)
		if err != nil {
			return err
		}
		filter.Property = ""
		formulas = filter.Apply(symdivine.FormulaItems(rows))
	}
	if f.noModels {
		extra = append([]string{"--no-model-reuse"}, extra...)
	}
	configs := symdivine.Configs(f.stateMatch, extra)
	var recs []tasks.Record
	for _, part := range []struct {
		items   []tasks.Item
		configs []tasks.NamedArgs
		suffix  string // of the file of results, which holds those of one list of configurations
	}{{items, configs, ""}, {formulas, symdivine.FormulaConfigs(extra), ".ltl"}} {
		if len(part.items) == 0 || a.exit == cli.Unknown {
			continue
		}
		flags := f.paperFlags
		if flags.Results != "" {
			flags.Results += part.suffix
		}
		more, err := a.runTasks(cmd, flags, part.items, &tasks.Config{Configs: part.configs,
			Stats: symdivine.Stats()})
		if err != nil {
			return err
		}
		recs = append(recs, more...)
	}
	table := symdivine.NewTable(configs, recs, symdivine.Options{MinStates: f.minStates,
		ByFolder: f.by == "folder"})
	write := map[string]func(io.Writer) error{"text": func(w io.Writer) error {
		return table.Text(w, f.common)
	}, "csv": table.CSV, "json": table.JSON}[f.format]
	if err := write(a.stdout); err != nil {
		return err
	}
	if f.scatter != "" {
		if err := writeScatter(f.scatter, table); err != nil {
			return err
		}
	}
	a.judge(len(table.Wrong) > 0)
	return nil
}

func writeScatter(name string, table *symdivine.Table) error {
	if filepath.Ext(name) == ".svg" {
		return outfile.Write(name, table.ScatterSVG)
	}
	return outfile.Write(name, table.ScatterCSV)
}
