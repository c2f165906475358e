package pdr_test

import (
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/pdr"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/systems"
	"whittle.dev/internal/testing/testflag"
)

// TestFacts: a search that is stopped in the middle says with how many steps there is no violation, and there
// is none.
func TestFacts(t *testing.T) {
	checked := 0
	for seed := range testflag.Seeds(60) {
		c := systems.RandomProcesses(seed)
		for _, cfg := range []pdr.Config{{}, {NoInduction: true}} {
			for _, looks := range []int{16, 30, 70} {
				sys := c.System()
				sys.Terms.Freeze()
				res, err := pdr.New(cfg).Check(&patient{Context: t.Context(), left: looks},
					engine.Task{System: sys, Goal: engine.AllGoals, Property: property.Bad})
				if err != nil {
					t.Fatalf("%s: %v", c.Name, err)
				}
				checked += systems.CheckFacts(t, c.Name, c.System(), res.Facts)
			}
		}
	}
	if checked < 20 {
		t.Errorf("%d facts were checked", checked)
	}
}
