package ceds_test

import (
	"context"
	"fmt"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/ceds/switches"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/randcfa"
	"whittle.dev/internal/testing/testflag"
)

// TestRandomRaces compares the verdicts for data races with an enumeration of
// all states, and replays every race.
func TestRandomRaces(t *testing.T) {
	ctx := context.Background()
	racy, free, unknown := 0, 0, 0
	compared := 0
	configurations := switches.Configurations()
	for seed := range testflag.Seeds(30) {
		p := randcfa.NewRacy(seed)
		if err := cfa.Check(p); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		want, err := enumerate.Run(ctx, p, enumerate.Options{Races: true})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !want.Complete {
			continue
		}
		for _, i := range testflag.Turn(fmt.Sprint(seed), len(configurations), 4) {
			cfg := configurations[i]
			compared++
			eng, err := cfg.Engine(10_000, t.TempDir)
			if err != nil {
				t.Fatal(err)
			}
			res, err := eng.Check(ctx, engine.Task{Program: p, Property: property.NoDataRace})
			if err != nil {
				t.Errorf("seed %d, %s: %v", seed, cfg.Name, err)
				continue
			}
			switch res.Verdict.Kind {
			case property.False:
				racy++
				if len(want.Races) == 0 {
					t.Errorf("seed %d, %s: a race, but an enumeration finds none", seed, cfg.Name)
				}
				if _, err := interp.Replay(ctx, p, res.Trace); err != nil {
					t.Errorf("seed %d, %s: the trace does not replay: %v", seed, cfg.Name, err)
				}
			case property.True:
				free++
				if len(want.Races) > 0 {
					t.Errorf("seed %d, %s: holds, but the enumeration finds a race: %+v", seed, cfg.Name,
						want.Races[0])
				}
			default:
				unknown++
				if !cfg.Weak {
					t.Errorf("seed %d, %s: unknown: %s", seed, cfg.Name, res.Why)
				}
			}
		}
	}
	t.Logf("%d racy, %d free of races, %d unknown", racy, free, unknown)
	if racy < compared/10 || free < compared/10 {
		t.Errorf("the random programs are too one-sided: %d racy, %d free", racy, free)
	}
}
