package cpa_test

import (
	"context"
	"fmt"
	"runtime/debug"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/cpa"
	"whittle.dev/internal/engine/cpa/switches"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/randcfa"
	"whittle.dev/internal/testing/testflag"
)

const (
	// randomPrograms is how many random programs an ordinary run compares.
	randomPrograms = 40
	// randomTurn is how many configurations check each program besides the default one.
	randomTurn = 4
	// randomStates bounds the states that a configuration makes.
	randomStates = 3_000
)

// TestRandomAgainstEnumeration compares the verdicts of the default configuration and of some others, which
// differ from program to program, with an enumeration of all interleavings and inputs, and replays every
// violation.
func TestRandomAgainstEnumeration(t *testing.T) {
	ctx := context.Background()
	all := switches.All()
	compared, violated, holds, skipped := 0, 0, 0, 0
	unknown := map[string]int{}
	for seed := range testflag.Seeds(randomPrograms) {
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
		for _, c := range someOf(all, seed) {
			compared++
			name := fmt.Sprintf("seed %d, %s", seed, c.Name)
			res, err := bounded(ctx, p, property.UnreachCall, c.Config)
			switch {
			case err != nil:
				t.Errorf("%s: %v", name, err)
			case res.Verdict.Kind == property.False:
				violated++
				if len(want.Violations) == 0 {
					t.Errorf("%s: violated, but the enumeration finds no violation", name)
				}
				if _, err := interp.Replay(ctx, p, res.Trace); err != nil {
					t.Errorf("%s: the trace does not replay: %v", name, err)
				}
			case res.Verdict.Kind == property.True:
				holds++
				if len(want.Violations) > 0 {
					t.Errorf("%s: holds, but the enumeration finds a violation", name)
				}
				if len(want.Undefined) > 0 && len(res.Assumed) == 0 {
					t.Errorf("%s: holds and assumes nothing, but the enumeration finds undefined behaviour: "+
						"%v", name, want.Undefined[0].Outcome)
				}
			case len(want.Violations) == 0 && len(want.Undefined) > 0:
				unknown["undefined behaviour"]++
			default:
				unknown[c.Name]++
			}
		}
	}
	t.Logf("%d comparisons: %d violated, %d hold; %d programs were too large; unknown: %v", compared,
		violated, holds, skipped, unknown)
	if violated < compared/20 || holds < compared/20 {
		t.Errorf("the random programs are too one-sided: %d violated, %d hold", violated, holds)
	}
}

// someOf are the default configuration and some others, which differ from seed to seed.
func someOf(all []switches.Configuration, seed int64) []switches.Configuration {
	out := all[:1:1]
	for _, i := range testflag.Turn(fmt.Sprint(seed), randomTurn, len(all)-1) {
		out = append(out, all[1+i])
	}
	return out
}

// bounded lets the engine decide a program within a number of states. A panic is an error.
func bounded(ctx context.Context, p *cfa.Program, prop property.Property, cfg cpa.Config) (
	res engine.Result, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	cfg.MaxStates = randomStates
	eng, err := cpa.New(cfg)
	if err != nil {
		return res, err
	}
	return eng.Check(ctx, engine.Task{Program: p, Property: prop})
}
