package dpr_test

import (
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/dpr"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/randcfa"
	"whittle.dev/internal/testing/testflag"
)

// racy is how many random programs an ordinary run looks for races in.
const racy = 30

// TestRandomRaces compares the races that are found with an enumeration of all states, and replays them.
func TestRandomRaces(t *testing.T) {
	found, missed, free, unconfirmed := 0, 0, 0, 0.0
	for seed := range testflag.Seeds(racy) {
		p := randcfa.NewRacy(seed)
		if err := cfa.Check(p); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		want, err := enumerate.Run(t.Context(), p, enumerate.Options{Races: true})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !want.Complete {
			continue
		}
		res, err := dpr.New(dpr.Config{}).Check(&countdown{Context: t.Context(), left: 100},
			engine.Task{Program: p, Property: property.NoDataRace})
		for _, s := range res.Stats {
			if s.Name == "unconfirmed races" {
				unconfirmed += s.Value
			}
		}
		switch {
		case err != nil:
			t.Errorf("seed %d: %v", seed, err)
		case res.Verdict.Kind == property.True && len(want.Races) > 0:
			t.Errorf("seed %d: holds: %s", seed, res.Why)
		case res.Verdict.Kind != property.False && len(want.Races) == 0:
			free++
		case res.Verdict.Kind == property.Unknown:
			missed++
			t.Logf("seed %d: %d races are missed", seed, len(want.Races))
		case len(want.Races) == 0:
			t.Errorf("seed %d: a race, but the enumeration finds none", seed)
		default:
			found++
			if _, err := interp.Replay(t.Context(), p, res.Trace); err != nil {
				t.Errorf("seed %d: the trace does not replay: %v", seed, err)
			}
		}
	}
	t.Logf("%d found, %d missed, %d free of races; %v unconfirmed", found, missed, free, unconfirmed)
	if found < 3 || free < found {
		t.Errorf("the random programs are too one-sided: %d racy, %d free", found, free)
	}
}
