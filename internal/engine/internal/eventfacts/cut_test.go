package eventfacts

import (
	"testing"

	"whittle.dev/internal/engine/internal/box"
)

// TestOverlap compares what is said of two accesses whose low bits are known with all addresses of eight bits
// that they may have: whether they can share bytes, and if so only all of them.
func TestOverlap(t *testing.T) {
	const width = 8
	var kinds []kind
	for known := range 4 {
		for low := range uint64(1) << known {
			for _, size := range []int{1, 2, 4} {
				kinds = append(kinds, kind{low, known, size})
			}
		}
	}
	addresses := func(k kind) (out []uint64) {
		for a := uint64(16); a < 1<<width-16; a++ { // no access goes around the end of memory
			if a&box.Mask(k.known) == k.konst {
				out = append(out, a)
			}
		}
		return out
	}
	for _, x := range kinds {
		for _, y := range kinds {
			share, partly := false, false
			for _, a := range addresses(x) {
				for _, b := range addresses(y) {
					if a < b+uint64(y.size) && b < a+uint64(x.size) {
						share = true
						partly = partly || a != b || x.size != y.size
					}
				}
			}
			meet, whole := overlap(x, y)
			if share && !meet || partly && whole {
				t.Errorf("%+v and %+v: share bytes %t, some %t; said to meet %t, whole %t", x, y, share,
					partly, meet, whole)
			}
			if meet && !share {
				t.Errorf("%+v and %+v never meet", x, y)
			}
		}
	}
	// Constants meet where they lie side by side or not.
	for a := range uint64(8) {
		meet, whole := overlap(kind{a, 64, 2}, kind{4, 64, 4})
		if want := a > 2; meet != want || meet && whole {
			t.Errorf("two bytes at %d and four at 4: %t, %t", a, meet, whole)
		}
	}
}
