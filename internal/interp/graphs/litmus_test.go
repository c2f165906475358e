package graphs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/frontend/litmus"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/graphs"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/testflag"
)

// otherwise are tests whose published outcome is that of another model: the release sequences of C11, which
// contain later writes of the same thread.
var otherwise = map[string]bool{"C11/manual/imm-R2.litmus": true}

// TestLitmusSuite compares the outcomes of published litmus tests: one in fifty, or all of them with -scale.
func TestLitmusSuite(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "..", "shared", "benchmarks", "litmus")
	index, err := os.ReadFile(filepath.Join(dir, "index.tsv"))
	if err != nil {
		t.Skip("the litmus tests are not there:", err)
	}
	models := map[string]axioms.Model{"tso": axioms.TSO, "rc11": axioms.RC11}
	for i, line := range strings.Split(strings.TrimSpace(string(index)), "\n") {
		row := strings.Split(line, "\t")
		model, ok := models[row[0]]
		if !ok || otherwise[row[1]] || i%50 != 0 && !testflag.Deep() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, row[1]))
		if err != nil {
			t.Fatal(err)
		}
		test, err := litmus.Read(row[1], string(text))
		if err != nil {
			t.Error(err)
			continue
		}
		reached := false
		res, err := graphs.Run(t.Context(), compiled.Program(t, compiled.File(row[1], test.Program())),
			graphs.Options{Model: model}, func(e *graphs.Execution) {
				reached = reached || e.Outcome.Kind == interp.Violated
			})
		if err != nil {
			t.Fatal(row[1], err)
		}
		holds := reached == (test.Condition.Quantifier == "exists")
		if !res.Complete || holds != (row[2] == "1") {
			t.Errorf("%s: in %s %s is %t (complete: %t %s)", row[1], model, test.Condition.Text, holds,
				res.Complete, res.Why)
		}
	}
}
