package golden

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"whittle.dev/internal/testing/testflag"
)

// File compares a text with the one in a file.
func File(t *testing.T, file, got string) {
	t.Helper()
	if testflag.Update() {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs; look at it, then run with -update (-want +got):\n%s", file, diff)
	}
}

// Archive compares an archive of texts, which end in a line break each, with the one in a file.
func Archive(t *testing.T, file string, got *txtar.Archive) {
	t.Helper()
	for _, f := range got.Files {
		if len(f.Data) > 0 && !bytes.HasSuffix(f.Data, []byte("\n")) {
			t.Errorf("%s: %s does not end in a line break", file, f.Name)
		}
	}
	File(t, file, string(txtar.Format(got)))
}
