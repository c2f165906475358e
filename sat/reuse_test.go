package sat

import (
	"context"
	"math/rand/v2"
	"testing"
)

// TestNewFrom solves random formulas in fresh memory and in used memory: every
// answer, and the work that it took, is the same.
func TestNewFrom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	used := New(Config{})
	for i := range 300 {
		cfg := Config{rush: i%2 == 0, Phase: i%3 == 0}
		used = NewFrom(cfg, used)
		fresh := New(cfg)
		n := 5 + r.IntN(60)
		for range n {
			used.NewVar()
			fresh.NewVar()
		}
		for round := range 1 + r.IntN(3) {
			for range n * (42 + 4*round) / 10 / (round + 1) {
				var c []Lit
				for range 2 + r.IntN(2) {
					c = append(c, MkLit(Var(1+r.IntN(n)), r.IntN(2) == 0))
				}
				used.AddClause(c...)
				fresh.AddClause(c...)
			}
			a := MkLit(Var(1+r.IntN(n)), r.IntN(2) == 0)
			got, want := used.Solve(context.Background(), a), fresh.Solve(context.Background(), a)
			if got != want || used.Statistics() != fresh.Statistics() {
				t.Fatalf("problem %d: %v and %v, want %v and %v", i, got, used.Statistics(), want,
					fresh.Statistics())
			}
		}
	}
}
