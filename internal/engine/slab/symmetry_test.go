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

// TestConstants: that the bounds C1 and C2 have numbers does not make them those of processes.
func TestConstants(t *testing.T) {
	p := newProver(families.Fischer{Processes: 2, Parametric: true}.System(), []int{0}, Config{},
		func(engine.Event) {})
	if len(p.symmetry) != 1 {
		t.Errorf("%d symmetries, want 1", len(p.symmetry))
	}
	if known := p.problem.lasting(); len(known) != 2 {
		t.Errorf("%d conditions on the bounds, want 2", len(known))
	}
	last := p.lastSteps(p.targets[0])
	others := 0
	for i, first := range last.first {
		if first != i {
			others++
		}
	}
	if others != 5 { // of 5 steps of each process, and delay
		t.Errorf("%d steps are others with other names, want 5", others)
	}
}
