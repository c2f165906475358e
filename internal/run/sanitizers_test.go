package run_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/gcc"
	"whittle.dev/internal/testing/randprog"
	"whittle.dev/internal/testing/testflag"
)

// sanitizerFlags let a program report what it does wrong. It goes on after what wraps around here, too.
var sanitizerFlags = []string{"-g", "-O0", "-w", "-fsanitize=address,undefined", "-fno-sanitize=bounds"}

// reports says what the messages of gcc's sanitizers, and of assert, are violations of.
var reports = []struct {
	message  *regexp.Regexp
	violated property.Property
}{
	{regexp.MustCompile(`Assertion .* failed`), property.UnreachCall},
	{regexp.MustCompile(`attempting (double-)?free`), property.ValidFree},
	{regexp.MustCompile(`AddressSanitizer: (SEGV|[a-z-]*-(overflow|underflow|use-after-[a-z]*))`),
		property.ValidDeref},
	{regexp.MustCompile(`LeakSanitizer: detected memory leaks`), property.ValidMemtrack},
	{regexp.MustCompile(`signed integer overflow|negation of`), property.NoOverflow},
	{regexp.MustCompile(`division by zero|shift exponent|left shift of negative`),
		property.NoUndefinedArithmetic},
}

// TestProgramsWithSanitizers compares verdicts about random programs of one execution with what gcc's
// sanitizers report: what these see violates the property, and where they see nothing, nothing is violated.
func TestProgramsWithSanitizers(t *testing.T) {
	t.Parallel()
	if why := gcc.Missing(sanitizerFlags...); why != "" {
		t.Skip(why)
	}
	x := owningTest{T: t, counts: map[string]int{}}
	for seed := range testflag.Seeds(1) {
		x.seed, x.text = seed, randprog.NewOwningAlone(seed)
		seen := x.sanitized()
		for p := range seen {
			o := x.check(p, "auto", 10*time.Second)
			x.counts["sanitizers: "+string(p)+", which is "+o.Verdict.Kind.String()]++
			if seen[property.NoUndefinedArithmetic] && o.Verdict.Kind == property.True &&
				len(o.Result.Assumed) > 0 {
				continue // here the path has ended with what gcc's program goes on after
			}
			x.judge("auto", p, o, property.False)
		}
		for _, o := range x.check(property.Default(), "auto", 10*time.Second).Several {
			p := o.Verdict.Property
			if o.Verdict.Kind != property.False || seen[p] || x.dependsOnLayout() {
				continue
			}
			if p == property.ValidMemtrack {
				// Words that the program has left on its stack keep blocks from being reported.
				x.counts["lost, but not for a sanitizer"]++
				continue
			}
			x.Errorf("seed %d: %s (%s), of which no sanitizer knows\n%s", seed, o.Verdict, o.Result.Why,
				x.text)
		}
	}
	for what, n := range x.counts {
		t.Log(what, n)
	}
}

// dependsOnLayout reports whether the program may read what malloc leaves in blocks, or compare addresses of
// blocks that are gone: then it has other executions than the one that is seen.
func (x *owningTest) dependsOnLayout() bool {
	for _, text := range []string{"malloc(sizeof", "realloc(", "p == l", "p != q", "l != p"} {
		if strings.Contains(x.text, text) {
			return true
		}
	}
	return false
}

// sanitized executes the program, with zeros and with ones in new blocks, and returns what is reported.
func (x *owningTest) sanitized() map[property.Property]bool {
	dir := x.TempDir()
	program := filepath.Join(dir, "program")
	build := exec.CommandContext(x.Context(), "gcc", append(sanitizerFlags, "-x", "c", "-o", program, "-")...)
	build.Stdin = strings.NewReader(x.text)
	if out, err := build.CombinedOutput(); err != nil {
		x.Fatalf("seed %d: %v\n%s\n%s", x.seed, err, out, x.text)
	}
	seen := map[property.Property]bool{}
	for _, fill := range []string{"0", "255"} {
		run := exec.CommandContext(x.Context(), program)
		options := "ASAN_OPTIONS=detect_leaks=1:max_malloc_fill_size=4096:malloc_fill_byte=" + fill
		run.Env = append(os.Environ(), options, "UBSAN_OPTIONS=print_stacktrace=0")
		out, _ := run.CombinedOutput() // that it fails is what is looked for
		for _, r := range reports {
			if r.message.Match(out) {
				seen[r.violated] = true
			}
		}
	}
	return seen
}
