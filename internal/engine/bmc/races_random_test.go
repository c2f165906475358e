package bmc_test

import (
	"context"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
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
	for seed := range testflag.Seeds(100) {
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
		for _, r := range want.Races {
			if _, err := interp.Replay(ctx, p, r.Trace); err != nil {
				t.Errorf("seed %d: a race of the enumeration does not replay: %v", seed, err)
			}
		}
		for _, cfg := range someEvents(seed) {
			compared++
			res, err := cfg.Check(ctx, engine.Task{Program: p, Property: property.NoDataRace, MaxUnwind: 4})
			if err != nil {
				t.Errorf("seed %d, %s: %v", seed, cfg.Name, err)
				continue
			}
			switch res.Verdict.Kind {
			case property.False:
				racy++
				if len(want.Races) == 0 {
					t.Errorf("seed %d, %s: a race, but the enumeration finds none", seed, cfg.Name)
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
					t.Errorf("seed %d, %s: unknown with spin reduction: %s", seed, cfg.Name, res.Why)
				}
				if len(want.Races) > 0 {
					t.Errorf("seed %d, %s: unknown (%s), but there is a race", seed, cfg.Name, res.Why)
				}
			}
		}
	}
	t.Logf("%d racy, %d free of races, %d unknown", racy, free, unknown)
	if racy < compared/10 || free < compared/10 {
		t.Errorf("the random programs are too one-sided: %d racy, %d free", racy, free)
	}
}
