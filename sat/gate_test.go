package sat

import "testing"

// TestGates finds the definitions of variable 1, and none where a clause is missing.
func TestGates(t *testing.T) {
	for _, c := range []struct {
		name    string
		clauses [][]int
	}{
		{"and", [][]int{{1, -2, -3}, {-1, 2}, {-1, 3}}},
		{"or", [][]int{{-1, 2, 3}, {1, -2}, {1, -3}}},
		{"equal", [][]int{{1, -2}, {-1, 2}}},
		{"xor", [][]int{{-1, 2, 3}, {-1, -2, -3}, {1, -2, 3}, {1, 2, -3}}},
		{"ite", [][]int{{-1, -2, 3}, {1, -2, -3}, {-1, 2, 4}, {1, 2, -4}}},
	} {
		for missing := -1; missing < len(c.clauses); missing++ {
			s := New(Config{})
			f := cnf{vars: 4}
			for i, cl := range c.clauses {
				if i != missing {
					f.clauses = append(f.clauses, cl)
				}
			}
			load(s, f)
			d := enterDense(&s.core, &s.ext, 1<<20)
			g := gateFinder{d: d}
			v := Var(1)
			if got := g.find(v, d.occ[v.Pos()], d.occ[v.Neg()]); got != (missing < 0) {
				t.Errorf("%s without clause %d: %v", c.name, missing, got)
			}
		}
	}
}
