package eventfacts

import (
	"math/rand"
	"testing"

	"whittle.dev/internal/testing/testflag"
)

// testWidth is the width of the intervals of which tests look at all members.
const testWidth = 4

// randomInterval is an unsigned range, or what it has in common with a signed one; it may have no member.
func randomInterval(r *rand.Rand) interval {
	const w = testWidth
	a, b := r.Uint64()&15, r.Uint64()&15
	u := unsignedRange(w, min(a, b), max(a, b))
	c, d := signed(w, r.Uint64()), signed(w, r.Uint64())
	if r.Intn(2) == 0 {
		return u
	}
	return u.meet(w, signedRange(w, min(c, d), max(c, d)))
}

// hasMember reports whether a value of w bits is in an interval.
func hasMember(x interval, w int, v uint64) bool {
	return !x.none && x.ulo <= v && v <= x.uhi && x.slo <= signed(w, v) && signed(w, v) <= x.shi
}

// TestIntervals compares what two intervals have in common, what either has, and what one has beside the
// other, with the sets of their members. The first is exact, the others may have more members.
func TestIntervals(t *testing.T) {
	const w = testWidth
	r := rand.New(rand.NewSource(3))
	for range testflag.Times(2000) {
		x, y := randomInterval(r), randomInterval(r)
		meet, hull, without := x.meet(w, y), x.hull(y), x.without(w, y)
		for v := range uint64(1) << w {
			a, b := hasMember(x, w, v), hasMember(y, w, v)
			if hasMember(meet, w, v) != (a && b) || (a || b) && !hasMember(hull, w, v) ||
				a && !b && !hasMember(without, w, v) || hasMember(without, w, v) && !a {
				t.Fatalf("%+v and %+v: %d is in the first: %t, in the second: %t, but in common are %+v, in "+
					"either %+v, beside the second %+v", x, y, v, a, b, meet, hull, without)
			}
		}
	}
}
