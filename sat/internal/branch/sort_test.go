package branch

import (
	"math/rand"
	"slices"
	"testing"
)

func TestSortKeys(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	var spare []uint64
	for _, n := range []int{0, 1, 10, radixFrom - 1, radixFrom, 5000} {
		for _, top := range []int{1 << 8, 1 << 13, 1 << 31} {
			if n > top {
				continue
			}
			var keys []uint64
			seen := map[uint64]bool{}
			for len(keys) < n {
				if k := uint64(r.Intn(top)); !seen[k] {
					seen[k] = true
					keys = append(keys, k<<32|uint64(len(keys)))
				}
			}
			want := slices.Clone(keys)
			slices.Sort(want)
			keys, spare = SortKeys(keys, spare)
			if !slices.Equal(keys, want) {
				t.Errorf("%d keys below %d are not sorted", n, top)
			}
		}
	}
}
