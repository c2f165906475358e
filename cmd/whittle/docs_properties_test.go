package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/golden"
)

// TestSupportedProperties compares the table of properties in docs/supported.md, and what the help says about
// them, with what the engines answer.
func TestSupportedProperties(t *testing.T) {
	page := filepath.Join("..", "..", "docs", "supported.md")
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "empty.c")
	if err := os.WriteFile(file, []byte("int main(void) { return 0; }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	engines := run.Engines()[1:]
	head := "| property | `" + strings.Join(engines, "` | `") + "` |\n|---|" +
		strings.Repeat("---|", len(engines)) + "\n"
	before, rest, ok := strings.Cut(string(text), head)
	_, after, end := strings.Cut(rest, "\n\n")
	if !ok || !end {
		t.Fatalf("%s has no table of properties", page)
	}
	var table strings.Builder
	for _, p := range property.All() {
		fmt.Fprintf(&table, "| `%s` |", p)
		some := false
		for _, engine := range engines {
			res, err := run.Check(context.Background(),
				run.Task{Files: []string{file}, Property: string(p)}, run.Options{Engine: engine})
			if err != nil {
				t.Fatal(err)
			}
			cell := "yes"
			if res.Verdict.Kind != property.True {
				cell = "no"
			}
			some = some || cell == "yes"
			fmt.Fprintf(&table, " %s |", cell)
		}
		table.WriteByte('\n')
		if slices.Contains(checkedProperties, p) != some {
			t.Errorf("the help is wrong about %s: an engine checks it: %v", p, some)
		}
	}
	golden.File(t, page, before+head+strings.TrimSuffix(table.String(), "\n")+"\n\n"+after)
}
