package walk

import (
	"math/rand"
	"testing"
)

// TestCounts recomputes what a walker keeps up to date after random flips.
func TestCounts(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for round := range 20 {
		const vars = 40
		phases := make([]int8, vars+1)
		for v := range phases {
			phases[v] = int8(1 - 2*r.Intn(2))
		}
		w := New(phases, 1, 0)
		for i := range 180 {
			for range 2 + i%2 {
				w.Literal(uint32(2 + r.Intn(2*vars)))
			}
			w.EndClause()
		}
		w.Literal(2)
		w.DropClause()
		w.Run(200)
		breaks := make([]int32, len(w.breaks))
		broken, least := 0, 0
		for c := range w.ntrue {
			n, m := int32(0), 0
			crit := uint32(0)
			for _, l := range w.clause(int32(c)) {
				if w.vals[l] > 0 {
					n++
					crit = l
				}
				if (w.best[l>>1] > 0) == (l&1 == 0) {
					m++
				}
			}
			if n == 1 {
				breaks[crit>>1]++
			}
			if n == 0 {
				broken++
				if w.broken[w.place[c]] != int32(c) {
					t.Fatalf("round %d: clause %d has lost its place", round, c)
				}
			}
			if m == 0 {
				least++
			}
			if n != w.ntrue[c] {
				t.Fatalf("round %d: clause %d has %d true literals, counted %d", round, c, n, w.ntrue[c])
			}
		}
		if broken != len(w.broken) || least != w.least {
			t.Errorf("round %d: %d false clauses, %d in the best assignment; counted %d and %d", round,
				broken, least, len(w.broken), w.least)
		}
		for v := range breaks {
			if breaks[v] != w.breaks[v] {
				t.Errorf("round %d: variable %d breaks %d, counted %d", round, v, breaks[v], w.breaks[v])
			}
		}
	}
}
