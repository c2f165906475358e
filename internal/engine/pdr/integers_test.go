package pdr_test

import (
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/pdr"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/systems"
)

// TestIntegers: what is read as integers is proved of words: an invariant over integers is found where sums
// have factors, and where words wrap around no verdict is one of integers.
func TestIntegers(t *testing.T) {
	const head = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n" +
		"#define nondet __VERIFIER_nondet_int\n"
	for name, x := range map[string]struct {
		body     string
		integers float64
		kind     property.Kind
	}{
		"between": {"int n = nondet(), i = 0, sum = 0; if (n < 0 || n > 1000000) return 0;" +
			" while (i < n) { sum += nondet() ? 2 : 3; i++; }" +
			" if (sum < 2 * n || sum > 3 * n) reach_error();", 1, property.True},
		"wraps around": {"unsigned x = 4294967290u, y = x; while (nondet()) { x += 2; y += 2; }" +
			" if (x != y || x % 2) reach_error();", 0, property.True},
		"wrong after a wrap-around": {"unsigned char x = 253; while (nondet()) x++;" +
			" if (x < 253) reach_error();", 0, property.False},
	} {
		src := head + "int main(void) { " + x.body + " return 0; }"
		p := compiled.Passed(t, compiled.File("a.c", src))
		res, err := pdr.New(pdr.Config{Integers: true, NoInduction: true}).Check(t.Context(),
			engine.Task{Program: p, Property: property.UnreachCall})
		if err != nil || res.Verdict.Kind != x.kind {
			t.Errorf("%s: %s, %s, %v", name, res.Verdict, res.Why, err)
		}
		if res.Invariant != nil {
			systems.Certified(t, name, res.Invariant.Claim(engine.Task{}), true)
		}
		for _, s := range res.Stats {
			if s.Name == "proofs over integers" && s.Value != x.integers {
				t.Errorf("%s: %v, want %v", name, s, x.integers)
			}
		}
	}
}
