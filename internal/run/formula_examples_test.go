package run_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/testflag"
)

// TestFormulaExamples compares what is said of formulas about the programs of examples/liveness with what the
// table there expects; -scale 12 asks all of them.
func TestFormulaExamples(t *testing.T) {
	dir := filepath.Join("examples", "liveness")
	text, err := os.ReadFile(filepath.Join(dir, "formulas.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(string(text)), "\n")
	files, err := filepath.Glob(filepath.Join(dir, "*.[cv]*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.Contains(string(text), filepath.Base(f)+"\t") {
			t.Errorf("%s: there is no formula", f)
		}
	}
	quick := slices.DeleteFunc(slices.Clone(rows), func(row string) bool {
		return strings.HasPrefix(row, "halving.c") && !testflag.Deep()
	})
	some := testflag.Some(quick, 7)
	for _, row := range rows {
		if !slices.Contains(some, row) {
			continue
		}
		column := strings.Split(row, "\t")
		if len(column) != 4 {
			t.Fatalf("%q: expected program, fairness, answer and formula", row)
		}
		task := run.Task{Files: []string{filepath.Join(dir, column[0])}, Fairness: column[1], LTL: column[3]}
		if filepath.Ext(column[0]) == ".vmt" {
			task.Fairness = ""
		}
		o, err := run.Check(t.Context(), task, run.Options{BugDir: t.TempDir()})
		if err != nil {
			t.Fatalf("%s: %v", row, err)
		}
		want := map[string]property.Kind{"true": property.True, "false": property.False}[column[2]]
		if o.Verdict.Kind != want {
			t.Errorf("%s: %v, %s", row, o.Verdict.Kind, o.Result.Why)
		}
	}
}
