package run

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/testflag"
)

// TestGo checks programs in Go. An ordinary run takes some of them.
func TestGo(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command is installed")
	}
	a, err := txtar.ParseFile("testdata/golang.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range a.Files {
		if !testflag.Only(f.Name) ||
			!testflag.Deep() && !testflag.Chosen() && i%6 != int(testflag.Seed())%6 {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), f.Name)
			if err := os.WriteFile(file, f.Data, 0o600); err != nil {
				t.Fatal(err)
			}
			head, _, _ := strings.Cut(strings.TrimPrefix(string(f.Data), "// "), "\n")
			for _, want := range strings.Fields(head) {
				name, kind, _ := strings.Cut(want, "=")
				o, err := Check(context.Background(), Task{Files: []string{file}, Property: name},
					Options{Timeout: time.Minute})
				if err != nil {
					t.Fatal(err)
				}
				got := o.Result.Verdict
				if got.Kind.String() != kind || got.Kind == property.False && string(got.Property) != name {
					t.Errorf("%s: %v, want %s: %s", name, got, kind, o.Result.Why)
				}
			}
		})
	}
}

// TestGoTask looks at what contradicts that a program is one in Go.
func TestGoTask(t *testing.T) {
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		task Task
		want string
	}{
		{Task{Files: []string{file}, Property: "no-overflow"}, "is one of programs in C"},
		{Task{Files: []string{file}, Defines: []string{"X"}}, "settings of the preprocessor"},
		{Task{Files: []string{file, "a.c"}}, "is no program in Go"},
		{Task{Files: []string{"a.c"}, Property: "no-panic"}, "is one of programs in Go"},
	} {
		if _, err := x.task.Settle(); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%v: %v, want %q", x.task.Files, err, x.want)
		}
	}
}
