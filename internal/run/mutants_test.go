package run_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/modular"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/examples"
	"whittle.dev/internal/testing/mutants"
	"whittle.dev/internal/testing/testflag"
)

const (
	// someMutants is how many mutants an ordinary run looks at.
	someMutants = 4
	// Of those of a run with -scale 60 manyWrong at least have violations.
	manyWrong = 40
	// mutantUnwind bounds the search for violations, mutantQuestions that for proofs.
	mutantUnwind, mutantQuestions = 3, 1000
	// mutantTime bounds one search.
	mutantTime = 20 * time.Second
)

// mutant is a program with one small mistake, which it may get away with.
type mutant struct {
	name, text string
	model      string
}

// TestMutants: of programs with one small mistake none is proved by the engine modular that is shown to be
// wrong by a violation that replays: one that the engine bmc finds with few rounds of each loop, or for those
// that are proved ceds. A mutant that neither finds wrong may be right all the same, and is not counted.
func TestMutants(t *testing.T) {
	wrong, proved, right := 0, 0, 0
	some := testflag.Some(manyMutants(t), someMutants)
	for _, m := range some {
		loaded, err := run.Load(t.Context(), run.Task{Files: []string{"mutant.c"},
			Property: string(property.UnreachCall), DataModel: m.model,
			Read: func(string) ([]byte, error) { return []byte(m.text), nil }})
		if err != nil {
			continue // it is no program
		}
		ask := func(o run.Options, with engine.Engine) property.Kind {
			ctx, cancel := context.WithTimeout(t.Context(), mutantTime)
			defer cancel()
			o.BugDir = t.TempDir()
			out, err := loaded.Check(ctx, o, with)
			if err != nil && ctx.Err() == nil {
				t.Errorf("%s: %v", m.name, err)
			}
			if err != nil {
				return property.Unknown
			}
			return out.Verdict.Kind
		}
		found := ask(run.Options{Engine: "bmc", MaxUnwind: mutantUnwind}, nil)
		if found == property.False {
			wrong++
			t.Logf("%s: wrong", m.name)
		}
		how := modular.New(modular.Config{Questions: mutantQuestions})
		if ask(run.Options{Engine: "modular"}, how) != property.True {
			continue
		}
		proved++
		if found != property.False {
			found = ask(run.Options{Engine: "ceds"}, nil)
		}
		switch found {
		case property.False:
			t.Errorf("%s: proved, but there is a violation", m.name)
		case property.True:
			right++
		default:
			t.Logf("%s: proved, and not shown to be wrong or right otherwise", m.name)
		}
	}
	t.Logf("of %d mutants bmc finds %d wrong; %d are proved, of which %d are shown to be right otherwise",
		len(some), wrong, proved, right)
	if testflag.Scale() >= 60 && wrong < manyWrong {
		t.Errorf("%d wrong mutants", wrong)
	}
}

// manyMutants are those of the examples, and with -scale of the benchmarks about any number of threads, if
// these are here; with -only those of whose names the expression is part.
func manyMutants(t *testing.T) []mutant {
	t.Helper()
	var out []mutant
	add := func(path, model string) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range mutants.Of(string(text)) {
			if name := filepath.Base(path) + ", " + m.Name; testflag.Only(name) {
				out = append(out, mutant{name, m.Text, model})
			}
		}
	}
	for _, name := range examples.Names(t, "examples") {
		h := examples.Read(t, name)
		if h.Property == property.UnreachCall && h.Verdict.Kind == property.True {
			add(name, h.DataModel)
		}
	}
	if !testflag.Deep() {
		return out
	}
	root := filepath.Join("..", "shared", "benchmarks") // from the folder of the module
	for _, f := range rows(filepath.Join(root, "index.tsv")) {
		endless := strings.Contains(f[1], "/pthread-ext/") || strings.Contains(f[1], "race_reach")
		if len(f) > 4 && f[2] == string(property.UnreachCall) && f[3] == "true" && endless {
			add(filepath.Join(root, f[1]), f[4])
		}
	}
	for _, f := range rows(filepath.Join(root, "threads", "index.tsv")) {
		if len(f) > 2 && f[2] == "true(unreach-call)" {
			add(filepath.Join(root, "threads", f[0]), "LP64")
		}
	}
	return out
}

// rows are the rows of an index with their columns; none if it is not here.
func rows(path string) [][]string {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	var out [][]string
	for line := range strings.Lines(string(text)) {
		out = append(out, strings.Split(strings.TrimSpace(line), "\t"))
	}
	return out
}
