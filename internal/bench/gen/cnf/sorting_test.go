package cnf

import (
	"testing"

	"whittle.dev/sat"
)

// TestSortingFamilies compares answers of formulas with those that their definitions imply.
func TestSortingFamilies(t *testing.T) {
	checkFamilies(t, []family{
		{"sorters", sat.Unsat, func() *Formula { return SorterMiter(OddEven, Bitonic, 4, 2) }},
		{"sorters, brick", sat.Unsat, func() *Formula { return SorterMiter(Insertion, Brick, 5, 1) }},
	})
}

// TestSorters runs the networks on all inputs of zeros and ones, which suffices for a
// network of comparators, and checks that no comparator can be left out.
func TestSorters(t *testing.T) {
	for s := Insertion; s <= Brick; s++ {
		network := s.comparators(8)
		sorts := func(without int) bool {
			for m := range 256 {
				var lines [8]int
				for i := range lines {
					lines[i] = m >> i & 1
				}
				for k, c := range network {
					if k != without && lines[c[0]] > lines[c[1]] {
						lines[c[0]], lines[c[1]] = lines[c[1]], lines[c[0]]
					}
				}
				for i := range 7 {
					if lines[i] > lines[i+1] {
						return false
					}
				}
			}
			return true
		}
		if !sorts(-1) {
			t.Errorf("%v does not sort", s)
		}
		for k := range network {
			if sorts(k) {
				t.Errorf("%v sorts without comparator %d", s, k)
			}
		}
	}
}
