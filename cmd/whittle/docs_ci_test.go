package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var (
	yamlBlock  = regexp.MustCompile("(?s)```yaml\n(.*?)```")
	shownRun   = regexp.MustCompile(`(?m)^ +-(?: run:)? (whittle .*)$`)
	shownFiles = regexp.MustCompile(`(?m)^ +(?:sarif_file|junit): (\S+)$`)
)

// TestCIDocumentation runs the commands of the workflows that docs/ci.md shows, in a folder with what they
// name, and looks for the files that the workflows hand on.
func TestCIDocumentation(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "docs", "ci.md"))
	if err != nil {
		t.Fatal(err)
	}
	var script strings.Builder
	commands, files := 0, 0
	for _, block := range yamlBlock.FindAllStringSubmatch(string(text), -1) {
		if !shownRun.MatchString(block[1]) {
			continue // a part of a workflow, with a script
		}
		for _, m := range shownRun.FindAllStringSubmatch(block[1], -1) {
			commands++
			code := "0"
			if strings.Contains(m[1], "lost_update.c") {
				code = "1"
			}
			script.WriteString("exits " + code + " " + m[1] + "\n")
		}
		for _, m := range shownFiles.FindAllStringSubmatch(block[1], -1) {
			files++
			script.WriteString("exists " + m[1] + "\n")
		}
	}
	if commands != 2 || files != 2 {
		t.Fatalf("%d commands and %d files are shown, want 2 of each", commands, files)
	}
	script.WriteString(`-- tasks/a.prp --
CHECK( init(main()), LTL(G ! call(reach_error())) )
-- tasks/a.c --
int main(void) { return 0; }
-- tasks/a.yml --
format_version: '2.0'
input_files: a.c
properties:
  - property_file: a.prp
    expected_verdict: true
`)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "ci.txtar"), []byte(script.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			return os.CopyFS(filepath.Join(env.WorkDir, "examples"),
				os.DirFS(filepath.Join(root, "examples")))
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"exits": exits},
	})
}
