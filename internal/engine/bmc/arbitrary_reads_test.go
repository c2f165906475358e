package bmc_test

import (
	"context"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
)

// TestAnyReads checks programs with reachable invalid accesses.
func TestAnyReads(t *testing.T) {
	for _, test := range []struct {
		name, src string
		want      property.Kind
	}{
		{"a value that does not matter", `
int tab[4] = {1, 2, 3, 4};
int main(void) { int i = __VERIFIER_nondet_int(); int v = tab[i]; if ((v & 1) > 1) reach_error(); }`, property.True},
		{"a constant address", `
int tab[4], g;
int main(void) { g = tab[5] & 3; if (g > 3) reach_error(); }`, property.True},
		{"a value that matters", `
int tab[4] = {1, 2, 3, 4};
int main(void) { int i = __VERIFIER_nondet_int(); if (tab[i] == 5) reach_error(); }`, property.Unknown},
		{"two reads of one place", `
int tab[4];
int main(void) { int i = __VERIFIER_nondet_int(); __VERIFIER_atomic_begin();
  if (tab[i] != tab[i]) reach_error(); __VERIFIER_atomic_end(); }`, property.Unknown},
		{"a value that was read at a valid place", `
int tab[4] = {1, 2, 3, 4};
int main(void) { int i = __VERIFIER_nondet_int(); int v = tab[i]; if (i >= 0 && i < 4 && v == 0) reach_error(); }`, property.True},
		{"a violation behind the read", `
int tab[4], g;
int main(void) { int i = __VERIFIER_nondet_int(); int v = tab[i]; if (i == 77) reach_error(); }`, property.Unknown},
		{"an invalid write", `
int tab[4];
int main(void) { int i = __VERIFIER_nondet_int(); tab[i] = 1; }`, property.Unknown},
		{"a pointer from an invalid read that is written through", `
int *tab[4], g;
int main(void) { int i = __VERIFIER_nondet_int(); for (int k = 0; k < 4; k++) tab[k] = &g; *tab[i] = 1; if (g > 1) reach_error(); }`, property.Unknown},
		{"a freed object", `
int g;
int main(void) { int *p = malloc(4); *p = 1; free(p); g = *p & 1; if (g > 1) reach_error(); }`, property.True},
		{"the content of a freed object", `
int main(void) { int *p = malloc(4); *p = 1; free(p); if (*p != 1) reach_error(); }`, property.Unknown},
		{"what is written after the read is seen by others", `
int tab[4], g;
void *w(void *x) { int i = __VERIFIER_nondet_int(); int v = tab[i]; g = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); int i = __VERIFIER_nondet_int(); if (i < 0 && tab[i] == 3 && g == 1) reach_error(); }`, property.Unknown},
		{"a loop that the value controls", `
int tab[4], g;
int main(void) { unsigned i = __VERIFIER_nondet_int(), n = tab[i]; for (unsigned k = 0; k < n; k++) g++; if (g < 0) reach_error(); }`, property.Unknown},
		{"an object behind a pointer put together from numbers", `
unsigned lo, hi; int ready, h = 3;
int main(void) { unsigned long v = (unsigned long)&h; lo = v; hi = v >> 32;
  if (*(int *)((unsigned long)lo | (unsigned long)hi << 32) == 3) reach_error(); }`, property.False},
	} {
		p, err := loadC(foundPrelude+test.src, c.LP64)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		p.Terms.Freeze()
		check := func(cfg bmc.Config) property.Kind {
			res, err := bmc.New(cfg).Check(context.Background(),
				engine.Task{Program: p, Property: property.UnreachCall, MaxUnwind: 8})
			if err != nil {
				t.Fatalf("%s: %v", test.name, err)
			}
			if res.Verdict.Kind == property.True && len(res.Assumed) == 0 {
				t.Errorf("%s: the invalid read is not told of", test.name)
			}
			return res.Verdict.Kind
		}
		if got := check(bmc.Config{}); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
		if got := check(bmc.Config{NoAnyReads: true}); got == property.True {
			t.Errorf("%s, switched off: true", test.name)
		}
	}
}
