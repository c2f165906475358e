package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"whittle.dev/internal/bench/gen"
)

// PBMCRow is a configuration of the evaluation of the paper on projections ("PBMC: Symbolic
// Program Slicing for Program Verification", table 1).
type PBMCRow struct {
	Family   string
	N, Depth int
	// Unsat asks Litmus for values that it cannot have; Reachable tells what is expected.
	Unsat, Reachable bool
	// Seeds is the number of random programs, 0 for families that are not random.
	Seeds int
}

// Name is the name of the row in the paper: "Litmus 5".
func (r PBMCRow) Name() string { return fmt.Sprintf("%s %d", r.Family, r.N) }

// PBMCTable1 lists the configurations of table 1, with this number of random
// programs for a row of Litmus.
func PBMCTable1(seeds int) []PBMCRow {
	rows := []PBMCRow{{Family: "Indexer", N: 2, Depth: 10}, {Family: "Indexer", N: 4, Depth: 15}}
	for _, d := range []int{30, 60, 70, 90, 100} {
		rows = append(rows, PBMCRow{Family: "FSys", N: 5, Depth: d})
	}
	for _, n := range []int{5, 7, 10, 12, 15} {
		rows = append(rows, PBMCRow{Family: "DPhil", N: n, Depth: 10, Reachable: true})
	}
	for n := 4; n <= 8; n++ {
		rows = append(rows, PBMCRow{Family: "Litmus", N: n, Depth: 20, Reachable: true, Seeds: seeds})
	}
	return rows
}

// PBMCFigure2 lists the configurations of figure 2: Litmus 5 with a property that cannot
// be violated, at several depths.
func PBMCFigure2() []PBMCRow {
	var rows []PBMCRow
	for d := 6; d <= 30; d += 3 {
		rows = append(rows, PBMCRow{Family: "Litmus", N: 5, Depth: d, Unsat: true, Seeds: 1})
	}
	return rows
}

// PBMCVariant is a way to decide a row.
type PBMCVariant struct {
	Name string
	Args []string // of whittle check
}

// PBMCVariants lists the known ways, in the order of the columns.
func PBMCVariants() []PBMCVariant {
	return []PBMCVariant{
		{"published BMC", []string{"--encoding", "steps", "--without", "all", "--no-projection"}},
		{"published PBMC", []string{"--encoding", "steps", "--without", "all"}},
		{"improved BMC", []string{"--encoding", "steps", "--no-projection"}},
		{"improved PBMC", []string{"--encoding", "steps", "--without", "adaptive"}},
		{"adaptive", []string{"--encoding", "steps"}},
		{"events BMC", []string{"--encoding", "events", "--no-projection"}},
		{"events PBMC", []string{"--encoding", "events"}},
	}
}

// PBMCRun decides rows in processes of their own.
type PBMCRun struct {
	// Whittle is the command that is run.
	Whittle  string
	Rows     []PBMCRow
	Variants []PBMCVariant
	// Timeout is the CPU time of a process, Memory its budget in bytes.
	Timeout time.Duration
	Memory  uint64
	// Progress is told each result; nil: no one listens.
	Progress func(PBMCResult)
}

// PBMCResult is one run.
type PBMCResult struct {
	Row     PBMCRow
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

// Run decides all rows in all ways. When ctx ends it returns what it has, and the
// context's error.
func (r PBMCRun) Run(ctx context.Context) ([]PBMCResult, error) {
	dir, err := os.MkdirTemp("", "whittle-pbmc-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	var out []PBMCResult
	for _, row := range r.Rows {
		for seed := range max(1, row.Seeds) {
			text, ok := gen.PBMCProgram(row.Family, row.N, uint64(seed), row.Unsat)
			if !ok {
				return nil, fmt.Errorf("there is no family %q", row.Family)
			}
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

func (r PBMCRun) one(ctx context.Context, row PBMCRow, seed int, v PBMCVariant, file string) PBMCResult {
	res := PBMCResult{Row: row, Variant: v.Name, Seed: seed}
	args := append([]string{"check", "--json"}, v.Args...)
	if v.Args[1] == "steps" {
		args = append(args, "--depth", fmt.Sprint(row.Depth))
	}
	if r.Memory > 0 {
		args = append(args, "--memory", fmt.Sprint(r.Memory))
	}
	u := process{path: r.Whittle, args: append(args, file),
		limits: limits{cpu: r.Timeout, wall: 4 * r.Timeout, memory: r.Memory}}.run(ctx)
	_, res.Verdict, res.Why = u.answer(Item{})
	res.Total = u.cpu.Seconds()
	var out struct {
		Stats []struct {
			Name  string
			Value float64
		}
		Facts []string
	}
	_ = json.Unmarshal(u.stdout, &out) // nothing is known of a process that was killed
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
