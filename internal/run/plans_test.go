package run_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/examples"
	"whittle.dev/internal/testing/golden"
)

// TestPlans prints the plan of each example, those that are alike once. It is the same when it is made again.
func TestPlans(t *testing.T) {
	of := map[string][]string{} // by plan: its examples
	for i, name := range examples.Names(t, "examples") {
		h := examples.Read(t, name)
		task := run.Task{Files: []string{name}, Property: string(h.Property), DataModel: h.DataModel}
		text := planOf(t, task)
		if i%10 == 0 && planOf(t, task) != text {
			t.Errorf("%s: the plan differs when it is made again", name)
		}
		_, text, _ = strings.Cut(text, "\n") // the first line names the file
		of[text] = append(of[text], filepath.Base(name))
	}
	var out strings.Builder
	for _, text := range slices.Sorted(maps.Keys(of)) {
		fmt.Fprintf(&out, "%sfor %s\n\n", text, strings.Join(of[text], ", "))
	}
	golden.File(t, filepath.Join("internal", "run", "testdata", "plans.txt"), out.String())
}

// TestPlanOfAll: with no property named the plan has those that need no search, and a question for each
// group.
func TestPlanOfAll(t *testing.T) {
	name := examples.Names(t, "examples")[0]
	text := planOf(t, run.Task{Files: []string{name}})
	if text != planOf(t, run.Task{Files: []string{name}}) ||
		!strings.Contains(text, "shown without a search") || !strings.Contains(text, "no-uninitialised-use") {
		t.Errorf("plan of %s:\n%s", name, text)
	}
}

func planOf(t *testing.T, task run.Task) string {
	t.Helper()
	p, _, err := run.ExplainPlan(t.Context(), task, run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := p.WriteText(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
