package draw

import (
	"math/rand/v2"
	"testing"
)

// TestLanes: with very many long edges the drawing stays bounded.
func TestLanes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	n := 700
	g := Graph{}
	for v := range n {
		g.Nodes = append(g.Nodes, Node{W: 50, H: 20})
		if v+1 < n {
			g.Edges = append(g.Edges, Edge{From: v, To: v + 1})
		}
		if v%3 == 0 {
			g.Edges = append(g.Edges, Edge{From: v, To: n - 1}, Edge{From: v, To: r.IntN(v + 1)})
		}
	}
	d := Layout(g)
	check(t, g, d)
	if d.Width > 20000 {
		t.Errorf("the drawing is %g wide", d.Width)
	}
}
