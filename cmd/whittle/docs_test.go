package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestDocumentation runs what the documentation shows: in each block marked
// "console" a line "$ whittle ..." is a command, and what follows up to the next
// one is its standard output. Commands run in the root of the repository.
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
		if isWalkthrough(string(text)) {
			continue // see TestWalkthroughs
		}
		script := documented(string(text))
		if script == "" {
			continue
		}
		n++
		name := strings.TrimSuffix(filepath.Base(page), ".md") + ".txtar"
		if err := os.WriteFile(filepath.Join(dir, name), []byte("cd $ROOT\n"+script), 0o644); err != nil {
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
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"exits": exits},
	})
}

// documented turns the console blocks of a page into a script with the outputs
// that it shows as files.
func documented(page string) string {
	var script, files strings.Builder
	in, want, n := false, "", 0
	end := func() {
		if want != "" {
			fmt.Fprintf(&files, "-- want%d --\n%s", n, want)
			fmt.Fprintf(&script, "cmp stdout $WORK/want%d\n", n)
			want = ""
		}
	}
	lines := strings.Split(page, "\n")
	for i, line := range lines {
		switch {
		case !in:
			in = line == "```console"
		case line == "```":
			end()
			in = false
		case strings.HasPrefix(line, "$ whittle "):
			end()
			n++
			fmt.Fprintf(&script, "exits %d %s\n", shownCode(lines[i+1:]), strings.TrimPrefix(line, "$ "))
		default:
			want += line + "\n"
		}
	}
	if script.Len() == 0 {
		return ""
	}
	return script.String() + files.String()
}

// shownCode is the exit code that goes with the verdict that a shown output ends
// with.
func shownCode(lines []string) int {
	last := ""
	for _, line := range lines {
		if line == "```" || strings.HasPrefix(line, "$ ") {
			break
		}
		last = line
	}
	switch {
	case last == "unknown":
		return 3
	case strings.HasPrefix(last, "false("):
		return 1
	}
	return 0
}
