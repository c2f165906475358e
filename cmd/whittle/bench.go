package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"whittle.dev/internal/bench/proctree"
	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cluster/bus"
	"whittle.dev/internal/property"
)

// benchFlags are the flags of bench that need reading.
type benchFlags struct {
	property, set, expected, match string
	limit                          int
	jobs, procs                    count
	timeout, cpu                   duration
	memory                         size
	configs                        []string
	results, accounting            string
	verbose, listTools             bool
	server                         bus.Server
	run                            string // the name of the run on the server
	output                         benchOutput
}

func (a *app) benchCommand() *cobra.Command {
	f := benchFlags{jobs: 1, timeout: duration(time.Minute), memory: 4e9,
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
		names, extra := cutAtDash(cmd, args)
		if f.listTools {
			return a.listTools(cmd.Context(), names)
		}
		if len(names) == 0 {
			return errNoTasks
		}
		return a.bench(cmd, f, names, extra)
	}
	fs := cmd.Flags()
	heading(cmd, "Which tasks", func() { f.filterFlags(cmd) })
	heading(cmd, "How they are run", func() {
		fs.StringArrayVar(&f.configs, "config", nil, "run with these flags of check, `NAME:FLAGS`, or run "+
			"another tool, [NAME=]TOOL[:FLAGS] (repeatable, to compare)")
		fs.BoolVar(&f.listTools, "list-tools", false, "print the tools that are known, and those of the "+
			".yml files given, whether they are there, and end")
		fs.VarP(&f.jobs, "jobs", "j", "run so many tasks at a time")
		fs.Var(&f.procs, "procs", "processors for each task (default: all, shared among the jobs)")
		fs.Var(&f.timeout, "timeout", "wall time of each task")
		fs.Var(&f.cpu, "cpu", "CPU time of each task (default: no limit)")
		fs.Var(&f.memory, "memory", "memory of each task")
		fs.StringVar(&f.accounting, "accounting", "auto",
			"how processes are measured: cgroup, processes, or auto, the first if possible (Linux only)")
		fs.StringVar(&f.results, "results", "", "append results to this `file` and resume from it")
		fs.BoolVarP(&f.verbose, "verbose", "v", false, "print a line as each task ends")
	})
	heading(cmd, "On a cluster", func() {
		serverFlags(cmd, &f.server)
		fs.StringVar(&f.run, "run", "", "the `name` of the run there: with the same name the same tasks "+
			"go on where they were (default: a new one)")
	})
	f.output.flags(cmd)
	hideDefault(cmd, "procs", "cpu")
	fs.Lookup("memory").DefValue = "4GB"
	cmd.AddCommand(a.tableCommand(), a.genCommand(), a.compareCommand(), a.queriesCommand(), a.pbmcCommand(),
		a.dprCommand(), a.symdivineCommand(), a.slabCommand(), a.cpaCommand(), a.threadsCommand(),
		a.clusterSimulation(), a.ltlCommand())
	return cmd
}

// cutAtDash cuts arguments at a "--": tasks before it, flags of check after it.
func cutAtDash(cmd *cobra.Command, args []string) (names, flags []string) {
	if n := cmd.ArgsLenAtDash(); n >= 0 {
		return args[:n], args[n:]
	}
	return args, nil
}

// benchTasks returns the tasks that pass a filter, of which there is one at least.
func benchTasks(names []string, filter tasks.Filter) ([]tasks.Item, error) {
	items, err := tasks.Collect(names, filter)
	if err == nil && len(items) == 0 {
		err = errors.New("no task passes the filters")
	}
	return items, err
}

func (a *app) bench(cmd *cobra.Command, f benchFlags, names, extra []string) error {
	filter, err := f.filter()
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
	items, err := benchTasks(names, filter)
	if err != nil {
		return err
	}
	if f.server.URL != "" && f.run == "" {
		f.run = runName(names, time.Now())
	}
	if f.server.URL != "" && f.results != "" {
		return errors.New("--results is for this machine; a run on a --server is resumed by its name (--run)")
	}
	if f.procs == 0 {
		f.procs = count(max(1, runtime.NumCPU()/int(f.jobs)))
	}
	config := tasks.Config{Configs: configs, Accounting: accounting}
	recs, err := a.runTasks(cmd, f, items, &config)
	if err != nil {
		return err
	}
	return f.output.write(a, recs, []tasks.Setup{config.Setup()})
}

// filterFlags are the flags that choose among tasks.
func (f *benchFlags) filterFlags(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVarP(&f.property, "property", "p", "", "only tasks with this property")
	fs.StringVar(&f.set, "set", "", "only tasks of this set")
	fs.StringVar(&f.expected, "expected", "", "only tasks with this expected verdict: true, false, unknown")
	fs.StringVar(&f.match, "match", "", "only tasks whose name matches this regular `expression`")
	fs.IntVar(&f.limit, "limit", 0, "only the first `n` tasks that are left")
}

func (f benchFlags) filter() (tasks.Filter, error) {
	filter := tasks.Filter{Set: f.set, Expected: f.expected, Limit: f.limit}
	var err error
	if f.property != "" {
		if filter.Property, err = property.Parse(f.property); err != nil {
			return filter, err
		}
	}
	switch f.expected {
	case "", "true", "false", "unknown":
	default:
		return filter, fmt.Errorf("--expected %q is none of true, false, unknown", f.expected)
	}
	if f.match != "" {
		if filter.Match, err = regexp.Compile(f.match); err != nil {
			return filter, fmt.Errorf("--match: %w", err)
		}
	}
	return filter, nil
}

func (a *app) benchProgress(p *progress, total int, verbose bool) func(tasks.Record, bool) {
	n := 0
	scores := map[tasks.Score]int{}
	return func(r tasks.Record, resumed bool) {
		n++
		scores[r.Score]++
		if verbose && !resumed {
			p.wipe()
			fmt.Fprintf(a.stderr, "%4d/%d  %-8s %-22s %7.2f s %6.0f MB  %s %s\n", n, total, r.Score,
				r.Verdict, r.Wall, float64(r.Memory)/1e6, r.Name, r.Config)
		}
		p.show(fmt.Sprintf("%d of %d: %d right, %d wrong, %d unknown, %d failed; last %s", n, total,
			scores[tasks.Right], scores[tasks.Wrong], scores[tasks.Unknown], scores[tasks.Failed], r.Name))
	}
}

// hashFile identifies the build that is measured.
func hashFile(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}
