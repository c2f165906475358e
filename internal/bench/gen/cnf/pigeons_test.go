package cnf

import (
	"context"
	"testing"

	"whittle.dev/sat"
)

// TestPigeonsFamilies compares answers of formulas with those that their definitions imply.
func TestPigeonsFamilies(t *testing.T) {
	checkFamilies(t, []family{
		{"pigeons", sat.Unsat, func() *Formula { return Pigeons(Pairwise, 6, 5) }},
		{"pigeons with room", sat.Sat, func() *Formula { return Pigeons(Binary, 6, 6) }},
		{"pigeons, sequential", sat.Unsat, func() *Formula { return Pigeons(Sequential, 6, 5) }},
		{"pigeons, product", sat.Unsat, func() *Formula { return Pigeons(Product, 6, 5) }},
		{"chessboard", sat.Unsat, func() *Formula { return Chessboard(Pairwise, 6) }},
		{"clique", sat.Unsat, func() *Formula { return CliqueColouring(6, 4) }},
	})
}

func TestAtMostOne(t *testing.T) {
	for e := Pairwise; e <= Product; e++ {
		for n := 1; n <= 11; n++ {
			f := &Formula{}
			lits := f.Vars(n)
			f.AtMostOne(e, lits)
			s := load(f)
			count := 0
			for s.Solve(context.Background()) == sat.Sat {
				count++
				block := make([]sat.Lit, n)
				for i, l := range lits {
					block[i] = l
					if s.Value(l) {
						block[i] = l.Not()
					}
				}
				s.AddClause(block...)
			}
			if count != n+1 {
				t.Errorf("%v of %d: %d assignments, want %d", e, n, count, n+1)
			}
		}
	}
}
