package dump_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/smt/dump"
)

func newFolder(t *testing.T) (*dump.Folder, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "new")
	f, err := dump.NewFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	return f, dir
}

func TestFolder(t *testing.T) {
	_, dir := newFolder(t)
	if _, err := dump.NewFolder(dir); err != nil {
		t.Errorf("an empty folder: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "check-0007.smt2"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := dump.NewFolder(dir); err == nil || !strings.Contains(err.Error(), "check-0007.smt2") {
		t.Errorf("a folder with scripts: %v", err)
	}
	if _, err := dump.NewFolder(filepath.Join(dir, "check-0007.smt2", "x")); err == nil {
		t.Error("a folder below a file is made")
	}
}
