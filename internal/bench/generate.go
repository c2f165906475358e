package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"whittle.dev"
	"whittle.dev/internal/bench/gen"
	"whittle.dev/internal/property"
)

// Generate writes a suite of benchmarks for solvers to a folder: kind is "cnf" or
// "smt". It returns the number of files.
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
	}
	return 0, fmt.Errorf("%q is no suite (known: cnf, smt)", kind)
}

// answerTime is how long the engine may look for answers about one program. A
// question is written down before it is answered, so that the last one needs no answer.
const answerTime = 20 * time.Second

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
		task := whittle.Task{Files: []string{source}, Property: string(property.UnreachCall), DataModel: "LP64"}
		out, err := whittle.Check(ctx, task, whittle.Options{Engine: "bmc", MaxUnwind: q.Unwind, DumpSMT2: scripts, Timeout: answerTime})
		if err != nil {
			return err
		}
		if k := out.Verdict.Kind; k == property.True && !q.Holds || k == property.False && q.Holds {
			return fmt.Errorf("the verdict %v is wrong", out.Verdict)
		}
		text, err := lastQuestion(scripts)
		if err != nil {
			return fmt.Errorf("verdict %v (%s): %w", out.Verdict, out.Result.Why, err)
		}
		_, err = w.Write(setStatus(text, q.Want))
		return err
	}}
}

// lastQuestion returns the last script of a folder that asks about violations.
func lastQuestion(dir string) ([]byte, error) {
	names, err := filepath.Glob(filepath.Join(dir, "check-*.smt2"))
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Backward(names) {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if bytes.HasPrefix(text, []byte("; violations")) {
			return text, nil
		}
	}
	return nil, errors.New("no question about violations was asked")
}

// setStatus makes the status of a script what is expected, whether or not the engine
// came to an answer.
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
