package lib_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"whittle.dev/internal/testing/testflag"
)

// TestCases runs the scripts in testdata: each archive has in.smt2 and out.
func TestCases(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil || len(names) == 0 {
		t.Fatal("no cases", err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			ar, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if len(ar.Files) != 2 || ar.Files[0].Name != "in.smt2" || ar.Files[1].Name != "out" {
				t.Fatal("want the files in.smt2 and out")
			}
			got, _ := run(t, nativeConfig(), string(ar.Files[0].Data))
			if testflag.Update() {
				ar.Files[1].Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := cmp.Diff(string(ar.Files[1].Data), got); d != "" {
				t.Errorf("output differs (-want +got):\n%s", d)
			}
		})
	}
}
