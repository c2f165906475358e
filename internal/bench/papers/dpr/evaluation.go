package dpr

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"whittle.dev/internal/bench/process"
	"whittle.dev/internal/bench/tasks"
)

// Variant is a way to decide a row.
type Variant struct {
	Name string
	Args []string // of whittle check
}

// Variants lists the known ways, in the order of the columns.
func Variants() []Variant {
	dpr := func(name string, set ...string) Variant {
		v := Variant{name, []string{"--engine", "dpr"}}
		for _, s := range set {
			v.Args = append(v.Args, "--set", s)
		}
		return v
	}
	return []Variant{
		dpr("deletion"),
		dpr("provenance", "dpr.learning=provenance"),
		dpr("paper", "dpr.learning=paper"),
		dpr("solver", "dpr.learning=solver"),
		dpr("none", "dpr.learning=none"),
		dpr("random", "dpr.order=random"),
		dpr("guided", "dpr.order=guided"),
		{"bmc", []string{"--engine", "bmc"}},
	}
}

// Evaluation decides rows in processes of their own.
type Evaluation struct {
	// Whittle is the command that is run.
	Whittle  string
	Rows     []Row
	Variants []Variant
	// Timeout is the CPU time of a process.
	Timeout time.Duration
	// Progress is told each result; nil: no one listens.
	Progress func(Result)
}

// Result is one run.
type Result struct {
	Row            Row
	Variant        string
	Verdict        string
	Decided, Wrong bool
	// Paths are those that were executed; 0 of bmc.
	Paths int
	// Seconds is the CPU time of the process, with the front end.
	Seconds float64
}

// Run decides all rows in all ways. When ctx ends it returns what it has, and the context's error.
func (e Evaluation) Run(ctx context.Context) ([]Result, error) {
	dir, err := os.MkdirTemp("", "whittle-dpr-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "prog.c")
	var out []Result
	for _, row := range e.Rows {
		if err := os.WriteFile(file, []byte(row.Text), 0o644); err != nil {
			return nil, err
		}
		for _, v := range e.Variants {
			if ctx.Err() != nil {
				return out, context.Cause(ctx)
			}
			res := e.one(ctx, row, v, file)
			if e.Progress != nil {
				e.Progress(res)
			}
			out = append(out, res)
		}
	}
	return out, nil
}

func (e Evaluation) one(ctx context.Context, row Row, v Variant, file string) Result {
	const patience = 8 // wall time, as a multiple: other processes may run
	u := process.Command{Path: e.Whittle, Args: append(append([]string{"check", "--json"}, v.Args...), file),
		Limits: process.Limits{CPU: e.Timeout, Wall: patience * e.Timeout}}.Run(ctx)
	res := Result{Row: row, Variant: v.Name, Seconds: u.CPU.Seconds()}
	_, res.Verdict, _ = tasks.Answer(u, tasks.Item{})
	res.Paths = int(tasks.Stats(u, "paths")["paths"])
	violated, holds := res.Verdict == "false(unreach-call)", res.Verdict == "true"
	res.Decided = violated || holds
	res.Wrong = violated && !row.Violated || holds && row.Violated
	return res
}
