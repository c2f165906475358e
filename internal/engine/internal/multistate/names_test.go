package multistate

import (
	"math/rand"
	"testing"
)

// TestPlaceNames names the places of random states: one name for each value of the view, all different.
func TestPlaceNames(t *testing.T) {
	for seed := range int64(20) {
		x, st := someState(t, rand.New(rand.NewSource(seed)))
		read(x, st, 2, 3, 2) // undefined content gets a place
		names, seen := st.PlaceNames(), map[string]bool{}
		for _, name := range names {
			if seen[name] {
				t.Errorf("seed %d: two places are named %s", seed, name)
			}
			seen[name] = true
		}
		if n := len(st.View().Values); len(names) != n || n == 0 {
			t.Errorf("seed %d: %d names of %d places", seed, len(names), n)
		}
	}
}
