package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"whittle.dev/internal/bench/proctree"
	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cluster/batch"
	"whittle.dev/internal/cluster/wire"
)

// paperFlags adds the flags that evaluations of papers have in common: limits of each run of something, and
// what is printed in one of some formats.
func (f *benchFlags) paperFlags(cmd *cobra.Command, what string, formats ...string) {
	f.jobs, f.cpu, f.memory = 1, duration(time.Minute), 4e9
	fs := cmd.Flags()
	fs.VarP(&f.jobs, "jobs", "j", "run so many "+what+" at a time")
	fs.Var(&f.cpu, "timeout", "CPU time of each run (and four times as much wall time)")
	fs.Var(&f.memory, "memory", "memory of each run")
	fs.StringVar(&f.results, "results", "", "append results to this `file` and resume from it")
	last := len(formats) - 1
	fs.StringVar(&f.output.format, "format", formats[0],
		strings.Join(formats[:last], ", ")+" or "+formats[last])
	fs.BoolVarP(&f.verbose, "verbose", "v", false, "print a line as each run ends")
	fs.Lookup("memory").DefValue = "4GB"
	cmd.PreRunE = func(*cobra.Command, []string) error {
		switch {
		case !slices.Contains(formats, f.output.format):
			return fmt.Errorf("format %q is none of %s", f.output.format, strings.Join(formats, ", "))
		case f.cpu == 0:
			return errors.New("--timeout must not be 0")
		}
		f.procs, f.timeout = 1, 4*f.cpu
		return nil
	}
}

// runTasks runs tasks with the limits of the flags, by this program unless a configuration says otherwise.
// What has ended by an interrupt is the result, too.
func (a *app) runTasks(cmd *cobra.Command, f benchFlags, items []tasks.Item, config *tasks.Config) (
	[]tasks.Record, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	if config.Build, err = hashFile(exe); err != nil {
		return nil, err
	}
	p := a.progress(false)
	total := len(items) * max(len(config.Configs), 1)
	config.Command, config.Supervisor = []string{exe, "check", "--json"}, []string{exe, proctree.Command}
	config.Jobs, config.Procs, config.Results = int(f.jobs), int(f.procs), f.results
	config.CPU, config.Wall, config.Memory = time.Duration(f.cpu), time.Duration(f.timeout), uint64(f.memory)
	config.Done = a.benchProgress(p, total, f.verbose)
	recs, err := a.runAt(cmd.Context(), f, items, *config)
	p.clear()
	if cmd.Context().Err() != nil {
		fmt.Fprintf(a.stderr, "whittle: interrupted after %d of %d runs\n", len(recs), total)
		if f.server.URL != "" {
			fmt.Fprintf(a.stderr, "whittle: run %s goes on; the same command with --run %s shows what "+
				"it has found, and 'whittle cluster cancel %s' ends it\n", f.run, f.run, f.run)
		}
		a.exit, err = exitUnknown, nil
	}
	return recs, err
}

// runAt runs tasks on this machine, or on the cluster that the flags name.
func (a *app) runAt(ctx context.Context, f benchFlags, items []tasks.Item, config tasks.Config) (
	[]tasks.Record, error) {
	if f.server.URL == "" {
		return tasks.Run(ctx, items, config)
	}
	for _, c := range config.Configs {
		if c.External == nil {
			if err := allowed(c.Args); err != nil {
				return nil, err
			}
		}
	}
	b, err := connect(ctx, f.server, "whittle bench")
	if err != nil {
		return nil, err
	}
	defer b.Close()
	if workers, err := b.Beats(ctx); err == nil && !slices.ContainsFunc(workers,
		func(w *wire.Beat) bool { return w.Build == config.Build }) {
		fmt.Fprintf(a.stderr, "whittle: run %s waits: there is no worker of this build (%s) yet\n", f.run,
			config.Build)
	}
	return batch.Run(ctx, b, f.run, items, config)
}

// judge sets the exit code for answers of which some are wrong, or a run that was interrupted.
func (a *app) judge(wrong bool) {
	if wrong && a.exit != exitUnknown {
		a.exit = exitViolated
	}
}
