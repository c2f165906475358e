package threads

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"whittle.dev/internal/bench/process"
	"whittle.dev/internal/bench/tasks"
)

// Levels are the levels of Horn clauses.
const Levels = 3

// Evaluation decides tasks in processes of their own.
type Evaluation struct {
	// Whittle is the command that is run, Spacer is z3; empty: it is left out.
	Whittle, Spacer string
	Items           []tasks.Item
	// Families gives a family to tasks, Peers what other tools said of them, both by name.
	Families, Peers map[string]string
	// Timeout is the CPU time of a process.
	Timeout time.Duration
	// Progress is told each row; nil: no one listens.
	Progress func(Row)
}

// Row is a task and its answers.
type Row struct {
	Family, Name string
	// Proved and Wrong judge the engine modular; Failed is why it gave no answer, not even unknown; empty: it
	// did. Seconds is CPU time with the front end.
	Proved, Wrong bool
	Failed        string
	Seconds       float64
	// Level is the number of threads in a view, Atoms counts those of all lemmas, Queries the questions.
	Level, Atoms, Queries int
	Spacer                [Levels]Answer
	Peers                 string
}

// Answer is what Spacer said: sat is a proof.
type Answer struct {
	Verdict string
	Seconds float64
}

// Outcome is what the engine modular said, in a word.
func (r Row) Outcome() string {
	switch {
	case r.Failed != "":
		return "failed"
	case r.Wrong:
		return "WRONG"
	case r.Proved:
		return "true"
	}
	return "unknown"
}

// String is the outcome in a line: "proved, k = 1, 0.02 s".
func (r Row) String() string {
	switch {
	case r.Failed != "":
		return "failed: " + r.Failed
	case r.Wrong:
		return fmt.Sprintf("proved, which is WRONG, k = %d, %.2f s", r.Level, r.Seconds)
	case r.Proved:
		return fmt.Sprintf("proved, k = %d, %.2f s", r.Level, r.Seconds)
	}
	return fmt.Sprintf("unknown, %.2f s", r.Seconds)
}

// Best is the time of the first level with a proof; false if there is none.
func (r Row) Best() (seconds float64, ok bool) {
	for _, a := range r.Spacer {
		if a.Verdict == "sat" {
			return a.Seconds, true
		}
	}
	return 0, false
}

// Run decides all tasks. When ctx ends it returns what it has, and the context's error.
func (e Evaluation) Run(ctx context.Context) ([]Row, error) {
	dir, err := os.MkdirTemp("", "whittle-threads-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	var out []Row
	for _, it := range e.Items {
		row := e.modular(ctx, it)
		file := filepath.Join(dir, "clauses.smt2")
		for k := 0; k < Levels && e.Spacer != "" && ctx.Err() == nil; k++ {
			if row.Spacer[k], err = e.spacer(ctx, it, k+1, file); err != nil {
				return out, err
			}
		}
		if ctx.Err() != nil {
			return out, context.Cause(ctx)
		}
		if e.Progress != nil {
			e.Progress(row)
		}
		out = append(out, row)
	}
	slices.SortStableFunc(out, func(a, b Row) int { return strings.Compare(a.Family, b.Family) })
	return out, nil
}

// command is a process with the limits of the evaluation.
func (e Evaluation) command(path string, args ...string) process.Command {
	const patience = 8 // wall time, as a multiple: other processes may run
	return process.Command{Path: path, Args: args, Output: 64 << 20,
		Limits: process.Limits{CPU: e.Timeout, Wall: patience * e.Timeout, Strict: true}}
}

func (e Evaluation) modular(ctx context.Context, it tasks.Item) Row {
	row := Row{Family: e.Families[it.Name], Name: it.Name, Peers: e.Peers[it.Name]}
	args := append([]string{"check", "--json", "--engine", "modular"}, arguments(it)...)
	u := e.command(e.Whittle, args...).Run(ctx)
	score, verdict, why := tasks.Answer(u, it)
	if score == tasks.Failed {
		row.Failed = why
	}
	row.Proved, row.Seconds = row.Failed == "" && verdict == "true", u.CPU.Seconds()
	row.Wrong = row.Proved && it.Expected.String() != "true" && it.Expected.String() != "unknown"
	stats := tasks.Stats(u, "questions", "threads in a view", "atoms")
	row.Queries, row.Level = int(stats["questions"]), int(stats["threads in a view"])
	row.Atoms = int(stats["atoms"])
	return row
}

// arguments are the flags of a task, and its file.
func arguments(it tasks.Item) []string {
	out := []string{"--property", string(it.Property)}
	if it.DataModel != "" {
		out = append(out, "--data-model", it.DataModel)
	}
	return append(out, it.Path)
}

// spacer decides the clauses of a level.
func (e Evaluation) spacer(ctx context.Context, it tasks.Item, level int, file string) (Answer, error) {
	args := append([]string{"show", "horn", "-k", strconv.Itoa(level)}, arguments(it)...)
	u := e.command(e.Whittle, args...).Run(ctx)
	if u.Exit != 0 {
		return Answer{Verdict: "no clauses"}, nil
	}
	if err := os.WriteFile(file, u.Stdout, 0o600); err != nil {
		return Answer{}, err
	}
	z := e.command(e.Spacer, "fp.engine=spacer", file).Run(ctx)
	a := Answer{Verdict: "timeout", Seconds: z.CPU.Seconds()}
	if word, _, _ := strings.Cut(strings.TrimSpace(string(z.Stdout)), "\n"); z.Killed == "" && word != "" {
		a.Verdict = word
	}
	return a, nil
}
