package gen

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

func TestWriteAll(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	suite := Formulas()[:3]
	for range 2 { // the second time files are replaced
		if err := WriteAll(context.Background(), dir, ".cnf", suite); err != nil {
			t.Fatal(err)
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 3 {
		t.Errorf("%d files, want 3 (%v)", len(files), err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := WriteAll(ctx, dir, ".cnf", suite); err == nil {
		t.Error("the context is not looked at")
	}
	if err := WriteAll(context.Background(), filepath.Join(dir, files[0].Name()), ".cnf", suite); err == nil {
		t.Error("a file is taken for a folder")
	}
}
