package order

import "math"

// closure answers reachability in constant time and says what an edge makes newly reachable. The nodes are
// covered by chains, paths of fixed edges (one thread's program order is one); for each node the closure
// keeps, per chain, the first place that the node reaches (Jagadish, "A compression technique to materialize
// transitive closure", TODS 1990; as vector clocks do). A new edge a -> b lowers the rows of a and of those
// that reach a, as far as anything changes; backtracking restores the old values.
//
// The rows need nodes times chains words. Beyond closureLimit there is no closure: then cycles are found by
// the topological order alone and nothing is propagated.
type closure struct {
	on     bool
	limit  int     // words in rows
	chain  []int32 // by node
	index  []int32 // by node: its place in its chain
	stride int     // number of chains
	rows   []int32 // node*stride+chain: the first place reached, or never
	undo   []rowChange
	mark   []uint32 // by node
	stamp  uint32
	queue  []Node
	old    []int32 // the row of the node at hand before the change
}

// rowChange is an overwritten value.
type rowChange struct{ at, old int32 }

const (
	closureLimit = 1 << 25
	never        = math.MaxInt32
)

func (c *closure) row(n Node) []int32 {
	return c.rows[int(n)*c.stride:][:c.stride]
}

// reaches reports a path from a to b; each node reaches itself.
func (c *closure) reaches(a, b Node) bool {
	return c.rows[int(a)*c.stride+int(c.chain[b])] <= c.index[b]
}

// restore undoes the changes after the first height ones.
func (c *closure) restore(height int) {
	for i := len(c.undo) - 1; i >= height; i-- {
		c.rows[c.undo[i].at] = c.undo[i].old
	}
	c.undo = c.undo[:height]
}

// build computes the closure of the graph, which has a valid order. It is only
// possible at level 0, since what it holds is never undone.
func (c *closure) build(g *graph) {
	n := len(g.ord)
	order := make([]Node, n)
	for x, o := range g.ord {
		order[o] = Node(x)
	}
	c.cover(g, order)
	c.undo = c.undo[:0]
	c.on = n*c.stride <= c.limit
	if !c.on {
		c.rows = nil
		return
	}
	c.rows = make([]int32, n*c.stride)
	c.old = make([]int32, c.stride)
	c.mark = make([]uint32, n)
	c.stamp = 0
	for i := range c.rows {
		c.rows[i] = never
	}
	for i := n - 1; i >= 0; i-- {
		x := order[i]
		row := c.row(x)
		row[c.chain[x]] = c.index[x]
		for _, e := range g.out[x] {
			for k, v := range c.row(g.active[e].to) {
				row[k] = min(row[k], v)
			}
		}
	}
}

// cover partitions the nodes into chains, greedily in topological order: a
// node goes on the chain of a predecessor that is the last of its chain.
func (c *closure) cover(g *graph, order []Node) {
	c.chain = make([]int32, len(order))
	c.index = make([]int32, len(order))
	c.stride = 0
	var last []Node
	for _, x := range order {
		c.chain[x] = -1
		for _, e := range g.in[x] {
			if p := g.active[e].from; last[c.chain[p]] == p {
				c.chain[x] = c.chain[p]
				c.index[x] = c.index[p] + 1
				last[c.chain[x]] = x
				break
			}
		}
		if c.chain[x] < 0 {
			c.chain[x] = int32(c.stride)
			c.stride++
			last = append(last, x)
		}
	}
}

// close updates the rows for the new edge from a to b, and implies what it forbids.
func (t *Theory) close(a, b Node) {
	c, g := &t.closure, &t.graph
	c.stamp++
	if c.stamp == 0 {
		clear(c.mark)
		c.stamp = 1
	}
	from := c.row(b)
	c.queue = append(c.queue[:0], a)
	c.mark[a] = c.stamp
	for i := 0; i < len(c.queue); i++ {
		p := c.queue[i]
		row := c.row(p)
		changed := false
		for k, v := range from {
			if v >= row[k] {
				continue
			}
			if !changed {
				changed = true
				copy(c.old, row)
			}
			c.undo = append(c.undo, rowChange{int32(int(p)*c.stride + k), row[k]})
			row[k] = v
		}
		if !changed {
			continue // nor do those that reach p change
		}
		t.stats.Lowered++
		t.propagateNode(p, row)
		for _, e := range g.in[p] {
			if u := g.active[e].from; c.mark[u] != c.stamp {
				c.mark[u] = c.stamp
				c.queue = append(c.queue, u)
			}
		}
	}
}

// refresh makes the closure fit what was added since the last solve and propagates at level 0.
func (t *Theory) refresh() {
	t.dirty = false
	t.graph.sort()
	t.closure.build(&t.graph)
	t.graph.sorted = !t.closure.on
	if !t.closure.on {
		return
	}
	t.findRivals()
	for i := range t.closure.old {
		t.closure.old[i] = never
	}
	for p := range Node(len(t.graph.ord)) {
		t.propagateNode(p, t.closure.row(p))
	}
}
