package run_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/gcc"
	"whittle.dev/internal/testing/randprog"
	"whittle.dev/internal/testing/testflag"
)

// TestUnsetWithValgrind compares verdicts about random programs of one execution with what valgrind says of
// values that were never written.
func TestUnsetWithValgrind(t *testing.T) {
	t.Parallel()
	flags := []string{"-g", "-O0", "-w", "-fno-builtin"}
	if why := gcc.Missing(flags...); why != "" {
		t.Skip(why)
	}
	if _, err := exec.LookPath("valgrind"); err != nil {
		t.Skip("valgrind is not installed")
	}
	counts := map[string]int{}
	for batch := range slices.Chunk(slices.Collect(testflag.Seeds(10)), 50) {
		seen := valgrindOf(t, batch, flags)
		for _, seed := range batch {
			whole, _ := randprog.NewUnset(seed)
			task := run.Task{Files: []string{"u.c"}, Property: string(property.NoUninitialisedUse),
				Read: func(name string) ([]byte, error) {
					if name == "u.c" {
						return []byte(whole), nil
					}
					return nil, os.ErrNotExist
				}}
			o, err := run.Check(t.Context(), task, run.Options{Timeout: 10 * time.Second,
				BugDir: t.TempDir()})
			if err != nil || o.BugReport != "" {
				t.Errorf("seed %d: %v, %s\n%s", seed, err, o.BugReport, whole)
				continue
			}
			report := seen[seed]
			used := strings.Contains(report, "ninitialised")
			counts[fmt.Sprintf("%s, valgrind %t", o.Verdict.Kind, used)]++
			if o.Verdict.Kind == property.True && used || o.Verdict.Kind == property.False && !used ||
				o.Verdict.Kind == property.Unknown {
				t.Errorf("seed %d: %s (%s %s), and valgrind says %q\n%s", seed, o.Verdict, o.Result.Why,
					o.ViolationMessage(), report, whole)
			}
		}
	}
	for what, n := range counts {
		t.Log(what, n)
	}
}

// valgrindOf executes programs, each in a process of its own, and returns what valgrind says of each.
func valgrindOf(t *testing.T, seeds []int64, flags []string) map[int64]string {
	var text, calls strings.Builder
	text.WriteString(randprog.MembersHead + "#include <unistd.h>\n#include <sys/wait.h>\n")
	for _, seed := range seeds {
		_, part := randprog.NewUnset(seed)
		text.WriteString(part)
		fmt.Fprintf(&calls, "\tfprintf(stderr, \"@%d@\\n\");\n"+
			"\tif (!fork()) { alarm(5); _exit(program%d()); }\n\twait(0);\n", seed, seed)
	}
	fmt.Fprintf(&text, "int main(void)\n{\n%s\treturn 0;\n}\n", calls.String())
	program := filepath.Join(t.TempDir(), "program")
	build := exec.CommandContext(t.Context(), "gcc", append(flags, "-x", "c", "-o", program, "-")...)
	build.Stdin = strings.NewReader(text.String())
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	cmd := exec.CommandContext(t.Context(), "valgrind", "-q", "--leak-check=no",
		"--expensive-definedness-checks=yes", program)
	out, _ := cmd.CombinedOutput()
	seen := map[int64]string{}
	for _, one := range strings.Split("\n"+string(out), "\n@")[1:] {
		var seed int64
		if _, err := fmt.Sscanf(one, "%d@", &seed); err == nil {
			seen[seed] += one
		}
	}
	return seen
}
