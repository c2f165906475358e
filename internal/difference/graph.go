package difference

// Node is an integer unknown.
type Node int32

// edge says to - from <= weight.
type edge struct {
	from, to Node
	weight   int64
	tag      int32 // the caller's
}

// Graph holds edges that come and go like a stack, and potentials: a solution of all of them.
type Graph struct {
	pi     []int64   // potentials: for each active edge pi[to] - pi[from] <= weight
	out    [][]int32 // by node: active edges that leave it, oldest first
	in     [][]int32 // by node: active edges that enter it, oldest first
	active []edge    // the stack

	// Of the search for new potentials.
	heap    frontier
	parent  []int32 // by node in the heap or settled: the edge that lowers it; -1 is the new edge
	settled []uint32
	epoch   uint32
	undo    []lowered
	cycle   []int32
}

// lowered is a potential before it was lowered.
type lowered struct {
	node Node
	pi   int64
}

// lowest bounds potentials: below it they are computed anew, see rebase.
const lowest = -1 << 61

// Node adds a node.
func (g *Graph) Node() Node {
	n := Node(len(g.pi))
	g.pi = append(g.pi, 0)
	g.out, g.in = append(g.out, nil), append(g.in, nil)
	g.parent, g.settled = append(g.parent, 0), append(g.settled, 0)
	g.heap.add()
	return n
}

// Len is the number of nodes.
func (g *Graph) Len() int { return len(g.pi) }

// Height is the number of active edges.
func (g *Graph) Height() int { return len(g.active) }

// Value returns the value of a node in a solution of the active edges.
func (g *Graph) Value(n Node) int64 { return g.pi[n] }

// Add adds to - from <= weight. If that has no solution it returns false, with the tags of the other edges of
// a negative cycle, each once, which stay valid until the next call; the graph is then unchanged.
func (g *Graph) Add(from, to Node, weight int64, tag int32) (cycle []int32, ok bool) {
	if from == to {
		if weight < 0 {
			return nil, false
		}
	} else if !g.lower(from, to, weight) {
		return g.cycle, false
	}
	id := int32(len(g.active))
	g.active = append(g.active, edge{from, to, weight, tag})
	g.out[from] = append(g.out[from], id)
	g.in[to] = append(g.in[to], id)
	if g.pi[to] < lowest {
		g.rebase()
	}
	return nil, true
}

// lower changes the potentials so that the new edge holds too. It reports false, and leaves them, if there is
// a negative cycle.
func (g *Graph) lower(from, to Node, weight int64) bool {
	sink := g.pi[from] + weight - g.pi[to]
	if sink >= 0 {
		return true
	}
	g.epoch++
	g.undo = g.undo[:0]
	g.heap.clear()
	g.heap.lower(to, sink)
	g.parent[to] = -1
	for g.heap.len() > 0 {
		s, by := g.heap.pop()
		g.undo = append(g.undo, lowered{s, g.pi[s]})
		g.pi[s] += by
		g.settled[s] = g.epoch
		for _, id := range g.out[s] {
			e := &g.active[id]
			if g.settled[e.to] == g.epoch {
				continue
			}
			sink := g.pi[s] + e.weight - g.pi[e.to]
			if sink >= 0 || !g.heap.lower(e.to, sink) {
				continue
			}
			g.parent[e.to] = id
			if e.to == from {
				g.close(from)
				return false
			}
		}
	}
	return true
}

// close collects the cycle of the edges that lower from, and takes the new potentials back.
func (g *Graph) close(from Node) {
	g.cycle = g.cycle[:0]
	for id := g.parent[from]; id >= 0; id = g.parent[g.active[id].from] {
		g.cycle = append(g.cycle, g.active[id].tag)
	}
	for _, u := range g.undo {
		g.pi[u.node] = u.pi
	}
}

// Pop removes the newest edges until height are left.
func (g *Graph) Pop(height int) {
	for i := len(g.active) - 1; i >= height; i-- {
		e := &g.active[i]
		g.out[e.from] = g.out[e.from][:len(g.out[e.from])-1]
		g.in[e.to] = g.in[e.to][:len(g.in[e.to])-1]
	}
	g.active = g.active[:height]
}

// rebase computes potentials from zero, because they sink a little with each edge that comes and goes.
func (g *Graph) rebase() {
	clear(g.pi)
	for changed := true; changed; {
		changed = false
		for i := range g.active {
			e := &g.active[i]
			if p := g.pi[e.from] + e.weight; p < g.pi[e.to] {
				g.pi[e.to] = p
				changed = true
			}
		}
	}
}
