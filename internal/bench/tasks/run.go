package tasks

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"whittle.dev/internal/bench/process"
	"whittle.dev/internal/bench/proctree"
	"whittle.dev/internal/bench/results"
)

// NamedArgs is a configuration to compare: extra arguments of the command, or of another tool, under a name.
type NamedArgs struct {
	Name string   `json:"name"`
	Args []string `json:"args"`
	// External is the tool that runs instead of the command; nil: the command.
	External *External `json:"tool,omitempty"`
}

// sets reports whether the arguments give a flag a value. What a configuration says about its own limits
// counts, and check takes no flag twice.
func (n NamedArgs) sets(flag string) bool {
	return slices.ContainsFunc(n.Args, func(a string) bool {
		return a == flag ||
			strings.HasPrefix(a, flag+"=")
	})
}

// Config says how to run.
type Config struct {
	// Command is the program and its first arguments; what it prints is read as the JSON of package report.
	Command []string
	// Build identifies the version of the command in the results file.
	Build string
	// Configs are run one after the other on each item; none means one
	// without a name and without extra arguments.
	Configs []NamedArgs
	// Limits of one process; 0: none. CPU defaults to no limit of its own.
	CPU, Wall time.Duration
	Memory    uint64
	// Jobs is how many processes run at a time; at least 1.
	Jobs int
	// Procs is the number of processors a process may use; 0: all.
	Procs int
	// Results is the file to resume from and append to; empty: none.
	Results string
	// Stats are the names of the numbers of an answer that are kept with its record.
	Stats []string
	// Supervisor is the command line of a supervisor, a process that calls proctree.Supervise: time, memory
	// and limits are then those of a process with all that it starts. nil: processes are measured as far as
	// their parents wait for them.
	Supervisor []string
	// Accounting says how supervisors measure.
	Accounting proctree.Accounting
	// Done is called as each task ends or is found in the results file, from
	// one goroutine at a time; may be nil.
	Done func(rec Record, resumed bool)
}

// Run runs all items under all configurations and returns their records in the order of the items. When ctx
// ends, running processes are killed, their tasks have no record, and the error is that of the context.
func Run(ctx context.Context, items []Item, cfg Config) ([]Record, error) {
	if len(cfg.Configs) == 0 {
		cfg.Configs = []NamedArgs{{}}
	}
	type job struct {
		index int
		conf  NamedArgs
		item  Item
	}
	var jobs []job
	for _, it := range items {
		for _, c := range cfg.Configs {
			jobs = append(jobs, job{len(jobs), c, it})
		}
	}
	recs := make([]*Record, len(jobs))
	var file *results.File[Record]
	if cfg.Results != "" {
		var err error
		if file, err = results.Open(cfg.Results, cfg.header(),
			func(r Record) string { return RecordKey(r.Config, r.Item) }); err != nil {
			return nil, err
		}
		defer file.Close()
	}
	var files toolFiles
	defer files.remove()

	var mu sync.Mutex
	var firstErr error
	finish := func(i int, rec Record, resumed bool) {
		mu.Lock()
		defer mu.Unlock()
		recs[i] = &rec
		if file != nil && !resumed {
			if err := file.Add(rec); err != nil && firstErr == nil {
				firstErr = fmt.Errorf("%s: %w", cfg.Results, err)
			}
		}
		if cfg.Done != nil {
			cfg.Done(rec, resumed)
		}
	}
	queue := make(chan job)
	var wg sync.WaitGroup
	for range max(cfg.Jobs, 1) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range queue {
				run := cfg.One
				if j.conf.External != nil {
					run = func(ctx context.Context, conf NamedArgs, it Item) (Record, bool) {
						return cfg.runTool(ctx, conf, it, &files)
					}
				}
				if rec, ok := run(ctx, j.conf, j.item); ok {
					finish(j.index, rec, false)
				}
			}
		}()
	}
feed:
	for _, j := range jobs {
		if file != nil {
			if rec, ok := file.Done[RecordKey(j.conf.Name, j.item)]; ok {
				rec.Item = j.item
				finish(j.index, rec, true)
				continue
			}
		}
		select {
		case queue <- j:
		case <-ctx.Done():
			break feed
		}
	}
	close(queue)
	wg.Wait()

	out := make([]Record, 0, len(recs))
	for _, r := range recs {
		if r != nil {
			out = append(out, *r)
		}
	}
	if firstErr == nil {
		firstErr = context.Cause(ctx)
	}
	return out, firstErr
}

func (cfg Config) header() header {
	return header{Version: resultsVersion, Command: cfg.Command, Build: cfg.Build, Configs: cfg.Configs,
		CPU: cfg.CPU.Seconds(), Wall: cfg.Wall.Seconds(), Memory: cfg.Memory, Parallel: max(cfg.Jobs, 1),
		Env: cfg.env(), Stats: cfg.Stats}
}

func (cfg Config) env() map[string]string {
	if cfg.Procs <= 0 {
		return nil
	}
	return map[string]string{"GOMAXPROCS": strconv.Itoa(cfg.Procs)}
}

// wholeAnswer is enough for the answer of check, which is one value and must be there whole: the trace of a
// program with 20,000 threads has a hundred megabytes.
const wholeAnswer = 1 << 30

// One runs the command once, on an item under a configuration that is no other tool; ok is false when the run
// was ended from outside.
func (cfg Config) One(ctx context.Context, conf NamedArgs, it Item) (rec Record, ok bool) {
	args := append([]string(nil), cfg.Command[1:]...)
	if cfg.Wall > 0 && !conf.sets("--timeout") {
		args = append(args, "--timeout", cfg.Wall.String())
	}
	if cfg.Memory > 0 && !conf.sets("--memory") {
		args = append(args, "--memory", strconv.FormatUint(cfg.Memory, 10))
	}
	args = append(args, conf.Args...)
	args = append(args, it.args()...)

	p := process.Command{Path: cfg.Command[0], Args: args, Env: cfg.env(), Output: wholeAnswer,
		Supervisor: cfg.Supervisor, Accounting: cfg.Accounting,
		Limits: process.Limits{CPU: cfg.CPU, Wall: cfg.Wall, Memory: cfg.Memory}}
	u := p.Run(ctx)
	if ctx.Err() != nil {
		return Record{}, false
	}
	rec = Record{Item: it, Config: conf.Name, Expected: it.Expected.String(), Verdict: "unknown",
		Exit: u.Exit,
		CPU:  u.CPU.Seconds(), Wall: u.Wall.Seconds(), Memory: u.Peak, Accounting: u.Accounting}
	if m := peakMemory(u); m > 0 && u.Processes <= 1 {
		rec.Memory = m
	}
	rec.Score, rec.Verdict, rec.Why = Answer(u, it)
	rec.Stats = Stats(u, cfg.Stats...)
	return rec, true
}
