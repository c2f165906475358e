package run_test

import (
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/examples"
	"whittle.dev/internal/testing/testflag"
)

// TestPrograms checks versions of whole programs: the right one, and broken ones for the property that each
// violates.
func TestPrograms(t *testing.T) {
	var versions []examples.Version
	for _, folder := range []string{"programs", "memory-models"} {
		for _, file := range examples.In(t, filepath.Join("examples", folder)) {
			versions = append(versions, examples.Versions(t, file)...)
		}
	}
	for _, v := range testflag.Some(versions, 6) {
		t.Run(filepath.Base(v.File)+" "+v.Macro, func(t *testing.T) {
			t.Parallel()
			task := run.Task{Files: []string{v.File}}
			violated, broken := strings.CutPrefix(v.Verdict, "false(")
			if broken {
				task.Defines = []string{v.Macro}
				task.Property = strings.TrimSuffix(violated, ")")
			}
			o, err := run.Check(t.Context(), task, run.Options{BugDir: t.TempDir()})
			if err != nil {
				t.Fatal(err)
			}
			switch want := v.Verdict; {
			case o.Verdict.String() == want:
			case !broken && o.Verdict.Kind == property.Unknown:
				t.Logf("undecided: %s", o.Result.Why)
			default:
				t.Errorf("%s (%s), want %s", o.Verdict, o.Result.Why, want)
			}
		})
	}
}
