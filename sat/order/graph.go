package order

import (
	"slices"

	"whittle.dev/sat"
)

// graph holds the active edges and a topological order of all nodes, which is repaired when an edge runs
// against it (Pearce and Kelly, "A dynamic topological sort algorithm for directed acyclic graphs", JEA
// 2006). Removing edges keeps the order valid, so backtracking costs nothing but popping, and the order works
// like a saved phase: edges that come back fit at once.
type graph struct {
	active []activeEdge // in the order of activation
	out    [][]int32    // by node: indices of active edges that leave it
	in     [][]int32    // by node: indices of active edges that enter it
	ord    []int32      // by node: its place in the order, a permutation
	sorted bool         // ord agrees with the active edges

	fwd, bwd []Node // the region found by the last repair
	mark     []uint32
	stamp    uint32
	slots    []int32
}

// activeEdge is an edge of the graph with the literals that make it so: none
// of a fixed edge, two of a derived one.
type activeEdge struct {
	from, to Node
	l1, l2   sat.Lit
}

func (g *graph) add() Node {
	n := Node(len(g.ord))
	g.out = append(g.out, nil)
	g.in = append(g.in, nil)
	g.ord = append(g.ord, int32(n))
	g.mark = append(g.mark, 0)
	return n
}

// sort makes the order agree with the active edges, if it does not (Kahn,
// "Topological sorting of large networks", CACM 1962).
func (g *graph) sort() {
	if g.sorted {
		return
	}
	g.sorted = true
	missing := make([]int32, len(g.ord))
	queue := make([]Node, 0, len(g.ord))
	for n := range g.ord {
		if missing[n] = int32(len(g.in[n])); missing[n] == 0 {
			queue = append(queue, Node(n))
		}
	}
	for i := 0; i < len(queue); i++ {
		g.ord[queue[i]] = int32(i)
		for _, e := range g.out[queue[i]] {
			to := g.active[e].to
			if missing[to]--; missing[to] == 0 {
				queue = append(queue, to)
			}
		}
	}
}

// push adds an edge that closes no cycle.
func (g *graph) push(e activeEdge) {
	i := int32(len(g.active))
	g.active = append(g.active, e)
	g.out[e.from] = append(g.out[e.from], i)
	g.in[e.to] = append(g.in[e.to], i)
}

// pop removes the latest edges down to the given number.
func (g *graph) pop(height int) {
	for i := len(g.active) - 1; i >= height; i-- {
		e := &g.active[i]
		o, in := g.out[e.from], g.in[e.to]
		g.out[e.from] = o[:len(o)-1]
		g.in[e.to] = in[:len(in)-1]
	}
	g.active = g.active[:height]
}

// fits makes the order agree with a new edge from a to b, two nodes. It
// returns false, and leaves the order as it was, if the edge closes a cycle.
func (g *graph) fits(a, b Node) (ok, moved bool) {
	lower, upper := g.ord[b], g.ord[a]
	if upper < lower {
		return true, false
	}
	// Forward from b up to a's place.
	g.nextStamp()
	g.fwd = append(g.fwd[:0], b)
	g.mark[b] = g.stamp
	for i := 0; i < len(g.fwd); i++ {
		for _, e := range g.out[g.fwd[i]] {
			n := g.active[e].to
			if n == a {
				return false, false
			}
			if g.mark[n] != g.stamp && g.ord[n] < upper {
				g.mark[n] = g.stamp
				g.fwd = append(g.fwd, n)
			}
		}
	}
	// Backward from a down to b's place. It cannot meet the others.
	g.bwd = append(g.bwd[:0], a)
	g.mark[a] = g.stamp
	for i := 0; i < len(g.bwd); i++ {
		for _, e := range g.in[g.bwd[i]] {
			n := g.active[e].from
			if g.mark[n] != g.stamp && g.ord[n] > lower {
				g.mark[n] = g.stamp
				g.bwd = append(g.bwd, n)
			}
		}
	}
	g.reorder()
	return true, true
}

// reorder puts the nodes of bwd before those of fwd, on the places that they
// have together, each group in its old order.
func (g *graph) reorder() {
	byOrd := func(x, y Node) int { return int(g.ord[x]) - int(g.ord[y]) }
	slices.SortFunc(g.fwd, byOrd)
	slices.SortFunc(g.bwd, byOrd)
	g.slots = g.slots[:0]
	i, j := 0, 0
	for i < len(g.bwd) || j < len(g.fwd) {
		if j == len(g.fwd) || i < len(g.bwd) && g.ord[g.bwd[i]] < g.ord[g.fwd[j]] {
			g.slots = append(g.slots, g.ord[g.bwd[i]])
			i++
		} else {
			g.slots = append(g.slots, g.ord[g.fwd[j]])
			j++
		}
	}
	for k, n := range g.bwd {
		g.ord[n] = g.slots[k]
	}
	for k, n := range g.fwd {
		g.ord[n] = g.slots[len(g.bwd)+k]
	}
}

func (g *graph) nextStamp() {
	g.stamp++
	if g.stamp == 0 {
		clear(g.mark)
		g.stamp = 1
	}
}
