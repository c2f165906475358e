package interp_test

import (
	"context"
	"testing"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
)

// TestUnsetVariables: what an uninitialised variable contains is told where something may read it.
func TestUnsetVariables(t *testing.T) {
	tests := []struct {
		name, text string
		want       int // steps that tell
	}{
		{"assigned before it is read", `int main(void) { int x; x = 1; assert(x == 1); }`, 0},
		{"never read", `int main(void) { int x; return 0; }`, 0},
		{"read", `int main(void) { int x; assert(x > 0); }`, 1},
		{"assigned on one way only",
			`int main(void) { int x; if (__VERIFIER_nondet_int()) x = 1; assert(x > 0); }`, 2},
		{"assigned in each round",
			`int main(void) { for (int i = 0; i < 3; i++) { int x; x = i; assert(x == i); } }`, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := load(t, c.LP64, prelude+tt.text)
			_, tr, err := interp.Run(context.Background(), p,
				interp.RunOptions{Seed: 1, MaxSteps: 1000, Record: true})
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for i := range tr.Steps {
				for _, in := range tr.Steps[i].Inputs {
					if !in.Unread {
						n++
					}
				}
			}
			if n != tt.want {
				t.Errorf("%d steps tell an input, want %d", n, tt.want)
			}
		})
	}
}
