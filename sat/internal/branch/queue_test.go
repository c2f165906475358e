package branch

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestQueue compares random moves with a list, and the times with their order.
func TestQueue(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var q Queue
	q.Reuse(&Queue{})
	var want []uint32
	for v := uint32(1); v <= 20; v++ {
		q.Add(v)
		want = append(want, v)
	}
	for step := range 500 {
		v := want[r.IntN(len(want))]
		i := slices.Index(want, v)
		want = append(slices.Delete(want, i, i+1), v)
		if r.IntN(2) == 0 {
			q.Bump(v)
		} else {
			q.Remove(v)
			q.Enqueue(v)
		}
		q.Released(v)
		if r.IntN(100) == 0 {
			q.renumber()
		}
		var got []uint32
		for x := q.last; x != 0; x = q.Prev(x) {
			got = append(got, x)
			if p := q.Prev(x); p != 0 && q.Stamp(p) >= q.Stamp(x) {
				t.Fatalf("step %d: %d moved after %d, which it precedes", step, p, x)
			}
		}
		slices.Reverse(got)
		if !slices.Equal(got, want) {
			t.Fatalf("step %d: %v, want %v", step, got, want)
		}
	}
}
