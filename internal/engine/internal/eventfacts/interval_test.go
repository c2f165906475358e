package eventfacts

import (
	"math/rand"
	"testing"

	"whittle.dev/internal/engine/internal/box"
	"whittle.dev/internal/testing/testflag"
)

// testWidth is the width of the intervals of which tests look at all members.
const testWidth = 4

// randomInterval is an unsigned range, or what it has in common with a signed one; it may have no member.
func randomInterval(r *rand.Rand) box.Box {
	const w = testWidth
	a, b := r.Uint64()&15, r.Uint64()&15
	u := box.Unsigned(w, min(a, b), max(a, b))
	c, d := box.AsSigned(w, r.Uint64()), box.AsSigned(w, r.Uint64())
	if r.Intn(2) == 0 {
		return u
	}
	return u.Meet(w, box.Signed(w, min(c, d), max(c, d)))
}

// hasMember reports whether a value of w bits is in an interval.
func hasMember(x box.Box, w int, v uint64) bool {
	return !x.Empty && x.Low <= v && v <= x.High && x.Min <= box.AsSigned(w, v) && box.AsSigned(w, v) <= x.Max
}

// TestIntervals compares what two intervals have in common, what either has, and what one has beside the
// other, with the sets of their members. The first is exact, the others may have more members.
func TestIntervals(t *testing.T) {
	const w = testWidth
	r := rand.New(rand.NewSource(3))
	for range testflag.Times(2000) {
		x, y := randomInterval(r), randomInterval(r)
		meet, hull, without := x.Meet(w, y), x.Hull(y), x.Without(w, y)
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
