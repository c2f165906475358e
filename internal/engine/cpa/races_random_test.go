package cpa_test

import (
	"fmt"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/cpa/switches"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/randcfa"
	"whittle.dev/internal/testing/testflag"
)

// TestRandomRaces compares verdicts about data races with an enumeration of all states, and replays every
// race.
func TestRandomRaces(t *testing.T) {
	all := switches.All()
	racy, free, unknown := 0, 0, 0
	for seed := range testflag.Seeds(15) {
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
		for _, c := range someOf(all, seed) {
			name := fmt.Sprintf("seed %d, %s", seed, c.Name)
			res, err := bounded(t.Context(), p, property.NoDataRace, c.Config)
			switch {
			case err != nil:
				t.Errorf("%s: %v", name, err)
			case res.Verdict.Kind == property.False:
				racy++
				if len(want.Races) == 0 {
					t.Errorf("%s: a race, but the enumeration finds none", name)
				}
				if _, err := interp.Replay(t.Context(), p, res.Trace); err != nil {
					t.Errorf("%s: the trace does not replay: %v", name, err)
				}
			case res.Verdict.Kind == property.True:
				free++
				if len(want.Races) > 0 {
					t.Errorf("%s: holds, but the enumeration finds a race: %+v", name, want.Races[0])
				}
			default:
				unknown++
			}
		}
	}
	t.Logf("%d racy, %d free of races, %d unknown", racy, free, unknown)
	if racy < 3 || free < racy {
		t.Errorf("the random programs are too one-sided: %d racy, %d free", racy, free)
	}
}
