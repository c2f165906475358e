package queries

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"whittle.dev/internal/bench/gen"
	"whittle.dev/internal/bench/process"
	"whittle.dev/internal/bench/solvers"
	"whittle.dev/internal/outfile"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// Stream measures solvers on a stream of small incremental queries: push, three asserts, check, pop.
type Stream struct {
	Width int // of the bit-vectors
	Count int // queries
	Seed  uint64
	// Rounds is the number of pieces of the stream; each solver runs one piece after
	// the other has run its own, so that what else happens on the machine hits all alike.
	Rounds int
	// Others are asked as processes that read a script. The built-in solver, which comes first,
	// is asked in process, and makes no text of anything.
	Others []solvers.Contender
	// Timeout bounds the CPU time of a process, in whole seconds, 0: none. A solver that
	// runs into it is asked no more pieces; the answers that it gave before count.
	Timeout time.Duration
}

// Result is what one solver did.
type Result struct {
	Solver     string  `json:"solver"`
	Width      int     `json:"width"`
	Queries    int     `json:"queries"`
	Sat        int     `json:"sat"`
	Unanswered int     `json:"unanswered"`
	CPU        float64 `json:"cpu_s"`      // user and system time
	PerSecond  float64 `json:"per_second"` // queries per second of CPU time
	// Contradicts counts answers that are not those of the built-in solver.
	Contradicts int `json:"contradicts"`
}

// Run runs the stream. When ctx ends, the error is that of the context.
func (r Stream) Run(ctx context.Context) ([]Result, error) {
	st := term.NewStore()
	queries := gen.NewQueries(st, r.Width, r.Seed).Take(r.Count)
	solver := native.New(st, native.Config{})
	out := []Result{{Solver: "whittle", Width: r.Width}}
	for _, o := range r.Others {
		out = append(out, Result{Solver: o.Name, Width: r.Width})
	}
	dir, err := os.MkdirTemp("", "whittle-queries-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	slow := map[string]bool{}
	rounds := max(1, min(r.Rounds, r.Count))
	for k := range rounds {
		piece := queries[len(queries)*k/rounds : len(queries)*(k+1)/rounds]
		name := filepath.Join(dir, fmt.Sprintf("piece%d.smt2", k))
		if err := outfile.Write(name, func(w io.Writer) error {
			return gen.WriteQueries(w, st,
				piece)
		}); err != nil {
			return nil, err
		}
		answers := make([]string, 0, len(piece))
		start := process.OwnCPU()
		for _, q := range piece {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			solver.Push()
			for _, t := range q {
				if err := solver.Assert(t); err != nil {
					return nil, err
				}
			}
			answers = append(answers, solver.Check(ctx).Status.String())
			solver.Pop()
		}
		out[0].count(answers, answers, process.OwnCPU()-start)
		for i, o := range r.Others {
			if slow[o.Name] {
				continue
			}
			u := process.Command{Path: o.Command[0],
				Args:   append(o.Command[1:len(o.Command):len(o.Command)], name),
				Limits: process.Limits{CPU: r.Timeout, Wall: solvers.Patience * r.Timeout}}.Run(ctx)
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			if u.Err != nil {
				return nil, fmt.Errorf("%s: %w", o.Name, u.Err)
			}
			var words []string
			for line := range strings.Lines(string(u.Stdout)) {
				line = strings.TrimSpace(line)
				if strings.HasPrefix(line, "(error") {
					return nil, fmt.Errorf("%s: %s", o.Name, line)
				}
				words = append(words, line)
			}
			slow[o.Name] = u.Killed != ""
			if len(words) > len(piece) || len(words) < len(piece) && !slow[o.Name] {
				return nil, fmt.Errorf("%s: %d answers to %d queries: %s", o.Name, len(words), len(piece),
					process.LastLine(u.Stderr))
			}
			out[i+1].count(words, answers, u.CPU)
		}
	}
	return out, nil
}

// count adds the answers to a piece.
func (q *Result) count(answers, native []string, cpu time.Duration) {
	for i, a := range answers {
		q.Queries++
		switch a {
		case "sat":
			q.Sat++
		case "unsat":
		default:
			q.Unanswered++
		}
		if solvers.Contradict(a, native[i]) {
			q.Contradicts++
		}
	}
	q.CPU += cpu.Seconds()
	if q.CPU > 0 {
		q.PerSecond = float64(q.Queries) / q.CPU
	}
}

// WriteTable prints results for people.
func WriteTable(w io.Writer, results []Result) error {
	rows := [][]string{{"solver", "bits", "queries", "sat", "unanswered", "cpu s", "queries/s",
		"contradicts"}}
	for _, q := range results {
		rows = append(rows, []string{q.Solver, fmt.Sprint(q.Width), fmt.Sprint(q.Queries), fmt.Sprint(q.Sat),
			fmt.Sprint(q.Unanswered),
			fmt.Sprintf("%.2f", q.CPU), fmt.Sprintf("%.0f", q.PerSecond), fmt.Sprint(q.Contradicts)})
	}
	var b strings.Builder
	solvers.Align(&b, rows)
	_, err := io.WriteString(w, b.String())
	return err
}
