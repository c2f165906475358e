package draw

import (
	"math/rand/v2"
	"testing"
)

// TestCrossings: the order of layers has fewer crossings than that of the search in depth, and none where
// none is needed.
func TestCrossings(t *testing.T) {
	before, after := 0, 0
	for seed := range uint64(60) {
		l := &layout{g: program(rand.New(rand.NewPCG(seed, 5)), 60)}
		l.breakCycles()
		l.rank()
		l.makeChains()
		l.firstOrder()
		b := l.crossings()
		l.order()
		if a := l.crossings(); a > b {
			t.Errorf("seed %d: %d crossings became %d", seed, b, a)
		} else {
			before, after = before+b, after+a
		}
	}
	if after*2 > before {
		t.Errorf("%d crossings became %d", before, after)
	}
	box := Node{W: 30, H: 20}
	g := Graph{Nodes: []Node{box, box, box, box, box, box},
		Edges: []Edge{{From: 0, To: 1}, {From: 0, To: 2}, {From: 1, To: 4}, {From: 2, To: 3},
			{From: 4, To: 5}, {From: 3, To: 5}, {From: 0, To: 5}}}
	l := &layout{g: g}
	l.breakCycles()
	l.rank()
	l.makeChains()
	l.order()
	if n := l.crossings(); n != 0 {
		t.Errorf("%d crossings in a planar drawing", n)
	}
}
