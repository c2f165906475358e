package absint

import (
	"testing"

	"whittle.dev/term"
)

// TestConnectives compares conjunctions and disjunctions of all sets of Bools with their elements.
func TestConnectives(t *testing.T) {
	sets := []Strided{Single(1, 0), Single(1, 1), Everything(1)}
	for _, op := range []term.Op{term.OpAnd, term.OpOr} {
		for _, a := range sets {
			for _, b := range sets {
				for _, c := range sets {
					got := Apply(op, 1, 0, a, b, c)
					var seen [2]bool
					for _, x := range a.elements() {
						for _, y := range b.elements() {
							for _, z := range c.elements() {
								v := x & y & z
								if op == term.OpOr {
									v = x | y | z
								}
								seen[v] = true
							}
						}
					}
					if got.Has(0) != seen[0] || got.Has(1) != seen[1] {
						t.Errorf("%v of %v, %v and %v: got %v", op, a, b, c, got)
					}
				}
			}
		}
	}
}
