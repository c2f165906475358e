package cpa

import (
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
)

// TestTailCalls: recursion by tail calls is a loop, whose abstract states are finitely many. A number that
// looks like the address of an object that is not there is forgotten like any other.
func TestTailCalls(t *testing.T) {
	cfg := compiled.File("p.c", `
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int odd(int n);
int even(int n) { if (n == 0) return 1; return odd(n - 1); }
int odd(int n) { if (n == 0) return 0; return even(n - 1); }
int main(void) {
	int n = __VERIFIER_nondet_int();
	if (n < 0 || n > 1073741823)
		return 0;
	int r = even(n);
	if (r < 0 || r > 1)
		reach_error();
	return 0;
}
`)
	cfg.DataModel = c.ILP32
	p := compiled.Program(t, cfg)
	for _, analysis := range []string{"predicate", "predicate+interval", "interval"} {
		eng, err := New(Config{Analysis: analysis})
		if err != nil {
			t.Fatal(err)
		}
		res, err := eng.Check(t.Context(), engine.Task{Program: p, Property: property.UnreachCall})
		if err != nil || res.Verdict.Kind != property.True {
			t.Errorf("%s: %v, %s, %v", analysis, res.Verdict, res.Why, err)
		}
	}
}
