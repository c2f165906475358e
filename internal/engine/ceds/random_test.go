package ceds_test

import (
	"context"
	"flag"
	"testing"
	"time"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/ceds"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
)

var programs = flag.Int("programs", 60, "how many random programs are compared")

// configurations are the ways in which every program is checked; the first is the default.
var configurations = []struct {
	name string
	cfg  ceds.Config
}{
	{"sliced", ceds.Config{}},
	{"sliced, breadth first", ceds.Config{Search: "bfs"}},
	{"sliced, equal", ceds.Config{Match: "equal"}},
	{"sliced, no cache", ceds.Config{NoCache: true}},
	{"sliced, no models, breadth first, equal", ceds.Config{NoModels: true, Search: "bfs", Match: "equal"}},
	{"whole", ceds.Config{Store: "whole"}},
	{"whole, no cache, equal", ceds.Config{Store: "whole", NoCache: true, Match: "equal"}},
	{"sliced, no partial-order reduction", ceds.Config{NoPartialOrder: true}},
	{"whole, no partial-order reduction, equal", ceds.Config{Store: "whole", NoPartialOrder: true, Match: "equal"}},
	{"sliced, no sections", ceds.Config{NoSections: true}},
	{"sliced, no waking", ceds.Config{NoWake: true}},
	{"sliced, no elements", ceds.Config{NoElements: true}},
	{"sliced, no joins", ceds.Config{NoJoins: true}},
	{"sliced, no symmetry", ceds.Config{NoSymmetry: true}},
	{"whole, no symmetry, no joins, equal", ceds.Config{Store: "whole", Match: "equal", NoSymmetry: true, NoJoins: true}},
	{"sliced, no partial-order reduction, no symmetry", ceds.Config{NoPartialOrder: true, NoSymmetry: true}},
	{"sliced, no tau reduction, no symmetry", ceds.Config{NoTau: true, NoSymmetry: true}},
	{"sliced, no tau reduction", ceds.Config{NoTau: true}},
	{"whole, no tau reduction, equal", ceds.Config{Store: "whole", NoTau: true, Match: "equal", Search: "bfs"}},
	{"no matching", ceds.Config{Match: "none", MaxStates: 2000}},
}

// TestRandomAgainstEnumeration compares verdicts with an enumeration of all interleavings and inputs, and
// replays every violation.
func TestRandomAgainstEnumeration(t *testing.T) {
	ctx := context.Background()
	violated, holds, undefined, unknown, skipped := 0, 0, 0, 0, 0
	for seed := range int64(*programs) {
		p := newRandomProgram(seed)
		if err := cfa.Check(p); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		want, err := interp.Enumerate(ctx, p, interp.EnumOptions{MaxStates: 20_000, AllBits: 8})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !want.Complete || want.Sampled {
			skipped++
			continue
		}
		for i, c := range configurations {
			eng, err := ceds.New(c.cfg)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
			res, err := eng.Check(ctx, engine.Task{Program: p, Property: property.UnreachCall})
			cancel()
			switch {
			case err != nil:
				t.Errorf("seed %d, %s: %v", seed, c.name, err)
			case res.Verdict.Kind == property.False:
				violated++
				if len(want.Violations) == 0 {
					t.Errorf("seed %d, %s: violated, but the enumeration finds no violation", seed, c.name)
				}
				if _, err := interp.Replay(ctx, p, res.Trace); err != nil && ctx.Err() == nil {
					t.Errorf("seed %d, %s: the trace does not replay: %v", seed, c.name, err)
				}
			case res.Verdict.Kind == property.True:
				holds++
				if len(want.Violations) > 0 {
					t.Errorf("seed %d, %s: holds, but the enumeration finds a violation", seed, c.name)
				}
				if len(want.Undefined) > 0 {
					t.Errorf("seed %d, %s: holds, but the enumeration finds undefined behaviour: %v", seed, c.name, want.Undefined[0].Outcome)
				}
			case len(want.Violations) == 0 && len(want.Undefined) > 0:
				undefined++
			default:
				unknown++
				if i == 0 {
					t.Logf("seed %d, %s: unknown: %s (%d violations, %d states)", seed, c.name, res.Why, len(want.Violations), want.States)
				}
			}
		}
	}
	t.Logf("%d violated, %d hold, %d with undefined behaviour, %d unknown, %d programs were too large", violated, holds, undefined, unknown, skipped)
	if n := *programs * len(configurations); violated < n/10 || holds < n/10 {
		t.Errorf("the random programs are too one-sided: %d violated, %d hold", violated, holds)
	}
}
