package draw

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSpread: the ports of a side have different places within it, in the order of what they lead to.
func TestSpread(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for range 500 {
		width := 20 + 200*r.Float64()
		const middle = 300
		at := make([]float64, 1+r.IntN(9))
		list := make([]port, len(at))
		for i := range list {
			list[i] = port{at: &at[i], other: 600 * r.Float64(), around: r.IntN(4) == 0}
		}
		spread(list, middle, width)
		for i, p := range list {
			if *p.at < middle-width/2 || *p.at > middle+width/2 {
				t.Fatalf("port %d of %d at %g is outside of %g around %d", i, len(list), *p.at, width, middle)
			}
			if i == 0 {
				continue
			}
			if q := list[i-1]; *q.at >= *p.at || !p.around && !q.around && q.other > p.other {
				t.Fatalf("ports %d and %d are at %g and %g", i-1, i, *q.at, *p.at)
			}
		}
		straight := slices.DeleteFunc(list, func(p port) bool { return p.around })
		if n := len(straight); n%2 == 1 && *straight[n/2].at != middle {
			t.Fatalf("the middle one of %d is at %g", n, *straight[n/2].at)
		}
	}
}
