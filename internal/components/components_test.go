package components_test

import (
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/components"
)

// TestOf compares with reachability on random graphs.
func TestOf(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n := 1 + r.IntN(9)
		edges := make([][]int, n)
		for range r.IntN(2 * n) {
			v := r.IntN(n)
			edges[v] = append(edges[v], r.IntN(n))
		}
		of, count := components.Of(n, func(v, i int) (int, bool) {
			if i == len(edges[v]) {
				return 0, false
			}
			return edges[v][i], true
		})
		reach := make([][]bool, n)
		for v := range n {
			reach[v] = make([]bool, n)
			work := []int{v}
			for reach[v][v] = true; len(work) > 0; {
				x := work[len(work)-1]
				work = work[:len(work)-1]
				for _, w := range edges[x] {
					if !reach[v][w] {
						reach[v][w], work = true, append(work, w)
					}
				}
			}
		}
		for v := range n {
			for w := range n {
				if same := reach[v][w] && reach[w][v]; same != (of[v] == of[w]) {
					t.Fatalf("%v: %d and %d in components %v", edges, v, w, of)
				}
				if reach[v][w] && of[w] > of[v] || of[v] >= count {
					t.Fatalf("%v: component %d leads to %d of %d", edges, of[v], of[w], count)
				}
			}
		}
	}
}
