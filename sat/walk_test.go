package sat

import (
	"context"
	"math/rand"
	"testing"
)

// TestWalkFinds makes sure that local search finds models of large easy
// formulas, and that the search then takes them over without a conflict.
func TestWalkFinds(t *testing.T) {
	s := New(Config{})
	load(s, randomCNF(rand.New(rand.NewSource(2)), 2000, 7000, 3))
	s.core.ticks = 1 << 26
	s.rephase.walk()
	if s.core.stats.Walks != 1 {
		t.Fatal("no local search")
	}
	if got := s.Solve(context.Background()); got != Sat {
		t.Fatal(got)
	}
	if n := s.Statistics().Conflicts; n != 0 {
		t.Errorf("%d conflicts", n)
	}
}
