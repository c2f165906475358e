package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"whittle.dev/internal/cli"
)

// TestDocumentation runs what the documentation shows: in each block marked "console" a line "$ ..." is a
// command, and what follows up to the next one is what it prints. Commands run in a folder with the examples,
// those of a walkthrough in an empty one; see walk.
func TestDocumentation(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	dir, n := t.TempDir(), 0
	for _, page := range append(pages, filepath.Join(root, "README.md")) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "\n```console\n") {
			continue
		}
		n++
		script := "walk " + page + "\n"
		if !isWalkthrough(string(text)) {
			script = "symlink examples -> $ROOT/examples\nsymlink internal -> $ROOT/internal\n" + script
		}
		name := strings.TrimSuffix(filepath.Base(page), ".md") + ".txtar"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if n == 0 {
		t.Fatal("no documentation shows a command")
	}
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("ROOT", root)
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"walk": walk},
	})
}

// shownCode is the exit code of whittle that goes with the verdict that a shown output ends with, if it ends
// with one.
func shownCode(lines []string) (code int, ok bool) {
	if len(lines) == 0 {
		return 0, false
	}
	switch last := lines[len(lines)-1]; {
	case last == "true", strings.HasPrefix(last, "confirmed: "):
		return cli.Holds, true
	case last == "rejected":
		return cli.Violated, true
	case last == "unknown":
		return cli.Unknown, true
	case strings.HasPrefix(last, "false("):
		return cli.Violated, true
	}
	return 0, false
}
