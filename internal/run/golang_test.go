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

// TestGoTests checks tests of a package, which are roots like main.
func TestGoTests(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command is installed")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.org/x\n\ngo 1.22\n",
		"x/x.go": "package x\n\nfunc Div(a, b int) int { return a / b }\n",
		"y/y.go": "package y\n\nimport \"example.org/x/x\"\n\nvar Two = x.Div(4, 2)\n",
		"y/use.go": "package y\n\nfunc Positive(n int8) bool {\n\tif n == -n && n != 0 {\n" +
			"\t\tpanic(n)\n\t}\n\treturn n > 0\n}\n",
		"y/y_test.go": `package y

import "testing"

func TestRight(t *testing.T) {
	t.Cleanup(func() { Two = 0 })
	if Two != 2 {
		t.Fatal("wrong")
	}
}

func TestWrong(t *testing.T) {
	t.Run("sub", func(t *testing.T) {
		if Two == 2 {
			t.Errorf("right: %d", Two)
		}
	})
}
`} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range []struct {
		entry    string
		property property.Property
		want     property.Kind
	}{
		{"TestRight", property.UnreachCall, property.True},
		{"TestRight", property.NoGoroutineLeak, property.True},
		{"TestWrong", property.UnreachCall, property.False},
		{"Positive", property.NoPanic, property.False}, // with -128
	} {
		o, err := Check(context.Background(), Task{Files: []string{filepath.Join(dir, "y")}, Entry: x.entry,
			Property: string(x.property)}, Options{Timeout: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		if got := o.Result.Verdict.Kind; got != x.want {
			t.Errorf("%s: %s is %v, want %v: %s", x.entry, x.property, got, x.want, o.Result.Why)
		}
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
