package smt

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// TestHitting compares smallest hitting sets with the enumeration of all sets.
func TestHitting(t *testing.T) {
	for i := range 200 {
		r := rand.New(rand.NewPCG(5, uint64(i)))
		n := 1 + r.IntN(8)
		h := newHitting(n)
		var masks []uint
		for range 1 + r.IntN(7) {
			mask := uint(1 + r.IntN(1<<n-1))
			masks = append(masks, mask)
			var set []int
			for x := range n {
				if mask>>x&1 != 0 {
					set = append(set, x)
				}
			}
			h.add(set)
		}
		hits := func(choice uint) bool {
			for _, m := range masks {
				if m&choice == 0 {
					return false
				}
			}
			return true
		}
		best := n
		for choice := range uint(1) << n {
			if hits(choice) {
				best = min(best, bits.OnesCount(choice))
			}
		}
		set, ok := h.smallest(context.Background(), 1, n+1)
		choice := uint(0)
		for _, x := range set {
			choice |= 1 << x
		}
		if !ok || len(set) != best || !hits(choice) {
			t.Fatalf("case %d: %v, want %d numbers", i, set, best)
		}
	}
}
