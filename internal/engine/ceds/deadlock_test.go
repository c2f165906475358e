package ceds_test

import (
	"fmt"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/ceds/switches"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/randprog"
	"whittle.dev/internal/testing/testflag"
)

// TestDeadlocksAgainstEnumeration compares verdicts on random programs that wait with an enumeration, with
// each reduction on and off.
func TestDeadlocksAgainstEnumeration(t *testing.T) {
	const programs = 12
	found, holds, open := 0, 0, 0
	configurations := switches.Configurations()
	for seed := range testflag.Seeds(programs) {
		text := randprog.NewWaiting(seed)
		p, err := lawLoad("waiting.c", text, property.NoDeadlock, c.LP64)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		truth, err := enumerate.Run(t.Context(), p,
			enumerate.Options{MaxStates: 5_000, AllBits: 8, Circles: true})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		stuck := len(truth.Deadlocks) > 0
		for _, d := range truth.Deadlocks {
			if _, err := interp.Replay(t.Context(), p, d.Trace.Machine()); err != nil {
				t.Errorf("seed %d: the trace of the enumeration does not replay: %v\n%s", seed, err, text)
			}
		}
		if !stuck && (!truth.Complete || truth.Sampled) {
			open++
			continue
		}
		turn := testflag.Turn(fmt.Sprint(t.Name(), seed), 2, len(configurations))
		for _, k := range append([]int{0}, turn...) {
			cfg := configurations[k]
			eng, err := cfg.Engine(20_000, t.TempDir)
			if err != nil {
				t.Fatal(err)
			}
			res, err := eng.Check(t.Context(), engine.Task{Program: p, Property: property.NoDeadlock})
			switch {
			case err != nil:
				t.Errorf("seed %d, %s: %v\n%s", seed, cfg.Name, err, text)
			case res.Verdict.Kind == property.Unknown:
				open++
			case (res.Verdict.Kind == property.False) != stuck:
				t.Errorf("seed %d, %s: %s (%s), but the enumeration says %v\n%s", seed, cfg.Name, res.Verdict,
					res.Why, stuck, text)
			case stuck:
				found++
				if _, err := interp.Replay(t.Context(), p, res.Trace); err != nil {
					t.Errorf("seed %d, %s: the trace does not replay: %v\n%s", seed, cfg.Name, err, text)
				}
			default:
				holds++
			}
		}
	}
	t.Logf("%d times a deadlock, %d times none, %d open", found, holds, open)
	if found == 0 || holds == 0 {
		t.Errorf("the random programs are too one-sided: %d deadlocks, %d without", found, holds)
	}
}
