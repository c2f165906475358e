package races_test

import (
	"testing"

	"whittle.dev/internal/analysis/races"
	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/randprog"
	"whittle.dev/internal/testing/testflag"
)

// TestGivenValid: where an enumeration of all executions finds no undefined behaviour, what is shown with the
// help of that is so. In most of these programs intervals do not show it.
func TestGivenValid(t *testing.T) {
	var given, raceless, free int
	for seed := range testflag.Seeds(30) {
		cfg := compiled.File("a.c", randprog.NewMixed(seed))
		cfg.Property = property.NoDeadlock
		p := compiled.Lowered(t, cfg)
		p.Terms.Freeze()
		in := inlined(t, p)
		apart, err := races.Analyse(t.Context(), in, true)
		if err != nil {
			t.Fatal(err)
		}
		order, err := races.AnalyseDeadlocks(t.Context(), in, true)
		if err != nil {
			t.Fatal(err)
		}
		if !apart.Free && !order.Free {
			continue
		}
		if alone, err := races.Analyse(t.Context(), in, false); err != nil {
			t.Fatal(err)
		} else if !alone.Invalid {
			continue // see the other tests
		}
		truth, err := enumerate.Run(t.Context(), p,
			enumerate.Options{MaxStates: 20_000, Races: true, Circles: true})
		if err != nil || !truth.Complete || len(truth.Undefined)+len(truth.Unsupported) > 0 {
			continue
		}
		given++
		if apart.Free {
			raceless++
			if len(truth.Races) > 0 {
				t.Errorf("seed %d: free of races, but the enumeration finds %+v", seed, truth.Races[0])
			}
		}
		if order.Free {
			free++
			if len(truth.Deadlocks) > 0 {
				t.Errorf("seed %d: free of deadlocks, but the enumeration finds %+v", seed,
					truth.Deadlocks[0])
			}
		}
	}
	t.Logf("%d programs with valid accesses, %d free of races, %d of deadlocks", given, raceless, free)
}
