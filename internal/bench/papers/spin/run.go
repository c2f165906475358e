package spin

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"time"

	"whittle.dev/internal/bench/process"
	"whittle.dev/internal/bench/tasks"
)

// Evaluation asks whittle and SPIN.
type Evaluation struct {
	Whittle string // the command
	Spin    string // the command; empty: SPIN is not asked
	CC      string // the C compiler for what SPIN makes
	Timeout time.Duration
	// Progress is told each result; nil: no one listens.
	Progress func(Result)
}

// Answer is what one tool says of a row.
type Answer struct {
	Verdict string // true, false or unknown; empty: it was not asked
	States  int
	Seconds float64 // CPU time; of SPIN with that of making and compiling the verifier
	Search  float64 // CPU time of the search alone
	Memory  uint64  // bytes
}

// Result is a row with the answers.
type Result struct {
	Row
	Whittle, Spin Answer
}

// Wrong reports whether an answer is not the expected one.
func (r Result) Wrong() bool {
	wrong := func(a Answer) bool {
		return (a.Verdict == "true" || a.Verdict == "false") && a.Verdict != r.Answer
	}
	return wrong(r.Whittle) || wrong(r.Spin)
}

// Run decides rows. When ctx ends it returns what it has, and the context's error.
func (e Evaluation) Run(ctx context.Context, rows []Row) ([]Result, error) {
	dir, err := os.MkdirTemp("", "whittle-ltl-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	var out []Result
	for _, row := range rows {
		if ctx.Err() != nil {
			return out, context.Cause(ctx)
		}
		res := Result{Row: row, Whittle: e.whittle(ctx, row)}
		if row.Model != "" && e.Spin != "" {
			if res.Spin, err = e.spin(ctx, row, dir); err != nil {
				return out, err
			}
		}
		if e.Progress != nil {
			e.Progress(res)
		}
		out = append(out, res)
	}
	return out, nil
}

func (e Evaluation) run(ctx context.Context, dir, path string, args ...string) process.Usage {
	const patience = 8 // wall time, as a multiple: other processes may run
	return process.Command{Path: path, Args: args, Dir: dir,
		Limits: process.Limits{CPU: e.Timeout, Wall: patience * e.Timeout}}.Run(ctx)
}

func (e Evaluation) whittle(ctx context.Context, row Row) Answer {
	args := []string{"check", "--json", "--ltl", row.Formula}
	if !row.system() {
		args = append(args, "--fairness", row.Fairness)
	}
	u := e.run(ctx, "", e.Whittle, append(args, row.Program)...)
	a := Answer{Seconds: u.CPU.Seconds(), Memory: u.Peak}
	_, verdict, _ := tasks.Answer(u, tasks.Item{})
	a.Verdict = map[string]string{"true": "true", "false(ltl)": "false"}[verdict]
	if a.Verdict == "" {
		a.Verdict = "unknown"
	}
	stats := tasks.Stats(u, "states", "engine time")
	a.States, a.Search = int(stats["states"]), stats["engine time"]
	return a
}

// spin has SPIN make a verifier, compiles that and runs it.
func (e Evaluation) spin(ctx context.Context, row Row, dir string) (Answer, error) {
	model, err := os.ReadFile(row.Model)
	if err != nil {
		return Answer{}, err
	}
	text := fmt.Sprintf("%s\nltl formula { %s }\n", model, promela(row.Formula))
	if err := os.WriteFile(filepath.Join(dir, "model.pml"), []byte(text), 0o644); err != nil {
		return Answer{}, err
	}
	verifier := filepath.Join(dir, "pan")
	search := []string{"-a", "-m1000000"}
	if row.Fairness == "weak" {
		search = append(search, "-f")
	}
	a := Answer{Verdict: "unknown"}
	for _, step := range [][]string{{e.Spin, "-a", "model.pml"}, {e.CC, "-O2", "-o", verifier, "pan.c"}} {
		u := e.run(ctx, dir, step[0], step[1:]...)
		a.Seconds += u.CPU.Seconds()
		if u.Err != nil || u.Exit != 0 {
			return a, fmt.Errorf("%s: %s failed: %s%s", row.Model, step[0], u.Stdout, u.Stderr)
		}
	}
	u := e.run(ctx, dir, verifier, search...)
	a.Seconds += u.CPU.Seconds()
	a.Search, a.Memory = u.CPU.Seconds(), u.Peak
	a.read(string(u.Stdout))
	return a, nil
}

var (
	panErrors = regexp.MustCompile(`errors: (\d+)`)
	panStates = regexp.MustCompile(`(\d+) states, stored`)
	// panPartial is in the output of a search that was not complete.
	panPartial = regexp.MustCompile(`Search not completed|max search depth too small`)
)

// read reads what a verifier prints.
func (a *Answer) read(out string) {
	if m := panStates.FindStringSubmatch(out); m != nil {
		a.States, _ = strconv.Atoi(m[1]) // it is a number
	}
	switch m := panErrors.FindStringSubmatch(out); {
	case m == nil:
	case m[1] != "0":
		a.Verdict = "false"
	case !panPartial.MatchString(out):
		a.Verdict = "true"
	}
}
