package loopbound_test

import (
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/cpa/loopbound"
)

func TestCounters(t *testing.T) {
	a, b := &cfa.Edge{ID: 3}, &cfa.Edge{ID: 1}
	var none loopbound.Counters
	one := none.Around(0, []*cfa.Edge{a})
	often := none.Around(0, []*cfa.Edge{a, b, a, a})
	two := one.Around(1, []*cfa.Edge{b, a}).Around(0, []*cfa.Edge{a, b})
	for name, c := range map[string]struct {
		c       loopbound.Counters
		n, most int
	}{"none": {none, 0, 0}, "one": {one, 1, 1}, "one step": {often, 2, 1}, "several": {two, 4, 2}} {
		if len(c.c) != c.n || c.c.Most() != c.most {
			t.Errorf("%s: %d counters up to %d, want %d up to %d", name, len(c.c), c.c.Most(), c.n, c.most)
		}
	}
	if !none.Within(one) || !one.Within(two) || two.Within(one) || one.Within(none) {
		t.Error("Within is not the order of counters")
	}
}

func TestLevel(t *testing.T) {
	for n, want := range []int{0, 0, 1, 2, 2, 3, 3, 3, 3, 4} {
		if got := loopbound.Level(n); got != want {
			t.Errorf("Level(%d) = %d, want %d", n, got, want)
		}
	}
}
