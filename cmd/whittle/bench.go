package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"whittle.dev/internal/bench/proctree"
	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cli"
	"whittle.dev/internal/cli/taskrun"
	"whittle.dev/internal/cluster/bus"
)

// benchFlags are the flags of bench that need reading.
type benchFlags struct {
	taskrun.Selection
	taskrun.Limits
	configs    []string
	accounting string
	listTools  bool
	server     bus.Server
	run        string // the name of the run on the server
	output     benchOutput
}

func (a *app) benchCommand() *cobra.Command {
	f := benchFlags{Limits: taskrun.Limits{Jobs: 1, Wall: cli.Duration(time.Minute), Memory: 4e9},
		output: benchOutput{floor: defaultFloor}}
	cmd := &cobra.Command{
		Use:   "bench [flags] task... [-- flags of check]",
		Short: "Run many tasks and compare the answers with what is expected",
		Long: `bench checks many tasks, each in a process of its own under limits of time and memory, and prints
a table: task, expected verdict, verdict, right or wrong, CPU and wall time, peak memory; and totals.

A task is a task definition (.yml), a folder of them, an index (.tsv with the columns set, path, property,
expected, data_model; paths are relative to the index), or a C file. With --results each result is written
to a file as its task ends, and the same command with the same file goes on where it was interrupted.

A configuration is a set of flags of check under a name (NAME:FLAGS), or another verification tool: the name of one that
whittle knows (--list-tools) or a .yml file that describes one, with flags if wanted (TOOL:FLAGS), under another name if
wanted (NAME=TOOL:FLAGS). Time, memory and limits are those of a process with all that it starts.

Exit codes: 0 no answer is wrong, 1 an answer is wrong (or with --fail-on-regression, a task got worse), 2 bad input or
usage, 3 interrupted.`,
		Example: `  whittle bench tasks/
  whittle bench --property unreach-call --set concurrency --timeout 60s -j 2 --results run.jsonl index.tsv
  whittle bench --config base: --config 'nospin:--no-spin-reduction' tasks/
  whittle bench --config whittle --config cbmc --config 'deep=cbmc:--depth 500' --html results.html tasks/
  whittle bench --results new.jsonl --against old.jsonl --fail-on-regression tasks/
  whittle bench --format csv tasks/ -- --unwind 8
  whittle bench --junit results.xml tasks/`,
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		// What is measured is what it takes to find an answer.
		if err := os.Setenv(storeVariable, storeOff); err != nil {
			return err
		}
		names, extra := taskrun.CutAtDash(cmd, args)
		if f.listTools {
			return a.listTools(cmd.Context(), names)
		}
		if len(names) == 0 {
			return errNoTasks
		}
		return a.bench(cmd, f, names, extra)
	}
	fs := cmd.Flags()
	heading(cmd, "Which tasks", func() { f.Selection.Flags(cmd) })
	heading(cmd, "How they are run", func() {
		fs.StringArrayVar(&f.configs, "config", nil, "run with these flags of check, `NAME:FLAGS`, or run "+
			"another tool, [NAME=]TOOL[:FLAGS] (repeatable, to compare)")
		fs.BoolVar(&f.listTools, "list-tools", false, "print the tools that are known, and those of the "+
			".yml files given, whether they are there, and end")
		fs.VarP(&f.Jobs, "jobs", "j", "run so many tasks at a time")
		fs.Var(&f.Procs, "procs", "processors for each task (default: all, shared among the jobs)")
		fs.Var(&f.Wall, "timeout", "wall time of each task")
		fs.Var(&f.CPU, "cpu", "CPU time of each task (default: no limit)")
		fs.Var(&f.Memory, "memory", "memory of each task")
		fs.StringVar(&f.accounting, "accounting", "auto",
			"how processes are measured: cgroup, processes, or auto, the first if possible (Linux only)")
		fs.StringVar(&f.Results, "results", "", "append results to this `file` and resume from it")
		fs.BoolVarP(&f.Verbose, "verbose", "v", false, "print a line as each task ends")
	})
	heading(cmd, "On a cluster", func() {
		serverFlags(cmd, &f.server)
		fs.StringVar(&f.run, "run", "", "the `name` of the run there: with the same name the same tasks "+
			"go on where they were (default: a new one)")
	})
	f.output.flags(cmd)
	hideDefault(cmd, "procs", "cpu")
	fs.Lookup("memory").DefValue = "4GB"
	cmd.AddCommand(a.tableCommand(), a.compareCommand())
	return cmd
}

func (a *app) bench(cmd *cobra.Command, f benchFlags, names, extra []string) error {
	filter, err := f.Filter()
	if err != nil {
		return err
	}
	if err := f.output.check(); err != nil {
		return err
	}
	accounting, err := proctree.ParseAccounting(f.accounting)
	if err == nil {
		err = proctree.Available(accounting)
	}
	if err != nil {
		return fmt.Errorf("--accounting: %w", err)
	}
	configs, err := a.configurations(cmd.Context(), f.configs, extra)
	if err != nil {
		return err
	}
	items, err := taskrun.Collect(names, filter)
	if err != nil {
		return err
	}
	if f.server.URL != "" && f.run == "" {
		f.run = runName(names, time.Now())
	}
	if f.server.URL != "" && f.Results != "" {
		return errors.New("--results is for this machine; a run on a --server is resumed by its name (--run)")
	}
	if f.Procs == 0 {
		f.Procs = cli.Count(max(1, runtime.NumCPU()/int(f.Jobs)))
	}
	config := tasks.Config{Configs: configs, Accounting: accounting}
	recs, err := a.runTasks(cmd, f, items, &config)
	if err != nil {
		return err
	}
	return f.output.write(a, recs, []tasks.Setup{config.Setup()})
}
