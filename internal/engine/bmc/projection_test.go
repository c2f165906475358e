package bmc_test

import (
	"context"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
)

// TestProjectionsAgree compares the verdicts on random programs with
// everything encoded, with the cone of influence and with the exact
// projection, and replays each violation.
func TestProjectionsAgree(t *testing.T) {
	ctx := context.Background()
	kinds := map[property.Kind]int{}
	// Other seeds than those that TestRandomAgainstEnumeration takes.
	for seed := int64(1_000_000); seed < 1_000_000+int64(*programs); seed++ {
		p := newRandomProgram(seed)
		var want property.Verdict
		for i, cfg := range []bmc.Config{{}, {ExactProjection: true}, {NoProjection: true}, {ExactProjection: true, NoSpinReduction: true}} {
			res, err := bmc.New(cfg).Check(ctx, engine.Task{Program: p, Property: property.UnreachCall, MaxUnwind: 4})
			if err != nil {
				t.Fatalf("seed %d, %+v: %v", seed, cfg, err)
			}
			if i == 0 {
				want = res.Verdict
				kinds[want.Kind]++
			}
			// Without spin reduction a waiting loop makes the bound reachable.
			if res.Verdict != want && !(cfg.NoSpinReduction && want.Kind == property.True && res.Verdict.Kind == property.Unknown) {
				t.Errorf("seed %d, %+v: %s (%s), want %s", seed, cfg, res.Verdict, res.Why, want)
			}
			if res.Verdict.Kind == property.False {
				if _, err := interp.Replay(ctx, p, res.Trace); err != nil {
					t.Errorf("seed %d, %+v: the trace does not replay: %v", seed, cfg, err)
				}
			}
		}
	}
	t.Logf("verdicts of the cone: %v", kinds)
}
