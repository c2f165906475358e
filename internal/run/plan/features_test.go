package plan_test

import (
	"context"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/plan"
)

// lowered is a program of one file.
func lowered(t *testing.T, text string) *cfa.Program {
	t.Helper()
	prog, diags, err := c.Load(context.Background(), c.Config{Files: []string{"p.c"}, DataModel: c.LP64,
		Property: property.UnreachCall, Read: func(string) ([]byte, error) { return []byte(text), nil }})
	if err != nil || diags.HasErrors() {
		t.Fatal(err, diags.Err())
	}
	return prog
}

// TestFeatures: what is known of a program's threads, loops and inputs.
func TestFeatures(t *testing.T) {
	const head = "#include <pthread.h>\nvoid *f(void *a) { return a; } pthread_t t;\n" +
		"void start(void) { pthread_create(&t, 0, f, 0); }\n"
	for _, c := range []struct {
		text string
		want plan.Features
	}{
		{"int main(void) { int i = 0; while (i < 9) i++; }", plan.Features{LoopsAlone: true, Loops: true}},
		{"int f(int n) { return n ? f(n - 1) : 0; } int main(void) { f(3); }",
			plan.Features{LoopsAlone: true, Loops: true}},
		{"int f(int n) { return n + 1; } int main(void) { f(3); }", plan.Features{}},
		{"int __VERIFIER_nondet_int(void); int main(void) { while (__VERIFIER_nondet_int()) ; }",
			plan.Features{LoopsAlone: true, Loops: true, Inputs: true}},
		{head + "int main(void) { start(); start(); }", plan.Features{Threads: true}},
		{head + "int main(void) { start(); for (;;) ; }", plan.Features{Threads: true, Loops: true}},
		{head + "int main(void) { for (;;) start(); }",
			plan.Features{Threads: true, Loops: true, Many: true}},
		{head + "int main(void) { while (1) pthread_create(&t, 0, f, 0); }",
			plan.Features{Threads: true, Loops: true, Many: true}},
	} {
		if got := plan.FeaturesOf(lowered(t, c.text)); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.text, got, c.want)
		}
	}
}
