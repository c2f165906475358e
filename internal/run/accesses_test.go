package run_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/traps"
)

// TestProversOfAccesses asks each engine that proves accesses valid by invariants about all traps of these,
// which are the turn of one of them alone in TestTraps.
func TestProversOfAccesses(t *testing.T) {
	all, err := traps.Read(filepath.Join("testdata", "traps"))
	if err != nil {
		t.Fatal(err)
	}
	uses := []property.Property{property.ValidDeref, property.ValidFree}
	groups := [][]trapConfiguration{pdrConfigurations(uses), slabConfigurations(uses),
		modularConfigurations(uses)}
	for _, tr := range all {
		if !slices.Contains(uses, property.Property(tr.Property)) || tr.Want == "error" {
			continue
		}
		t.Run(tr.Name, func(t *testing.T) {
			t.Parallel()
			x := &trapTest{T: t, Trap: tr}
			file := filepath.Join(t.TempDir(), "prog"+tr.Ext)
			if err := os.WriteFile(file, []byte(tr.Text), 0o666); err != nil {
				t.Fatal(err)
			}
			task := run.Task{Files: []string{file}, Property: tr.Property, DataModel: tr.DataModel}
			var err error
			if x.loaded, err = run.Load(t.Context(), task); err != nil {
				t.Fatal(err)
			}
			for _, g := range groups {
				e, err := g[0].engineFor(x)
				if err != nil {
					t.Fatal(err)
				}
				o, err := x.loaded.Check(t.Context(), run.Options{BugDir: t.TempDir()},
					patient{e, trapLooks})
				x.judge(g[0].name, o, err, false)
			}
		})
	}
}
