package suites

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"whittle.dev/internal/bench/gen"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
)

// Generate writes a suite of benchmarks to a folder: kind is "cnf", "smt", "theories" or "systems". It
// returns the number of files.
func Generate(ctx context.Context, kind, dir string) (int, error) {
	switch kind {
	case "cnf":
		suite := gen.Formulas()
		for _, q := range gen.BitPrograms() {
			suite = append(suite, bitLevel(question(ctx, q)))
		}
		return len(suite), gen.WriteAll(ctx, dir, ".cnf", suite)
	case "smt":
		suite := gen.Scripts()
		for _, q := range gen.Programs() {
			suite = append(suite, question(ctx, q))
		}
		return len(suite), gen.WriteAll(ctx, dir, ".smt2", suite)
	case "theories":
		suite := gen.Theories()
		return len(suite), gen.WriteAll(ctx, dir, ".smt2", suite)
	case "systems":
		return systems(ctx, dir)
	}
	return 0, fmt.Errorf("%q is no suite (known: cnf, smt, theories, systems)", kind)
}

// answerTime is how long the engine may take until it asks what is wanted about one program.
const answerTime = 2 * time.Minute

// question is an instance that is written by asking the engine bmc about a program
// and keeping one of the scripts.
func question(ctx context.Context, q gen.Question) gen.Instance {
	name := "bmc-" + q.Name
	return gen.Instance{Family: "bmc", Name: name, Want: q.Want, Write: func(w io.Writer) error {
		dir, err := os.MkdirTemp("", "whittle-gen-*")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		source := filepath.Join(dir, q.Name+".c")
		if err := os.WriteFile(source, []byte(q.Source), 0o644); err != nil {
			return err
		}
		scripts := filepath.Join(dir, "scripts")
		task := run.Task{Files: []string{source}, Property: string(property.UnreachCall), DataModel: "LP64"}
		limited, stop := context.WithTimeout(ctx, answerTime)
		defer stop()
		opt := run.Options{Engine: "bmc", DumpSMT2: scripts, Events: func(e run.Event) {
			if e.Stage == "solve" && e.Bound >= q.Bound {
				// What is wanted is asked now, and written before it is answered.
				go stopWhen(limited, stop, func() bool {
					_, err := boundQuestion(scripts, q.Bound)
					return err == nil
				})
			}
		}}
		out, err := run.Check(limited, task, opt)
		if err != nil {
			return err
		}
		if k := out.Verdict.Kind; k == property.True && !q.Holds || k == property.False && q.Holds {
			return fmt.Errorf("the verdict %v is wrong", out.Verdict)
		}
		text, err := boundQuestion(scripts, q.Bound)
		if err != nil {
			return fmt.Errorf("verdict %v (%s): %w", out.Verdict, out.Result.Why, err)
		}
		_, err = w.Write(setStatus(text, q.Want))
		return err
	}}
}

// stopWhen calls stop when done says so, unless ctx ends before.
func stopWhen(ctx context.Context, stop func(), done func() bool) {
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if done() {
				stop()
				return
			}
		}
	}
}

// boundQuestion returns the script of a folder that asks about violations at a loop bound.
func boundQuestion(dir string, bound int) ([]byte, error) {
	names, err := filepath.Glob(filepath.Join(dir, "check-*.smt2"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if bytes.HasPrefix(text, fmt.Appendf(nil, "; violations, loop bound %d\n", bound)) {
			return text, nil
		}
	}
	return nil, fmt.Errorf("no question about violations at loop bound %d was asked", bound)
}

// setStatus makes the status of a script what is expected, whether or not the engine came to an answer.
func setStatus(text []byte, want gen.Answer) []byte {
	var out []byte
	for line := range bytes.Lines(text) {
		if bytes.HasPrefix(line, []byte("(set-info :status ")) {
			continue
		}
		out = append(out, line...)
		if bytes.HasPrefix(line, []byte("(set-logic ")) {
			out = append(out, "(set-info :status "+string(want)+")\n"...)
		}
	}
	return out
}
