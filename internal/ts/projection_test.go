package ts

import (
	"context"
	"errors"
	"testing"
)

// TestProjections counts the paths that are their own projections. Steps of the two processes that depend on
// each other come in both orders, independent ones in one, and what nothing needs is left out.
func TestProjections(t *testing.T) {
	ctx := context.Background()
	for _, tt := range []struct {
		name  string
		reads bool // b sets y to x, not to a constant
		f     []int
		want  int
	}{
		{"what a writes", false, []int{2}, 2},                // nothing; a
		{"what both write", false, []int{2, 3}, 4},           // nothing; a; b; both
		{"what both write, dependent", true, []int{2, 3}, 5}, // as before, but a, b and b, a differ
		{"what b writes, dependent", true, []int{3}, 3},      // nothing; b; a, b
		{"what nobody writes", true, []int{4}, 1},
	} {
		s := handmade([]int{2, 2}, "x", "y", "z")
		value := s.Terms.BV(4, 2)
		if tt.reads {
			value = s.Vars[2].Sym
		}
		s.instruction(0, 0, 1, Update{2, s.Terms.BV(4, 1)})
		s.instruction(1, 0, 1, Update{3, value})
		s.Summarise()
		list, err := s.Projections(ctx, tt.f, 2)
		if err != nil || len(list) != tt.want {
			t.Errorf("%s: %d projections, want %d (%v)", tt.name, len(list), tt.want, err)
		}
		over, end := context.WithCancel(ctx)
		end()
		if _, err := s.Projections(over, tt.f, 2); !errors.Is(err, context.Canceled) {
			t.Errorf("canceled: %v", err)
		}
	}
}
