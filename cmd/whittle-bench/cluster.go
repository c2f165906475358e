package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cluster/sim"
)

// clusterSimulation is whittle-bench cluster.
func (a *app) clusterCommand() *cobra.Command {
	simulate := false
	c := sim.Cluster{Tasks: 1_000_000, Rate: 7000, Latency: time.Millisecond, Restart: time.Minute,
		Cut: time.Minute}
	workers := []int{10, 100, 1000, 10_000}
	cmd := &cobra.Command{
		Use:   "cluster --simulate [flags] results.jsonl...",
		Short: "Say how long a cluster would take",
		Long: `cluster plays a task set on clusters of several sizes with a simulated clock. What tasks take is drawn from results
of earlier runs (bench --results). Workers that die or are cut off have their tasks given to others, as a worker would do.

A line has the number of workers (of one slot each), the time until the last result, which part of the workers' time went into
results, tasks that were run again though they had one, those that count as failed since workers died under them, workers that
died, and which part of the time the busiest server was busy.`,
		Example: `  whittle-bench cluster --simulate run.jsonl
  whittle-bench cluster --simulate --workers 32000 --shards 8 --latency 20ms --deaths 24h --cuts 6h run.jsonl`,
		Args: cobra.MinimumNArgs(1),
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !simulate {
			return errors.New("--simulate is missing: 'whittle-bench --server' runs tasks on a cluster")
		}
		for _, name := range args {
			recs, _, err := tasks.ReadResults(name)
			if err != nil {
				return err
			}
			for _, r := range recs {
				c.Times = append(c.Times, time.Duration(r.Wall*float64(time.Second)))
			}
		}
		if len(c.Times) == 0 {
			return errors.New("there are no results in the files")
		}
		w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(w, "workers\ttime\tefficiency\ttwice\tfailed\tdied\tserver\t")
		for _, n := range workers {
			c.Workers = n
			r, err := c.Run(cmd.Context())
			if err != nil {
				return err
			}
			simulated(w, n, r)
		}
		return w.Flush()
	}
	fs := cmd.Flags()
	fs.BoolVar(&simulate, "simulate", false, "play it, with a simulated clock")
	fs.IntSliceVar(&workers, "workers", workers, "`numbers` of workers, with commas")
	fs.IntVar(&c.Tasks, "tasks", c.Tasks, "the `number` of tasks")
	fs.IntVar(&c.Shards, "shards", 1, "the `number` of queues, each with a server of its own")
	fs.Float64Var(&c.Rate, "rate", c.Rate, "tasks that a server hands out and takes back in a "+
		"second; 0: any `number`")
	fs.DurationVar(&c.Latency, "latency", c.Latency, "how long a message is on its way")
	fs.DurationVar(&c.Deaths, "deaths", 0, "a worker dies after this time on average; 0: none does")
	fs.DurationVar(&c.Restart, "restart", c.Restart, "after this time it is there again")
	fs.DurationVar(&c.Cuts, "cuts", 0, "a worker is cut off after this time on average; 0: none is")
	fs.DurationVar(&c.Cut, "cut", c.Cut, "for so long")
	fs.Uint64Var(&c.Seed, "seed", 1, "a `number` that chance begins with")
	return cmd
}

// simulated writes the line of a simulation.
func simulated(w io.Writer, workers int, r sim.Result) {
	fmt.Fprintf(w, "%d\t%s\t%s\t%d\t%d\t%d\t%s\t\n", workers, r.Makespan.Round(time.Second),
		percent(r.Efficiency(workers)), r.Twice, r.Failed, r.Died, percent(r.Busy))
}

func percent(x float64) string { return strconv.FormatFloat(100*x, 'f', 1, 64) + " %" }
