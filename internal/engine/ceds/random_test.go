package ceds_test

import (
	"context"
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

// programs is how many random programs each test compares.
const programs = 30

// TestRandomAgainstEnumeration compares verdicts with an enumeration of all interleavings and inputs, and
// replays every violation.
func TestRandomAgainstEnumeration(t *testing.T) {
	ctx := context.Background()
	violated, holds, undefined, unknown, skipped := 0, 0, 0, 0, 0
	configurations := switches.Configurations()
	for seed := range testflag.Seeds(programs) {
		p := randcfa.New(seed)
		if err := cfa.Check(p); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		want, err := enumerate.Run(ctx, p, enumerate.Options{MaxStates: 20_000, AllBits: 8})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !want.Complete || want.Sampled {
			skipped++
			continue
		}
		for i, c := range configurations {
			eng, err := c.Engine(10_000, t.TempDir)
			if err != nil {
				t.Fatal(err)
			}
			res, err := eng.Check(ctx, engine.Task{Program: p, Property: property.UnreachCall})
			switch {
			case err != nil:
				t.Errorf("seed %d, %s: %v", seed, c.Name, err)
			case res.Verdict.Kind == property.False:
				violated++
				if len(want.Violations) == 0 {
					t.Errorf("seed %d, %s: violated, but the enumeration finds no violation", seed, c.Name)
				}
				if _, err := interp.Replay(ctx, p, res.Trace); err != nil {
					t.Errorf("seed %d, %s: the trace does not replay: %v", seed, c.Name, err)
				}
			case res.Verdict.Kind == property.True:
				holds++
				if len(want.Violations) > 0 {
					t.Errorf("seed %d, %s: holds, but the enumeration finds a violation", seed, c.Name)
				}
				if len(want.Undefined) > 0 {
					t.Errorf("seed %d, %s: holds, but the enumeration finds undefined behaviour: %v", seed,
						c.Name, want.Undefined[0].Outcome)
				}
			case len(want.Violations) == 0 && len(want.Undefined) > 0:
				undefined++
			default:
				unknown++
				if i == 0 {
					t.Logf("seed %d, %s: unknown: %s (%d violations, %d states)", seed, c.Name, res.Why,
						len(want.Violations), want.States)
				}
			}
		}
	}
	t.Logf("%d violated, %d hold, %d with undefined behaviour, %d unknown, %d programs were too large",
		violated, holds, undefined, unknown, skipped)
	if n := testflag.Times(programs) * len(configurations); violated < n/10 || holds < n/10 {
		t.Errorf("the random programs are too one-sided: %d violated, %d hold", violated, holds)
	}
}
