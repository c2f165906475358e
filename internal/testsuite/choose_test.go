package testsuite

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// TestSmallest compares smallest sets of tests with those that trying all sets finds.
func TestSmallest(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n, elements := 1+rng.IntN(9), 1+rng.IntN(8)
		c := &covering{takes: make([][]int, n), steps: make([]int64, n), budget: coveringBudget}
		masks, all := make([]uint, n), uint(0)
		for i := range n {
			for e := range elements {
				if rng.IntN(3) == 0 {
					c.takes[i] = append(c.takes[i], e)
					masks[i] |= 1 << e
				}
			}
			all |= masks[i]
		}
		least := n
		for set := range uint(1) << n {
			union := uint(0)
			for i := range n {
				if set>>i&1 == 1 {
					union |= masks[i]
				}
			}
			if union == all {
				least = min(least, bits.OnesCount(set))
			}
		}
		got, union := c.smallest(), uint(0)
		for _, i := range got {
			union |= masks[i]
		}
		if union != all || len(got) != least {
			t.Fatalf("%b: %v, want %d sets", masks, got, least)
		}
	}
}
