package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cli"
	"whittle.dev/internal/cli/taskrun"
)

// paperFlags are the flags of evaluations of papers that run tasks.
type paperFlags struct {
	taskrun.Selection
	taskrun.Limits
	format string
}

// flags adds the flags that evaluations of papers have in common: limits of each run of something, and
// what is printed in one of some formats.
func (f *paperFlags) flags(cmd *cobra.Command, what string, formats ...string) {
	f.Jobs, f.CPU, f.Memory = 1, cli.Duration(time.Minute), 4e9
	fs := cmd.Flags()
	fs.VarP(&f.Jobs, "jobs", "j", "run so many "+what+" at a time")
	fs.Var(&f.CPU, "timeout", "CPU time of each run (and four times as much wall time)")
	fs.Var(&f.Memory, "memory", "memory of each run")
	fs.StringVar(&f.Results, "results", "", "append results to this `file` and resume from it")
	last := len(formats) - 1
	fs.StringVar(&f.format, "format", formats[0],
		strings.Join(formats[:last], ", ")+" or "+formats[last])
	fs.BoolVarP(&f.Verbose, "verbose", "v", false, "print a line as each run ends")
	fs.Lookup("memory").DefValue = "4GB"
	cmd.PreRunE = func(*cobra.Command, []string) error {
		switch {
		case !slices.Contains(formats, f.format):
			return fmt.Errorf("format %q is none of %s", f.format, strings.Join(formats, ", "))
		case f.CPU == 0:
			return errors.New("--timeout must not be 0")
		}
		f.Procs, f.Wall = 1, 4*f.CPU
		return nil
	}
}

// runTasks runs tasks with the limits of the flags, by whittle unless a configuration says otherwise. After
// an interrupt it returns what has ended.
func (a *app) runTasks(cmd *cobra.Command, f paperFlags, items []tasks.Item, config *tasks.Config) (
	[]tasks.Record, error) {
	whittle, err := a.program()
	if err != nil {
		return nil, err
	}
	total := len(items) * max(len(config.Configs), 1)
	end, err := f.Configure(config, whittle, total, a.stderr)
	if err != nil {
		return nil, err
	}
	recs, err := tasks.Run(cmd.Context(), items, *config)
	end()
	if cmd.Context().Err() != nil {
		fmt.Fprintf(a.stderr, "whittle-bench: interrupted after %d of %d runs\n", len(recs), total)
		a.exit, err = cli.Unknown, nil
	}
	return recs, err
}

// judge sets the exit code for answers of which some are wrong, or a run that was interrupted.
func (a *app) judge(wrong bool) {
	if wrong && a.exit != cli.Unknown {
		a.exit = cli.Violated
	}
}
