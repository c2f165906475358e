package main

import (
	"errors"
	"io"
	"time"

	"github.com/spf13/cobra"

	"whittle.dev/internal/bench/papers/cpa"
	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cli/taskrun"
)

// cpaFlags are the flags of bench cpa.
type cpaFlags struct {
	paperFlags
	analyses []string
}

// cpaCommand is whittle-bench cpa.
func (a *app) cpaCommand() *cobra.Command {
	var f cpaFlags
	cmd := &cobra.Command{
		Use:   "cpa [flags] task... [-- flags of check]",
		Short: "Reproduce the evaluation of configurable program analysis for threads",
		Long: `cpa prints table 4.1 of V. Kolesnykov's thesis "SMT-based Model Checking of Concurrent Programs" for any tasks (those of
bench): it checks each with the engine cpa, once with each analysis, in a process of its own with one processor. Beside each
column stand the figures of the thesis, which are for CPAchecker and 1082 other tasks.

The format html has figure 4.1 too: how many tasks are answered rightly within which CPU time.

Exit codes: 0 no answer is wrong, 1 an answer is wrong, 2 bad input or usage, 3 interrupted.`,
		Example: `  whittle-bench cpa tasks/
  whittle-bench cpa --analysis predicate,value --timeout 60s --results run.jsonl index.tsv
  whittle-bench cpa --format html index.tsv > table.html
  whittle-bench cpa tasks/ -- --set cpa.block=steps`,
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		names, extra := taskrun.CutAtDash(cmd, args)
		if len(names) == 0 {
			return errors.New("no tasks, see 'whittle-bench cpa --help'")
		}
		if f.Property == "" {
			f.Property = "unreach-call"
		}
		return a.cpa(cmd, f, names, extra)
	}
	fs := cmd.Flags()
	f.Selection.Flags(cmd)
	fs.Lookup("property").Usage = "only tasks with this property (default unreach-call)"
	fs.StringSliceVar(&f.analyses, "analysis", nil,
		"only these analyses, `names` separated by commas (values of the setting cpa.analysis)")
	f.flags(cmd, "tasks", "text", "csv", "json", "html")
	return cmd
}

func (a *app) cpa(cmd *cobra.Command, f cpaFlags, names, extra []string) error {
	filter, err := f.Filter()
	if err != nil {
		return err
	}
	configs, err := cpa.Configs(f.analyses, extra)
	if err != nil {
		return err
	}
	items, err := taskrun.Collect(names, filter)
	if err != nil {
		return err
	}
	recs, err := a.runTasks(cmd, f.paperFlags, items, &tasks.Config{Configs: configs, Stats: cpa.Stats()})
	if err != nil {
		return err
	}
	table := cpa.NewTable(configs, recs, cpa.Limits{CPU: time.Duration(f.CPU).Seconds(),
		Memory: uint64(f.Memory)})
	write := map[string]func(io.Writer) error{"text": table.Text, "csv": table.CSV, "json": table.JSON,
		"html": table.HTML}[f.format]
	if err := write(a.stdout); err != nil {
		return err
	}
	a.judge(len(table.Wrong()) > 0)
	return nil
}
