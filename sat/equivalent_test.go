package sat

import (
	"context"
	"testing"
)

// TestEquivalent replaces the literals of a circle of implications by one of them.
func TestEquivalent(t *testing.T) {
	circle := [][]int{{-1, 2}, {-2, -3}, {3, 1}}
	for _, c := range []struct {
		more [][]int
		want Status
	}{
		{[][]int{{1, 4, 5}, {-2, 4, 6}}, Sat},
		{[][]int{{-1, 3}, {1, -3}}, Unsat}, // 1 equals 3 and its complement
	} {
		s := New(Config{NoEliminate: true})
		load(s, cnf{6, append(circle[:3:3], c.more...)})
		if ok := s.condense.condense(1 << 20); ok != (c.want == Sat) {
			t.Fatalf("want %v", c.want)
		}
		if got := s.Solve(context.Background()); got != c.want {
			t.Fatalf("%v, want %v", got, c.want)
		}
		if c.want == Unsat {
			continue
		}
		if n := s.Statistics().Substituted; n != 2 {
			t.Errorf("%d variables replaced", n)
		}
		if a := s.Value(FromDimacs(1)); s.Value(FromDimacs(2)) != a || s.Value(FromDimacs(-3)) != a {
			t.Error("the model tells equal literals apart")
		}
	}
}
