package draw

import (
	"math/rand/v2"
	"testing"
)

// TestDistance: neighbours in a layer keep their order and their distance, in each of the four layouts and in
// what they are put together to.
func TestDistance(t *testing.T) {
	for seed := range uint64(40) {
		l := &layout{g: program(rand.New(rand.NewPCG(seed, 7)), 30)}
		l.breakCycles()
		l.rank()
		l.makeChains()
		l.order()
		l.place()
		check := func(name string, xs []float64) {
			for i, layer := range l.layers {
				for k := 1; k < len(layer); k++ {
					a, b := layer[k-1], layer[k]
					if xs[b]-xs[a] < l.distance(a, b)-1e-6 {
						t.Errorf("seed %d, %s, layer %d: %g between nodes %d and %d, want %g", seed, name, i,
							xs[b]-xs[a], a, b, l.distance(a, b))
					}
				}
			}
		}
		check("all", l.x)
		marked := l.conflicts()
		for i, name := range []string{"left, from above", "left, from below", "right, from above",
			"right, from below"} {
			check(name, l.sided(i&1 == 1, i&2 == 2, marked))
		}
	}
}
