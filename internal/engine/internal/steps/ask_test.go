package steps

import (
	"maps"
	"math/rand/v2"
	"testing"
)

// TestLaw compares the values that each goal's variable can have, by all encodings and by exploration.
func TestLaw(t *testing.T) {
	all := variants()
	symmetric, found := 0, 0
	perSystem(t, 100, func(t *testing.T, seed uint64, rng *rand.Rand, names []string) {
		s, observed := systemOf(seed)
		depth := 1 + rng.IntN(5)
		want := reachable(t, s, observed, depth)
		if len(s.Interchangeable()) > 0 {
			symmetric++
		}
		for g := range s.Goals {
			found += len(want[g])
		}
		for _, name := range names {
			for g := range s.Goals {
				fresh, _ := systemOf(seed) // symbols of encodings differ in their sorts
				got, err := solutions(fresh, observed, g, depth, all[name])
				if err != nil || !maps.Equal(got, want[g]) {
					t.Fatalf("seed %d, depth %d, goal %d, %s: values %v, want %v (%v)", seed, depth, g, name,
						got, want[g], err)
				}
			}
		}
	})
	t.Logf("%d values, %d systems with interchangeable processes", found, symmetric)
}
