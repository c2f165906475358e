package pass_test

import (
	"context"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
)

// TestWithout: a program made for several properties, without the violations of all but one, ends as the one
// that was made for that property alone.
func TestWithout(t *testing.T) {
	const all = property.UnreachCall + "," + property.NoOverflow + "," + property.NoUndefinedArithmetic
	for name, text := range map[string]string{
		"overflow first": `void reach_error(void) {} int x = 2147483647;
			int main(void) { x++; if (x < 0) reach_error(); return 0; }`,
		"assertion first": `#include <assert.h>
			int x = 2147483647; int main(void) { assert(x < 0); x++; return 0; }`,
		"error and on": `void reach_error(void) { g(); } int x = 2147483647;
			void g(void) { x++; } int main(void) { reach_error(); return 0; }`,
		"division": `#include <assert.h>
			int x; int main(void) { int y = 5 / x; assert(y); x = 2147483647; x++; return 0; }`,
		"none": `#include <assert.h>
			int x; int main(void) { x++; assert(x == 1); return 5 / x; }`,
	} {
		cfg := compiled.File("t.c", text)
		cfg.Property = all
		joint := compiled.Program(t, cfg)
		for _, p := range all.Parts() {
			cfg.Property = p
			want, got := ending(t, compiled.Program(t, cfg)), ending(t, pass.Without(joint, all.Without(p)))
			if got.Kind != want.Kind || got.Property != want.Property || got.What != want.What ||
				got.Pos != want.Pos {
				t.Errorf("%s, %s: ends %v, want %v", name, p, got, want)
			}
		}
		if got := ending(t, joint); name != "none" && got.Kind != interp.Violated {
			t.Errorf("%s: ends %v", name, got)
		}
	}
}

// ending executes a program.
func ending(t *testing.T, p *cfa.Program) interp.Outcome {
	t.Helper()
	if err := cfa.Check(p); err != nil {
		t.Fatal(err)
	}
	o, _, err := interp.Run(context.Background(), p, interp.RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return o
}
