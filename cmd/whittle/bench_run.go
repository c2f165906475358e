package main

import (
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cli"
	"whittle.dev/internal/cluster/batch"
	"whittle.dev/internal/cluster/wire"
)

// runTasks runs tasks with the limits of the flags, by this program unless a configuration says otherwise.
// What has ended by an interrupt is the result, too.
func (a *app) runTasks(cmd *cobra.Command, f benchFlags, items []tasks.Item, config *tasks.Config) (
	[]tasks.Record, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	total := len(items) * max(len(config.Configs), 1)
	end, err := f.Configure(config, exe, total, a.stderr)
	if err != nil {
		return nil, err
	}
	recs, err := a.runAt(cmd.Context(), f, items, *config)
	end()
	if cmd.Context().Err() != nil {
		fmt.Fprintf(a.stderr, "whittle: interrupted after %d of %d runs\n", len(recs), total)
		if f.server.URL != "" {
			fmt.Fprintf(a.stderr, "whittle: run %s goes on; the same command with --run %s shows what "+
				"it has found, and 'whittle cluster cancel %s' ends it\n", f.run, f.run, f.run)
		}
		a.exit, err = cli.Unknown, nil
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
	if wrong && a.exit != cli.Unknown {
		a.exit = cli.Violated
	}
}
