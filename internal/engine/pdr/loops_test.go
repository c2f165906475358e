package pdr_test

import (
	"path/filepath"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/pdr"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/systems"
	"whittle.dev/internal/testing/testflag"
)

// TestLoops proves small loops, a few of each kind of invariant: parities, intervals, differences, phases,
// affine relations with bounds and phases, arrays. An ordinary run takes some.
func TestLoops(t *testing.T) {
	names, err := filepath.Glob("testdata/loops/*.c")
	if err != nil || len(names) == 0 {
		t.Fatal(err, "no loops")
	}
	if !testflag.Deep() {
		names = testflag.Some(names, len(names)/3)
	}
	for _, name := range names {
		p := compiled.Passed(t, c.Config{Files: []string{name}, Property: property.UnreachCall})
		res, err := pdr.New(pdr.Config{}).Check(t.Context(), engine.Task{Program: p,
			Property: property.UnreachCall})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if res.Verdict != property.Holds() {
			t.Errorf("%s: %s, %s", name, res.Verdict, res.Why)
		}
		if res.Invariant != nil {
			systems.Certified(t, name, res.Invariant.Claim(engine.Task{}), true)
		}
	}
}

// TestBrokenLoops: with what they assert changed, loops have violations, of which the first is found.
func TestBrokenLoops(t *testing.T) {
	const head = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n" +
		"#define nondet __VERIFIER_nondet_int\n"
	for name, body := range map[string]string{
		"parity": "unsigned x = 7; while (nondet()) x += 2; if (x % 4 == 3 && x > 7) reach_error();",
		"affine": "unsigned x = 0, y = 0; while (nondet()) { x++; y += x == 3 ? 3 : 2; }" +
			" if (y != 2 * x) reach_error();",
		"nested": "int s = 0; for (int i = 0; i < 3; i++) for (int j = i; j < 3; j++) s++;" +
			" if (s == 6) reach_error();",
		"array": "int a[4], k = nondet(); a[3] = 1; if (k >= 0 && k < 4 && a[k]) reach_error();",
	} {
		src := head + "int main(void) { " + body + " return 0; }"
		p := compiled.Passed(t, compiled.File("a.c", src))
		res, err := pdr.New(pdr.Config{}).Check(t.Context(), engine.Task{Program: p,
			Property: property.UnreachCall})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if res.Verdict.Kind != property.False || res.Trace == nil {
			t.Errorf("%s: %s, %s", name, res.Verdict, res.Why)
		}
	}
}
