package switches

import (
	"slices"
	"testing"
)

// TestPairwise counts the pairs in the rows.
func TestPairwise(t *testing.T) {
	for _, tt := range []struct {
		levels []int
		most   int // rows
	}{
		{nil, 1},
		{[]int{4}, 1}, // one factor has no pairs
		{[]int{2, 2}, 4},
		{[]int{3, 2}, 6},
		{[]int{2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, 12},
		{[]int{3, 3, 3, 2, 2, 2, 2, 2, 2}, 14},
		{[]int{4, 3, 3, 2, 1, 2, 2, 2, 2, 2}, 18},
	} {
		rows := pairwise(tt.levels)
		if len(rows) > tt.most {
			t.Errorf("%v: %d rows, want at most %d", tt.levels, len(rows), tt.most)
		}
		for f, row := range rows[0] {
			if row != 0 {
				t.Errorf("%v: the first row has level %d of factor %d", tt.levels, row, f)
			}
		}
		seen := map[[4]int]bool{}
		for _, row := range rows {
			for f := range row {
				if row[f] < 0 || row[f] >= tt.levels[f] {
					t.Errorf("%v: level %d of factor %d", tt.levels, row[f], f)
				}
				for g := range f {
					seen[[4]int{g, row[g], f, row[f]}] = true
				}
			}
		}
		want := 0
		for f := range tt.levels {
			for g := range f {
				want += tt.levels[f] * tt.levels[g]
			}
		}
		if len(seen) != want {
			t.Errorf("%v: %d pairs, want %d", tt.levels, len(seen), want)
		}
		if again := pairwise(tt.levels); !slices.EqualFunc(rows, again, slices.Equal) {
			t.Errorf("%v: the rows differ from run to run", tt.levels)
		}
	}
}
