package slab

import (
	"testing"

	families "whittle.dev/internal/bench/gen/slab"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/ts/transition"
)

// TestSymmetric: which pairs of processes are the same with other names.
func TestSymmetric(t *testing.T) {
	for _, c := range []struct {
		name string
		sys  *transition.System
		want bool // each pair is like the first one
	}{
		{"tickets", families.Bakery{Processes: 3, AllPairs: true}.System(), true},
		{"the lock has the number of its owner", families.Fischer{Processes: 4, AllPairs: true}.System(),
			true},
		{"bounds have numbers too", families.Fischer{Processes: 3, Parametric: true, AllPairs: true}.System(),
			true},
		{"the order of processes decides", families.Bakery{Processes: 3, Variant: families.TwoSteps,
			AllPairs: true}.System(), false},
		{"cells have neighbours", families.Deque{Cells: 6, Error: families.TwoSegmentsAnywhere}.System(),
			false},
	} {
		var goals []int
		for i := range c.sys.Goals {
			goals = append(goals, i)
		}
		p := newProver(c.sys, goals, Config{}, func(engine.Event) {})
		like := map[string]bool{}
		for _, d := range p.like(p.targets[0]) {
			like[key(d.cond)] = true
		}
		for _, to := range p.targets[1:] {
			if got := like[key(to.cond)]; got != c.want {
				t.Errorf("%s: goal %d is like the first one: %v", c.name, to.goals[0], got)
			}
		}
	}
}
