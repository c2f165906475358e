package lib_test

import (
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"whittle.dev/internal/testing/golden"
	"whittle.dev/smt"
	"whittle.dev/smt/lib"
	"whittle.dev/smt/process"
	"whittle.dev/term"
)

// TestCases runs the scripts in testdata: each archive has in.smt2 and out.
func TestCases(t *testing.T) {
	for _, name := range archives(t, "testdata") {
		t.Run(filepath.Base(name), func(t *testing.T) { runCase(t, name, nativeConfig()) })
	}
}

// TestNumberCases runs the scripts in testdata/numbers by several solvers; whatever the model, their outputs
// are the same.
func TestNumberCases(t *testing.T) {
	for _, name := range archives(t, "testdata/numbers") {
		t.Run("native/"+filepath.Base(name), func(t *testing.T) { runCase(t, name, nativeConfig()) })
	}
	for _, solver := range []string{"z3", "cvc5"} {
		if _, err := process.New(term.NewStore(), process.Config{Command: solver}); err != nil {
			t.Log(err)
			continue
		}
		cfg := lib.Config{Version: "1", Solver: func(st *term.Store) (smt.Solver, error) {
			return process.New(st, process.Config{Command: solver})
		}}
		for _, name := range archives(t, "testdata/numbers") {
			t.Run(solver+"/"+filepath.Base(name), func(t *testing.T) { runCase(t, name, cfg) })
		}
	}
}

func archives(t *testing.T, folder string) []string {
	names, err := filepath.Glob(filepath.Join(folder, "*.txtar"))
	if err != nil || len(names) == 0 {
		t.Fatal("no cases", err)
	}
	return names
}

// runCase runs the script of an archive and compares what it prints.
func runCase(t *testing.T, name string, cfg lib.Config) {
	ar, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if len(ar.Files) != 2 || ar.Files[0].Name != "in.smt2" || ar.Files[1].Name != "out" {
		t.Fatal("want the files in.smt2 and out")
	}
	got, _ := run(t, cfg, string(ar.Files[0].Data))
	ar.Files[1].Data = []byte(got)
	golden.Archive(t, name, ar)
}
