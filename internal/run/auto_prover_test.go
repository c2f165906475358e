package run

import (
	"testing"
	"time"

	"whittle.dev/internal/property"
)

// TestAutoProvesLoops: what has one thread and needs an invariant is decided by the engine that finds one.
func TestAutoProvesLoops(t *testing.T) {
	o, err := Check(t.Context(), program(t, `
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
unsigned add(unsigned n, unsigned m) { return n ? add(n - 1, m + 1) : m; }
int main(void) {
	unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
	if (add(a, b) != a + b) reach_error();
}`), Options{Timeout: 5 * time.Minute})
	if err != nil || o.Verdict != property.Holds() || o.Engine != "auto (pdr)" {
		t.Errorf("%s: %s because of %s, %v", o.Engine, o.Verdict, o.Result.Why, err)
	}
}
