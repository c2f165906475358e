package pdr_test

import (
	"fmt"
	"slices"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/pdr"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/systems"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/ts/transition"
)

// TestRandomSystems compares the verdicts on random systems with an enumeration, with each switch off in
// turn; paths are replayed, and invariants checked by a solver of their own.
func TestRandomSystems(t *testing.T) {
	count := map[string]int{}
	for seed := range uint64(testflag.Times(120)) {
		seed += uint64(testflag.Seed())
		sys := systems.RandomBits(seed)
		reached, err := systems.Reached(sys)
		if err != nil {
			t.Fatal(err)
		}
		sys.Terms.Freeze()
		settings := pdr.Settings()
		off := int(seed) % (len(settings) + 1)
		for _, k := range []int{-1, off} {
			var cfg pdr.Config
			if seed%2 == 1 {
				cfg.Predicates = pdr.Atoms // else they are bits
			}
			name := "as it is"
			cfg.NoInduction = k >= 0 // it decides most of these systems, and leaves nothing to do
			if k >= 0 && k < len(settings) {
				name = settings[k].Name + " " + settings[k].Values[1].Name
				if err := settings[k].Set(&cfg, settings[k].Values[1].Name); err != nil {
					t.Fatal(err)
				}
			}
			for goal := engine.AllGoals; goal < len(sys.Goals); goal++ {
				task := engine.Task{System: sys, Goal: goal, Property: property.Bad}
				want := slices.ContainsFunc(task.Goals(), func(g int) bool { return reached[g] })
				what := fmt.Sprintf("seed %d, %s, goal %d", seed, name, goal)
				res, err := pdr.New(cfg).Check(t.Context(), task)
				if err != nil {
					t.Fatalf("%s: %v", what, err)
				}
				count[res.Verdict.String()]++
				compare(t, what, sys, task, res, want)
			}
		}
	}
	t.Log(count)
	if count["unknown"] > count["true"]/20 {
		t.Errorf("verdicts: %v", count)
	}
}

// compare checks a result against what is known, and what it rests on.
func compare(t *testing.T, what string, sys *transition.System, task engine.Task, res engine.Result,
	want bool) {
	t.Helper()
	switch {
	case res.Verdict == property.Holds():
		if want {
			t.Errorf("%s: true, but a goal is reached", what)
		}
		if res.Invariant == nil {
			return // by induction over several steps
		}
		systems.Certified(t, what, res.Invariant.Claim(task), true)
	case res.Verdict.Kind == property.Unknown:
		t.Logf("%s: %s", what, res.Why)
	default:
		if !want {
			t.Errorf("%s: %s, but no goal is reached", what, res.Verdict)
		}
		if err := sys.Replay(res.Path); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestRandomNumbers: random systems with integers, whose states were enumerated, with a setting changed in
// turn.
func TestRandomNumbers(t *testing.T) {
	table := pdr.Settings()
	for seed := range testflag.Seeds(40) {
		c := systems.Random(seed)
		sys := c.System()
		sys.Terms.Freeze()
		task := engine.Task{System: sys, Goal: engine.AllGoals, Property: property.Bad}
		for _, k := range append([]int{-1}, testflag.Turn(c.Name, 1, len(table))...) {
			var cfg pdr.Config
			what := c.Name
			if k >= 0 {
				what += ", " + table[k].Name
				if err := table[k].Set(&cfg, table[k].Values[1].Name); err != nil {
					t.Fatal(err)
				}
			}
			res, err := pdr.New(cfg).Check(&patient{Context: t.Context(), left: patience / 10}, task)
			if err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			compare(t, what, sys, task, res, !c.Safe)
		}
	}
}
