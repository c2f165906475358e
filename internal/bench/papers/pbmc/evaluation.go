package pbmc

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	families "whittle.dev/internal/bench/gen/pbmc"
	"whittle.dev/internal/bench/process"
	"whittle.dev/internal/bench/tasks"
)

// Row is a configuration of the evaluation of the paper on projections ("PBMC: Symbolic
// Program Slicing for Program Verification", table 1).
type Row struct {
	Family   string
	N, Depth int
	// Unsat asks Litmus for values that it cannot have; Reachable says what is expected.
	Unsat, Reachable bool
	// Seeds is the number of random programs, 0 for families that are not random.
	Seeds int
}

// Name is the name of the row in the paper: "Litmus 5".
func (r Row) Name() string { return fmt.Sprintf("%s %d", r.Family, r.N) }

// Table1 lists the configurations of table 1, with this number of random programs for a row of Litmus.
func Table1(seeds int) []Row {
	rows := []Row{{Family: "Indexer", N: 2, Depth: 10}, {Family: "Indexer", N: 4, Depth: 15}}
	for _, d := range []int{30, 60, 70, 90, 100} {
		rows = append(rows, Row{Family: "FSys", N: 5, Depth: d})
	}
	for _, n := range []int{5, 7, 10, 12, 15} {
		rows = append(rows, Row{Family: "DPhil", N: n, Depth: 10, Reachable: true})
	}
	for n := 4; n <= 8; n++ {
		rows = append(rows, Row{Family: "Litmus", N: n, Depth: 20, Reachable: true, Seeds: seeds})
	}
	return rows
}

// Figure2 lists the configurations of figure 2: Litmus 5 with a property that cannot
// be violated, at several depths.
func Figure2() []Row {
	var rows []Row
	for d := 6; d <= 30; d += 3 {
		rows = append(rows, Row{Family: "Litmus", N: 5, Depth: d, Unsat: true, Seeds: 1})
	}
	return rows
}

// Variant is a way to decide a row.
type Variant struct {
	Name string
	Args []string // of whittle check
}

// Variants lists the known ways, in the order of the columns.
func Variants() []Variant {
	return []Variant{
		{"published BMC", []string{"--encoding", "steps", "--without", "all", "--no-projection"}},
		{"published PBMC", []string{"--encoding", "steps", "--without", "all"}},
		{"improved BMC", []string{"--encoding", "steps", "--no-projection"}},
		{"improved PBMC", []string{"--encoding", "steps", "--without", "adaptive"}},
		{"adaptive", []string{"--encoding", "steps"}},
		{"events BMC", []string{"--encoding", "events", "--no-projection"}},
		{"events PBMC", []string{"--encoding", "events"}},
	}
}

// Evaluation decides rows in processes of their own.
type Evaluation struct {
	// Whittle is the command that is run.
	Whittle  string
	Rows     []Row
	Variants []Variant
	// Timeout is the CPU time of a process, Memory its budget in bytes.
	Timeout time.Duration
	Memory  uint64
	// Progress is told each result; nil: no one listens.
	Progress func(Result)
}

// Result is one run.
type Result struct {
	Row     Row
	Variant string
	Seed    int
	Verdict string
	Why     string
	// Wrong says that the verdict contradicts what the row expects.
	Wrong bool
	// Decided says that the question was decided for the depth.
	Decided bool
	// Solve and Total are seconds: of the solver as it says, wall time, and of the process, CPU time.
	Solve, Total float64
	Terms        int
	Clauses      int
	Conflicts    int
}

// Run decides all rows in all ways. When ctx ends it returns what it has, and the context's error.
func (r Evaluation) Run(ctx context.Context) ([]Result, error) {
	dir, err := os.MkdirTemp("", "whittle-pbmc-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	var out []Result
	for _, row := range r.Rows {
		for seed := range max(1, row.Seeds) {
			family := families.Family(row.Family)
			if !slices.Contains(families.Families(), family) {
				return nil, fmt.Errorf("there is no family %q", row.Family)
			}
			text := families.Program(family, row.N, uint64(seed), row.Unsat)
			file := filepath.Join(dir, fmt.Sprintf("%s%d-%d.c", row.Family, row.N, seed))
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				return nil, err
			}
			for _, v := range r.Variants {
				if ctx.Err() != nil {
					return out, context.Cause(ctx)
				}
				res := r.one(ctx, row, seed, v, file)
				if r.Progress != nil {
					r.Progress(res)
				}
				out = append(out, res)
			}
		}
	}
	return out, nil
}

func (r Evaluation) one(ctx context.Context, row Row, seed int, v Variant, file string) Result {
	res := Result{Row: row, Variant: v.Name, Seed: seed}
	args := append([]string{"check", "--json"}, v.Args...)
	if v.Args[1] == "steps" {
		args = append(args, "--depth", fmt.Sprint(row.Depth))
	}
	if r.Memory > 0 {
		args = append(args, "--memory", fmt.Sprint(r.Memory))
	}
	u := process.Command{Path: r.Whittle, Args: append(args, file),
		Limits: process.Limits{CPU: r.Timeout, Wall: 4 * r.Timeout, Memory: r.Memory}}.Run(ctx)
	_, res.Verdict, res.Why = tasks.Answer(u, tasks.Item{})
	res.Total = u.CPU.Seconds()
	var out struct {
		Stats []struct {
			Name  string
			Value float64
		}
		Facts []string
	}
	_ = json.Unmarshal(u.Stdout, &out) // nothing is known of a process that was killed
	for _, s := range out.Stats {
		switch s.Name {
		case "solve time", "encode and solve time":
			res.Solve = s.Value
		case "terms":
			res.Terms = int(s.Value)
		case "clauses":
			res.Clauses = int(s.Value)
		case "conflicts":
			res.Conflicts = int(s.Value)
		}
	}
	violated := res.Verdict == "false(unreach-call)"
	none := res.Verdict == "true"
	for _, f := range out.Facts {
		none = none || f == fmt.Sprintf("no violation up to depth %d", row.Depth)
	}
	res.Decided = violated || none
	res.Wrong = violated && !row.Reachable || none && row.Reachable
	return res
}
