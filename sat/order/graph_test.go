package order

import (
	"math/rand"
	"testing"

	"whittle.dev/sat"
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

// TestCheapestPath compares the length of explanations with the one found by
// relaxing all edges again and again.
func TestCheapestPath(t *testing.T) {
	for seed := range int64(300) {
		r := rand.New(rand.NewSource(seed))
		s := sat.New(sat.Config{})
		o := New(s)
		n := 3 + r.Intn(12)
		for range n {
			o.Node()
		}
		for range 40 {
			e := activeEdge{from: Node(r.Intn(n)), to: Node(r.Intn(n))}
			if k := r.Intn(3); k > 0 {
				// A literal of its own for each edge, so that costs add up.
				e.l1 = s.NewVar().Pos()
				if k == 2 {
					e.l2 = s.NewVar().Pos()
				}
			}
			if e.from == e.to {
				continue
			}
			if ok, _ := o.graph.fits(e.from, e.to); ok {
				o.graph.push(e)
			}
		}
		height := r.Intn(len(o.graph.active) + 1)
		const far = 1 << 20
		for a := range Node(n) {
			dist := make([]int, n)
			for i := range dist {
				dist[i] = far
			}
			dist[a] = 0
			for range n {
				for _, e := range o.graph.active[:height] {
					dist[e.to] = min(dist[e.to], dist[e.from]+int(o.cost(e.l1)+o.cost(e.l2)))
				}
			}
			for b := range Node(n) {
				path, ok := o.appendPath(nil, a, b, height)
				if ok != (dist[b] < far) || ok && len(path) != dist[b] {
					t.Fatalf("seed %d: path %d to %d: %v %v, want %d literals", seed, a, b, path, ok, dist[b])
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

// TestClosureAgainstSearch does the same with the closure: 200,000 activations and backtracks over random
// chains of fixed edges. Answers and reachability must be those of a depth-first search.
func TestClosureAgainstSearch(t *testing.T) {
	rounds := 200
	if testing.Short() {
		rounds = 20
	}
	for seed := range rounds {
		r := rand.New(rand.NewSource(int64(seed)))
		n := 2 + r.Intn(25)
		s := sat.New(sat.Config{})
		o := New(s)
		for i := range Node(n) {
			o.Node()
			if i > 0 && r.Intn(3) > 0 {
				o.Before(i-1, i)
			}
		}
		g, c := &o.graph, &o.closure
		g.sort()
		c.build(g)
		if !c.on {
			t.Fatal("no closure")
		}
		fixed := len(g.active)
		heights := []int{} // of the undo list, by active edge that is not fixed
		for range 1000 {
			if r.Intn(8) == 0 {
				to := r.Intn(len(heights) + 1)
				if to < len(heights) {
					c.restore(heights[to])
					heights = heights[:to]
				}
				g.pop(fixed + to)
			} else if a, b := Node(r.Intn(n)), Node(r.Intn(n)); a != b {
				edges := append(g.active[:len(g.active):len(g.active)], activeEdge{from: a, to: b})
				height, before := len(c.undo), len(g.active)
				want := acyclic(n, edges)
				if got := o.insert(a, b, 0, 0); got != want {
					t.Fatalf("seed %d: edge %d -> %d fits: %v, want %v", seed, a, b, got, want)
				}
				if len(g.active) > before {
					heights = append(heights, height)
				}
			}
			a, b := Node(r.Intn(n)), Node(r.Intn(n))
			if got, want := c.reaches(a, b), reachable(n, g.active, a, b); got != want {
				t.Fatalf("seed %d: %d reaches %d: %v, want %v", seed, a, b, got, want)
			}
		}
	}
}

// reachable looks for a path by depth-first search.
func reachable(n int, edges []activeEdge, a, b Node) bool {
	out := make([][]Node, n)
	for _, e := range edges {
		out[e.from] = append(out[e.from], e.to)
	}
	seen := make([]bool, n)
	var visit func(Node) bool
	visit = func(x Node) bool {
		if x == b || seen[x] {
			return x == b
		}
		seen[x] = true
		for _, y := range out[x] {
			if visit(y) {
				return true
			}
		}
		return false
	}
	return visit(a)
}
