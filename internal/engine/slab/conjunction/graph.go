package conjunction

// graph is a set of bounds x - y <= w, as edges from y to x, with potentials that satisfy all of them. Bounds
// are dropped in the opposite order in which they came.
//
// The potentials need not change when bounds are dropped, since they satisfy what is left.
type graph struct {
	edges []bound
	// first is by node the last edge that leaves it, or -1; the others follow by bound.rest.
	first []int32
	value []int64
	// Scratch of add.
	parent []int32 // by node: the edge by which it was lowered last
	queued []bool
	queue  []int32
	undo   []potential
}

type bound struct {
	from, to int32
	w        int64
	rest     int32
	reason   int32
}

type potential struct {
	node  int32
	value int64
}

// reset forgets everything and makes n nodes, which may grow by node.
func (g *graph) reset() {
	g.edges, g.first, g.value = g.edges[:0], g.first[:0], g.value[:0]
	g.parent, g.queued = g.parent[:0], g.queued[:0]
}

func (g *graph) node() {
	g.first = append(g.first, -1)
	g.value = append(g.value, 0)
	g.parent = append(g.parent, -1)
	g.queued = append(g.queued, false)
}

// add adds x - y <= w. If that closes a cycle of negative weight, it reports the reasons of the cycle's edges
// to blame and returns false; the edge stays and must be dropped.
func (g *graph) add(x, y int32, w int64, reason int32, blame func(reason int32)) bool {
	g.edges = append(g.edges, bound{y, x, w, g.first[y], reason})
	e := int32(len(g.edges) - 1)
	g.first[y] = e
	if g.value[x] <= g.value[y]+w {
		return true
	}
	g.undo, g.queue = g.undo[:0], g.queue[:0]
	g.lower(x, g.value[y]+w, e)
	for head := 0; head < len(g.queue); head++ {
		n := g.queue[head]
		g.queued[n] = false
		for i := g.first[n]; i >= 0; i = g.edges[i].rest {
			b := &g.edges[i]
			v := g.value[n] + b.w
			if v >= g.value[b.to] {
				continue
			}
			if b.to == y {
				// Back at the beginning: all weights from y over x to here add up to less than 0.
				g.blameCycle(i, e, blame)
				for k := len(g.undo) - 1; k >= 0; k-- {
					g.value[g.undo[k].node] = g.undo[k].value
				}
				for _, m := range g.queue[head+1:] {
					g.queued[m] = false
				}
				return false
			}
			g.lower(b.to, v, i)
		}
	}
	return true
}

func (g *graph) lower(n int32, v int64, by int32) {
	g.undo = append(g.undo, potential{n, g.value[n]})
	g.value[n], g.parent[n] = v, by
	if !g.queued[n] {
		g.queued[n] = true
		g.queue = append(g.queue, n)
	}
}

// blameCycle walks from the edge that closes the cycle back to the one that was added.
func (g *graph) blameCycle(last, added int32, blame func(int32)) {
	for e := last; ; e = g.parent[g.edges[e].from] {
		blame(g.edges[e].reason)
		if e == added {
			return
		}
	}
}

// drop removes all edges but the first n.
func (g *graph) drop(n int) {
	for i := len(g.edges) - 1; i >= n; i-- {
		g.first[g.edges[i].from] = g.edges[i].rest
	}
	g.edges = g.edges[:n]
}

// distances returns for each node the least upper bound of node - from that the edges with reasons other than
// except imply; unbounded if there is none.
func (g *graph) distances(from, except int32) []int64 {
	out := make([]int64, len(g.first))
	for i := range out {
		out[i] = unbounded
	}
	out[from] = 0
	queue := []int32{from}
	queued := make([]bool, len(out))
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		queued[n] = false
		for i := g.first[n]; i >= 0; i = g.edges[i].rest {
			b := &g.edges[i]
			if v := out[n] + b.w; b.reason != except && v < out[b.to] {
				out[b.to] = v
				if !queued[b.to] {
					queued[b.to] = true
					queue = append(queue, b.to)
				}
			}
		}
	}
	return out
}

const unbounded = int64(1) << 62
