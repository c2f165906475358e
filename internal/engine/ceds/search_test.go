package ceds_test

import (
	"context"
	"strings"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/ceds"
	"whittle.dev/internal/property"
)

// countdown is a context that ends after it was looked at so many times.
type countdown struct {
	context.Context
	left int
}

// Err implements context.Context.
func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestCanceledAnywhere ends the context at each place where the engine looks at it: the answer is unknown or
// the right one, never another.
func TestCanceledAnywhere(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       property.Kind
	}{
		{"true", `
void *a(void *p) { while (U) x = (x + U) & 3; return p; }
int main(void) { pthread_create(&t, 0, a, 0); unsigned char v = U; if (v * v + v == 5) reach_error(); while (v & 6) v = v * 5 + 2; if (x > 3) reach_error(); }`, property.True},
		{"false", `
int v[4];
int main(void) { unsigned char a = U, b = U; v[a & 3] = b; while (b != 7) b = b * 5 + v[a & 3]; if (a * b == 21) reach_error(); }`, property.False},
	} {
		p := compile(t, prelude+tt.text)
		eng, err := ceds.New(ceds.Config{})
		if err != nil {
			t.Fatal(err)
		}
		last := 0
		for n := 0; ; n += 1 + n/50 {
			res, err := eng.Check(&countdown{t.Context(), n},
				engine.Task{Program: p, Property: property.UnreachCall})
			if err != nil {
				t.Fatalf("%s: ended at look %d: %v", tt.name, n, err)
			}
			if k := res.Verdict.Kind; k != property.Unknown {
				if k != tt.want {
					t.Fatalf("%s: ended at look %d: %s", tt.name, n, res.Verdict)
				}
				if last++; last > 3 {
					t.Logf("%s: looks at the context %d times", tt.name, n)
					break
				}
			}
			if n > 1_000_000 {
				t.Fatalf("%s: no answer", tt.name)
			}
		}
	}
}

// TestEndlessRecursion checks a program that is no trap for all engines: bmc unwinds as long as it may.
func TestEndlessRecursion(t *testing.T) {
	eng, err := ceds.New(ceds.Config{})
	if err != nil {
		t.Fatal(err)
	}
	prog := compile(t, prelude+"int f(int n) { return f(n + 1); }\nint main(void) { f(0); }")
	res, err := eng.Check(t.Context(), engine.Task{Program: prog, Property: property.UnreachCall})
	if err != nil || !strings.Contains(res.Why, "nested calls") {
		t.Errorf("%s (%s), %v", res.Verdict, res.Why, err)
	}
}
