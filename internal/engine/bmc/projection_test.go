package bmc_test

import (
	"context"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
)

// TestProjectionsAgree compares the verdicts of all configurations with that of
// the default one on random programs, and replays each violation.
func TestProjectionsAgree(t *testing.T) {
	ctx := context.Background()
	kinds := map[property.Kind]int{}
	// Other seeds than those that TestRandomAgainstEnumeration takes.
	for seed := int64(1_000_000); seed < 1_000_000+int64(numPrograms(200)); seed++ {
		p := newRandomProgram(seed)
		var want property.Verdict
		for i, cfg := range eventConfigurations() {
			res, err := cfg.check(ctx, engine.Task{Program: p, Property: property.UnreachCall, MaxUnwind: 4})
			if err != nil {
				t.Fatalf("seed %d, %s: %v", seed, cfg.name, err)
			}
			if i == 0 {
				want = res.Verdict
				kinds[want.Kind]++
			}
			// Without spin reduction a waiting loop makes the bound reachable.
			if res.Verdict != want && !(cfg.weak && want.Kind == property.True && res.Verdict.Kind == property.Unknown) {
				t.Errorf("seed %d, %s: %s (%s), want %s", seed, cfg.name, res.Verdict, res.Why, want)
			}
			if res.Verdict.Kind == property.False {
				if _, err := interp.Replay(ctx, p, res.Trace); err != nil {
					t.Errorf("seed %d, %s: the trace does not replay: %v", seed, cfg.name, err)
				}
			}
		}
	}
	t.Logf("verdicts of the cone: %v", kinds)
}
