package run_test

import (
	"bytes"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/testflag"
)

// jargon is what no user can know: names of library models and of what they are written with, edges and
// procedures of the program model, markers of engines, and offsets in the place of members.
var jargon = regexp.MustCompile(`__whittle_\w*|\b[a-z_]+\.c>|\bcfa:|\bedge e\d+|\be\d+\b|#\w*[a-z]\w*|` +
	`T\d+ \(start\)|\b\w+\+\d+ =|\bviews? of\b|\bstays possible\b`)

// openPrograms are programs as people write them of which properties are open after a moment, for different
// reasons.
var openPrograms = regexp.MustCompile(`^(01_.*_ok|03_lru_ok|11_.*_ok|17_getopt_ok|27_csv_ok|33_shard_bug|t02_.*|t09_.*|` +
	`t24_.*|t26_.*)\.c$`)

// TestReasonsAreInWordsOfUsers looks for jargon in what is said of verdicts, and for open ones without a
// reason.
func TestReasonsAreInWordsOfUsers(t *testing.T) {
	files, err := filepath.Glob("../shared/benchmarks/practice/*.c")
	if err != nil || len(files) == 0 {
		t.Skip("there are no programs to look at")
	}
	if !testflag.Deep() {
		files = testflag.Some(slices.DeleteFunc(files, func(file string) bool {
			return !openPrograms.MatchString(filepath.Base(file))
		}), 3)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			o, err := run.Check(t.Context(), run.Task{Files: []string{file}},
				run.Options{Timeout: time.Second, BugDir: t.TempDir()})
			if err != nil {
				t.Fatal(err)
			}
			o.Result.Trace = nil
			for i := range o.Several {
				p := &o.Several[i]
				if p.Result.Trace = nil; p.Verdict.Kind == property.Unknown && p.Result.Why == "" {
					t.Errorf("%s is open without a reason", p.Property)
				}
			}
			failed := false // of which the description is for those who mend it
			for _, p := range o.Several {
				failed = failed || p.BugReport != ""
			}
			for name, write := range map[string]func(*bytes.Buffer) error{
				"text": func(b *bytes.Buffer) error {
					return o.WriteText(b, run.ReportOptions{Verbose: true})
				},
				"JSON": func(b *bytes.Buffer) error { return o.WriteJSON(b) },
			} {
				var b bytes.Buffer
				if err := write(&b); err != nil {
					t.Fatal(err)
				}
				if word := jargon.FindString(b.String()); word != "" &&
					!(failed && name == "JSON") {
					t.Errorf("the %s says %q:\n%s", name, word, b.String())
				}
			}
		})
	}
}
