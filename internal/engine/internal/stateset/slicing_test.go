package stateset

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestJoinClasses compares the groups of two random divisions with reachability: two slots are in one group
// if steps within classes of either division lead from one to the other.
func TestJoinClasses(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		n := 1 + r.IntN(8)
		a, b := make([]int32, n), make([]int32, n)
		for i := range n {
			a[i], b[i] = r.Int32N(5), r.Int32N(5)
		}
		near := make([][]bool, n)
		for i := range near {
			near[i] = make([]bool, n)
			for j := range near[i] {
				near[i][j] = a[i] == a[j] || b[i] == b[j]
			}
		}
		for k := range n {
			for i := range n {
				for j := range n {
					near[i][j] = near[i][j] || near[i][k] && near[k][j]
				}
			}
		}
		groups := joinClasses(a, b)
		seen, last := 0, int32(-1)
		for _, g := range groups {
			if g[0] <= last || !slices.IsSorted(g) {
				t.Fatalf("%v, %v: the groups %v are not in the order of their slots", a, b, groups)
			}
			last, seen = g[0], seen+len(g)
			for j := range n {
				if near[g[0]][j] != slices.Contains(g, int32(j)) {
					t.Fatalf("%v, %v: groups %v", a, b, groups)
				}
			}
		}
		if seen != n {
			t.Fatalf("%v, %v: %d slots in %v", a, b, seen, groups)
		}
	}
}
