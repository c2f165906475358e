package sat

import (
	"context"
	"math/rand"
	"testing"
)

// TestWalkerCounts recomputes what a walker keeps up to date after random
// flips.
func TestWalkerCounts(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for round := range 20 {
		s := New(Config{})
		load(s, randomCNF(r, 40, 150, 3))
		load(s, randomCNF(r, 40, 30, 2))
		s.reset()
		if !s.propagateRoot() {
			continue
		}
		w := s.newWalker(0)
		for range 200 {
			if len(w.broken) == 0 {
				break
			}
			w.flip(w.pick())
			if len(w.broken) < w.least {
				w.improve()
			}
		}
		breaks := make([]int32, len(w.breaks))
		broken, least := 0, 0
		for c := range w.ntrue {
			n, m := int32(0), 0
			crit := Lit(0)
			for _, l := range w.clause(int32(c)) {
				if w.vals[l] > 0 {
					n++
					crit = l
				}
				if (w.best[l>>1] == True) != l.Negated() {
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

// TestWalkFinds makes sure that local search finds models of large easy
// formulas, and that the search then takes them over without a conflict.
func TestWalkFinds(t *testing.T) {
	s := New(Config{})
	load(s, randomCNF(rand.New(rand.NewSource(2)), 2000, 7000, 3))
	s.ticks = 1 << 26
	s.walk()
	if s.stats.Walks != 1 {
		t.Fatal("no local search")
	}
	if got := s.Solve(context.Background()); got != Sat {
		t.Fatal(got)
	}
	if n := s.Statistics().Conflicts; n != 0 {
		t.Errorf("%d conflicts", n)
	}
}
