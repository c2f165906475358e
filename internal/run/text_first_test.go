package run

import (
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
)

// TestNobodyWaits: that no thread waits for anything is a proof only where no access may be invalid.
func TestNobodyWaits(t *testing.T) {
	for _, c := range []struct {
		text   string
		kind   property.Kind
		reason engine.Reason
	}{
		{"int x; int main(void) { return x; }", property.True, engine.ByStructure},
		{"int main(void) { int *p = 0; return *p; }", property.Unknown, engine.Undefined},
		{"void free(void *); int x; int main(void) { free(&x); }", property.Unknown, engine.Undefined},
	} {
		task := program(t, c.text)
		task.Property = "no-deadlock"
		o, err := Check(t.Context(), task, Options{})
		if err != nil || o.Verdict.Kind != c.kind || o.Result.Reason != c.reason {
			t.Errorf("%s: %s (%s), %v", c.text, o.Verdict, o.Result.Why, err)
		}
	}
}
