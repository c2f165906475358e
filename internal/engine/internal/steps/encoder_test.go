package steps

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/testing/explore"
	"whittle.dev/internal/ts"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
)

// TestDeepening asks for all goals of a system at growing depths, with one encoder, and compares
// with the lengths of the shortest paths.
func TestDeepening(t *testing.T) {
	all := variants()
	perSystem(t, 60, func(t *testing.T, seed uint64, rng *rand.Rand, names []string) {
		for _, name := range names {
			s, _ := systemOf(seed)
			if err := deepening(s, all[name]); err != nil {
				t.Fatalf("seed %d, %s: %v", seed, name, err)
			}
		}
	})
}

func deepening(s *ts.System, v variant) error {
	x, err := explore.All(context.Background(), s, explore.Options{Depth: 9})
	if err != nil {
		return err
	}
	shortest := -1
	for _, n := range x.Reached {
		if n >= 0 && (shortest < 0 || n < shortest) {
			shortest = n
		}
	}
	e := New(s, native.New(s.Terms, native.Config{}), v.Options)
	above := 0
	for _, depth := range []int{1, 2, 4, 8} {
		if err := e.Deepen(context.Background(), depth); err != nil {
			return err
		}
		r := e.Ask(context.Background(), Question{Kind: ts.Violation, Projection: v.projection, Above: above})
		want := smt.Unsat
		if shortest >= 0 && shortest <= depth {
			want = smt.Sat
		}
		if r.Status != want {
			return fmt.Errorf("depth %d: %v, want %v: the shortest path has %d steps", depth, r, want,
				shortest)
		}
		if want == smt.Sat {
			path, err := e.Path()
			if err == nil {
				_, err = follow(s, path)
			}
			return err
		}
		above = depth
		if err := e.Deepen(context.Background(), depth+1); err != nil {
			return err
		}
		y, err := explore.All(context.Background(), s, explore.Options{Depth: depth})
		if err != nil {
			return err
		}
		if r := e.Deeper(context.Background()); r.Status == smt.Unsat && y.States < x.States {
			return fmt.Errorf("depth %d: no path is longer, but %d states are deeper", depth,
				x.States-y.States)
		}
	}
	return nil
}
