package order

import (
	"math/rand"
	"testing"
)

// acyclic is the plain check: depth-first search for a back edge.
func acyclic(n int, edges []activeEdge) bool {
	out := make([][]Node, n)
	for _, e := range edges {
		out[e.from] = append(out[e.from], e.to)
	}
	state := make([]int8, n)
	var visit func(Node) bool
	visit = func(x Node) bool {
		state[x] = 1
		for _, y := range out[x] {
			if state[y] == 1 || state[y] == 0 && !visit(y) {
				return false
			}
		}
		state[x] = 2
		return true
	}
	for x := range n {
		if state[x] == 0 && !visit(Node(x)) {
			return false
		}
	}
	return true
}

// TestGraphAgainstSearch activates and pops random edges and compares each
// answer with a depth-first search; the order must agree with all edges.
func TestGraphAgainstSearch(t *testing.T) {
	rounds := 200
	if testing.Short() {
		rounds = 20
	}
	for seed := range rounds {
		r := rand.New(rand.NewSource(int64(seed)))
		n := 2 + r.Intn(25)
		var g graph
		for range n {
			g.add()
		}
		for range 1000 {
			if r.Intn(8) == 0 {
				g.pop(r.Intn(len(g.active) + 1))
				continue
			}
			a, b := Node(r.Intn(n)), Node(r.Intn(n))
			if a == b {
				continue
			}
			e := activeEdge{from: a, to: b}
			want := acyclic(n, append(g.active[:len(g.active):len(g.active)], e))
			got, _ := g.fits(a, b)
			if got != want {
				t.Fatalf("seed %d: edge %d -> %d fits: %v, want %v", seed, a, b, got, want)
			}
			if got {
				g.push(e)
			}
			for _, e := range g.active {
				if g.ord[e.from] >= g.ord[e.to] {
					t.Fatalf("seed %d: order breaks %d -> %d", seed, e.from, e.to)
				}
			}
		}
	}
}

// BenchmarkGraph inserts and pops edges in a graph of four long chains.
func BenchmarkGraph(b *testing.B) {
	const chains, length = 4, 500
	var g graph
	for c := range chains {
		for i := range length {
			n := g.add()
			if i > 0 {
				g.push(activeEdge{from: n - 1, to: n})
			}
			_ = c
		}
	}
	fixed := len(g.active)
	r := rand.New(rand.NewSource(1))
	b.ReportAllocs()
	for b.Loop() {
		if len(g.active) > fixed+2000 {
			g.pop(fixed + r.Intn(2000))
		}
		x, y := Node(r.Intn(chains*length)), Node(r.Intn(chains*length))
		if x == y {
			continue
		}
		if ok, _ := g.fits(x, y); ok {
			g.push(activeEdge{from: x, to: y})
		}
	}
}
