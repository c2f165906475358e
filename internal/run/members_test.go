package run_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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

// A report of a tool is a violation of one of some properties.
var memberReports = []struct {
	message *regexp.Regexp
	of      []property.Property
}{
	{regexp.MustCompile(`AddressSanitizer: (SEGV|(stack|heap|global|dynamic-stack)-buffer-)`),
		[]property.Property{property.ValidDeref}},
	{regexp.MustCompile(`Invalid (read|write) of size`), []property.Property{property.ValidDeref}},
	{regexp.MustCompile(`index -?\d+ out of bounds`),
		[]property.Property{property.ValidDeref, property.NoUndefinedBehaviour}},
	{regexp.MustCompile(`param-overlap|Source and destination overlap`),
		[]property.Property{property.NoUndefinedBehaviour, property.ValidDeref}},
	{regexp.MustCompile(`depends on uninitialised value|Use of uninitialised value`),
		[]property.Property{"no-uninitialised-use", property.ValidDeref}},
}

// TestMembersWithTools compares verdicts about random programs of one execution with what gcc's sanitizers
// and valgrind report: what these see violates a property, and what violates one is seen, unless no tool
// looks for it.
func TestMembersWithTools(t *testing.T) {
	t.Parallel()
	sanitizers := []string{"-g", "-O0", "-w", "-fno-builtin", "-fsanitize=address,undefined",
		"-fsanitize-recover=all"}
	if why := gcc.Missing(sanitizers...); why != "" {
		t.Skip(why)
	}
	if _, err := exec.LookPath("valgrind"); err != nil {
		t.Skip("valgrind is not installed")
	}
	x := memberTest{T: t, counts: map[string]int{}}
	var seeds []int64
	for seed := range testflag.Seeds(4) {
		seeds = append(seeds, seed)
	}
	for batch := range slices.Chunk(seeds, 50) {
		seen := x.observe(batch, sanitizers)
		for _, seed := range batch {
			x.compare(seed, seen[seed])
		}
	}
	for what, n := range x.counts {
		t.Log(what, n)
	}
}

type memberTest struct {
	*testing.T
	counts map[string]int
}

// observe executes programs under the tools, each in a process of its own, and returns what these say of
// each.
func (x *memberTest) observe(seeds []int64, sanitizers []string) map[int64]string {
	var text strings.Builder
	text.WriteString(randprog.MembersHead + "#include <unistd.h>\n#include <sys/wait.h>\n")
	var calls strings.Builder
	for _, seed := range seeds {
		_, part := randprog.NewMembers(seed)
		text.WriteString(part)
		fmt.Fprintf(&calls, "\tfprintf(stderr, \"@%d@\\n\");\n"+
			"\tif (!fork()) { alarm(5); _exit(program%d()); }\n\twait(0);\n", seed, seed)
	}
	fmt.Fprintf(&text, "int main(void)\n{\n%s\treturn 0;\n}\n", calls.String())
	seen := map[int64]string{}
	for _, tool := range []struct{ flags, run []string }{
		{sanitizers, nil},
		{[]string{"-g", "-O0", "-w", "-fno-builtin"}, []string{"valgrind", "-q", "--leak-check=no"}},
	} {
		program := filepath.Join(x.TempDir(), "program")
		build := exec.CommandContext(x.Context(), "gcc", append(tool.flags, "-x", "c", "-o", program, "-")...)
		build.Stdin = strings.NewReader(text.String())
		if out, err := build.CombinedOutput(); err != nil {
			x.Fatalf("gcc: %v\n%s", err, out)
		}
		run := append(slices.Clone(tool.run), program)
		cmd := exec.CommandContext(x.Context(), run[0], run[1:]...)
		cmd.Env = append(os.Environ(),
			"ASAN_OPTIONS=detect_leaks=0:halt_on_error=0:detect_stack_use_after_return=0")
		out, _ := cmd.CombinedOutput() // that programs fail is what is looked for
		for _, one := range strings.Split("\n"+string(out), "\n@")[1:] {
			var seed int64
			if _, err := fmt.Sscanf(one, "%d@", &seed); err == nil {
				seen[seed] += one
			}
		}
	}
	return seen
}

// compare compares what was seen of a program with the answers about it.
func (x *memberTest) compare(seed int64, seen string) {
	whole, _ := randprog.NewMembers(seed)
	task := run.Task{Files: []string{"m.c"}, Property: string(property.Default()),
		Read: func(name string) ([]byte, error) {
			if name == "m.c" {
				return []byte(whole), nil
			}
			return nil, os.ErrNotExist
		}}
	o, err := run.Check(x.Context(), task, run.Options{Timeout: 10 * time.Second, BugDir: x.TempDir()})
	if err != nil || o.BugReport != "" {
		x.Errorf("seed %d: %v, %s\n%s", seed, err, o.BugReport, whole)
		return
	}
	answers := map[property.Property]run.Outcome{}
	for _, one := range o.Several {
		for _, p := range one.Property.Parts() {
			answers[p] = one
		}
	}
	x.counts["verdict "+o.Verdict.Kind.String()]++
	explained := map[property.Property]bool{}
	for _, r := range memberReports {
		if !r.message.MatchString(seen) {
			continue
		}
		proved := true
		for _, p := range r.of {
			explained[p] = true
			a, asked := answers[p]
			proved = proved && asked && a.Verdict.Kind == property.True
			if !asked {
				proved = false // the tool looks for what nobody asked about
			}
		}
		x.counts["reported: "+r.message.String()]++
		if proved {
			x.Errorf("seed %d: %s holds, and a tool says %s\n%s", seed, r.of, r.message.FindString(seen),
				whole)
		}
	}
	for p, a := range answers {
		if a.Verdict.Kind != property.False || explained[a.Verdict.Property] {
			continue
		}
		message := a.ViolationMessage()
		switch {
		case strings.Contains(seen, "uninitialised value"):
			x.counts["not seen in one execution of those with unset memory"]++
		case strings.Contains(message, " over the end of ") && !strings.HasPrefix(message, "index"):
			x.counts["a call that leaves a member, which no tool looks for"]++
		default:
			x.Errorf("seed %d: %s (%s: %s), of which no tool knows\n%s", seed, a.Verdict, p, message, whole)
		}
	}
}
