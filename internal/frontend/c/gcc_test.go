package c_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/testing/gcc"
)

// dataModel is a data model with gcc's flag for it.
type dataModel struct {
	model c.DataModel
	flag  string
}

var models = []dataModel{{c.LP64, "-m64"}, {c.ILP32, "-m32"}}

// noILP32 says why gcc cannot build programs for 32 bits; empty: it can.
var noILP32 = sync.OnceValue(func() string { return gcc.Missing("-m32") })

// forSeconds is a command that is killed when it has used that much time of a processor. The time that passes
// says little where many tests run at once.
func forSeconds(ctx context.Context, seconds int, name string, args ...string) *exec.Cmd {
	limited := fmt.Sprintf(`ulimit -t %d; exec "$0" "$@"`, seconds)
	return exec.CommandContext(ctx, "sh", append([]string{"-c", limited, name}, args...)...)
}

// gccRun compiles and runs a program and returns its output and status; a negative one: it does not end.
func gccRun(t testing.TB, dir, file, flag string, include ...string) (string, int) {
	t.Helper()
	exe := filepath.Join(dir, strings.TrimSuffix(filepath.Base(file), ".c")+flag)
	args := []string{"-w", "-O0", "-fwrapv", "-fno-strict-aliasing", flag, "-o", exe, file}
	for _, i := range include {
		args = append(args, "-I", i)
	}
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		t.Fatalf("gcc %s: %v\n%s", flag, err, out)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute) // a program may wait, too
	defer stop()
	cmd := forSeconds(ctx, 1, exe)
	var out bytes.Buffer
	cmd.Stdout = &out
	err := cmd.Run()
	status := 0
	var ee *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return "", -1
	case errors.As(err, &ee):
		status = ee.ExitCode()
	case err != nil:
		t.Fatal(err)
	}
	os.Remove(exe)
	return out.String(), status
}

// interpRun lowers and executes a program.
func interpRun(t testing.TB, file string, model c.DataModel, include ...string) (string, interp.Outcome,
	error) {
	t.Helper()
	p, diags, err := c.Load(context.Background(), c.Config{Files: []string{file}, DataModel: model,
		Include: include})
	if err != nil {
		var b strings.Builder
		diags.Print(&b)
		return "", interp.Outcome{}, fmt.Errorf("%w\n%s", err, b.String())
	}
	if err := cfa.Check(p); err != nil {
		return "", interp.Outcome{}, err
	}
	var out bytes.Buffer
	o, _, err := interp.Run(context.Background(), p,
		interp.RunOptions{Seed: 1, Output: &out, MaxSteps: 1_000_000_000})
	if err == nil && o.Kind != interp.Exited {
		err = fmt.Errorf("%s: %s", p.Files.Format(o.Pos), o.String())
	}
	return out.String(), o, err
}

// sameAsGCC checks that the lowering of a program prints what gcc's binary does.
func sameAsGCC(t *testing.T, file string, include ...string) {
	t.Helper()
	sameAsGCCIn(t, file, models, include...)
}

// sameAsGCCIn is sameAsGCC in some of the data models.
func sameAsGCCIn(t *testing.T, file string, in []dataModel, include ...string) {
	t.Helper()
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no gcc here")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	left := ""
	for _, m := range in {
		if m.model == c.ILP32 && bytes.HasPrefix(text, []byte("// only LP64")) {
			continue
		}
		if why := noILP32(); m.model == c.ILP32 && why != "" {
			left = why
			continue
		}
		want, status := gccRun(t, t.TempDir(), file, m.flag, include...)
		if status < 0 {
			t.Skip("does not end")
		}
		got, o, err := interpRun(t, file, m.model, include...)
		switch {
		case err != nil:
			t.Errorf("%s %s: %v", file, m.flag, err)
		case got != want || o.Status != status:
			t.Errorf("%s %s: status %d, want %d; output:\n%s", file, m.flag, o.Status, status,
				firstDifference(got, want))
		}
	}
	if left != "" {
		t.Skip("not compared for 32 bits: " + left)
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := 0; i < len(g) || i < len(w); i++ {
		var a, b string
		if i < len(g) {
			a = g[i]
		}
		if i < len(w) {
			b = w[i]
		}
		if a != b {
			return fmt.Sprintf("line %d: %q, want %q", i+1, a, b)
		}
	}
	return "(the same)"
}

// TestPrograms runs our own small programs.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/run/*.c")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".c"), func(t *testing.T) { sameAsGCC(t, f) })
	}
}
