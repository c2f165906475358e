package eventfacts

import (
	"whittle.dev/internal/engine/internal/box"

	"math/rand/v2"
	"slices"
	"testing"
)

// randomPointer knows some of the low bits of six, and regions.
func randomPointer(r *rand.Rand) Pointer {
	p := Pointer{known: r.IntN(7)}
	p.low = r.Uint64() & box.Mask(p.known)
	for region := range uint64(4) {
		if r.IntN(3) == 0 {
			p.regions = append(p.regions, region)
		}
	}
	return p
}

// mayBe reports whether the low bits of a pointer allow a value.
func mayBe(p Pointer, v uint64) bool { return v&box.Mask(p.known) == p.low }

// TestJoinPointers joins random pointers: the result allows what either does, has the regions of both, and
// knows no bit more or less than both together.
func TestJoinPointers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		x, y := randomPointer(r), randomPointer(r)
		j := x.join(y)
		if !j.equal(y.join(x)) || !j.equal(j.join(x)) || !x.equal(x.join(bottom)) {
			t.Fatalf("%+v and %+v make %+v and %+v", x, y, j, y.join(x))
		}
		for v := range uint64(64) {
			if (mayBe(x, v) || mayBe(y, v)) && !mayBe(j, v) {
				t.Fatalf("%+v and %+v make %+v without %d", x, y, j, v)
			}
		}
		if n := j.known; n < 6 {
			next, both := j, false
			for _, bit := range []uint64{0, 1} {
				next.known, next.low = n+1, j.low|bit<<n
				all := true
				for v := range uint64(64) {
					all = all && (!mayBe(x, v) && !mayBe(y, v) || mayBe(next, v))
				}
				both = both || all
			}
			if both {
				t.Fatalf("%+v and %+v make %+v, although one bit more is known", x, y, j)
			}
		}
		for region := range uint64(4) {
			has := func(list []uint64) bool { return slices.Contains(list, region) }
			if has(j.regions) != (has(x.regions) || has(y.regions)) {
				t.Fatalf("%v and %v make %v", x.regions, y.regions, j.regions)
			}
		}
	}
}
