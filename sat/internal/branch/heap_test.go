package branch

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestHeap takes variables out after random bumps, in the order of their scores.
func TestHeap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		var h Heap
		h.Reuse(&Heap{})
		n := uint32(1 + r.IntN(60))
		var vars []uint32
		for v := uint32(1); v <= n; v++ {
			h.Add(v)
			vars = append(vars, v)
		}
		for range 200 {
			h.Bump(1+r.Uint32N(n), 1)
			if r.IntN(3) == 0 {
				h.Decay()
			}
			if r.IntN(50) == 0 {
				h.rescale()
			}
		}
		h.Set(n, 0)
		gone := 1 + r.Uint32N(n)
		h.Drop(func(v uint32) bool { return v == gone })
		if h.Has(gone) {
			t.Fatalf("%d is still there", gone)
		}
		h.Put(gone)
		slices.SortFunc(vars, func(a, b uint32) int {
			return cmp.Or(-cmp.Compare(h.score[a], h.score[b]), cmp.Compare(a, b))
		})
		for _, want := range vars {
			if got := h.Pop(); got != want {
				t.Fatalf("got %d, want %d", got, want)
			}
		}
		if !h.Empty() {
			t.Fatal("more than all variables")
		}
	}
}
