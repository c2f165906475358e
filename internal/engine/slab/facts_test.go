package slab_test

import (
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/slab"
	"whittle.dev/internal/engine/slab/switches"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/systems"
	"whittle.dev/internal/testing/testflag"
)

// TestFacts: a search that is stopped in the middle says with how many steps there is no violation, and there
// is none.
func TestFacts(t *testing.T) {
	all, checked := switches.All(), 0
	for seed := range testflag.Seeds(90) {
		for _, c := range []systems.Case{systems.Random(seed), systems.RandomProcesses(seed)} {
			for _, looks := range []int{10, 25, 60, 150} {
				sys := c.System()
				sys.Terms.Freeze()
				with := all[testflag.Turn(c.Name, 1, len(all))[0]]
				res, err := slab.New(with.Config).Check(&patient{Context: t.Context(), left: looks},
					engine.Task{System: sys, Goal: engine.AllGoals, Property: property.Bad})
				if err != nil {
					t.Fatalf("%s, %s: %v", c.Name, with.Name, err)
				}
				checked += systems.CheckFacts(t, c.Name+", "+with.Name, c.System(), res.Facts)
			}
		}
	}
	if checked < 20 {
		t.Errorf("%d facts were checked", checked)
	}
}
