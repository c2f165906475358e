package difference

import (
	"math"
	"slices"

	"whittle.dev/sat"
)

// distances holds the weight of the shortest path between each two nodes, as a matrix that follows the graph
// edge by edge: u -> v makes a path from x to y shorter if it makes one from x to v and one from u to y
// shorter. To find out what an edge implies costs a step for each node, and one for each distance
// that changes; a search for the paths through the edge, as in [pathSearch], looks at the same edges again
// and again. With few nodes and many atoms the matrix is five to ten times faster.
//
// Each distance knows the edge that made it and the one before. So the matrix also knows a path of that
// weight, and those that were the shortest ones in the past.
type distances struct {
	size   int // nodes
	stride int // of cells, at least size
	cells  []cell
	trail  []version // of all cells, in the order of their edges; with what was before the newest
	marks  []mark

	sources, targets []near  // of the newest edge
	marked           []int32 // the newest versions of cells with marks, in trail
}

// cell is the distance from one node to another; it is at from*stride + to.
type cell struct {
	dist int64 // unreachable if there is no path
	last int32 // in trail, -1 if there is none
	mark int32 // the one with the greatest bound, plus one; 0 for none
}

const unreachable = math.MaxInt64

// version is a distance that was the shortest from one edge to another.
type version struct {
	dist int64
	cell int32
	edge int32 // in Graph.active: the newest of the path
	past int32 // the version before, or -1
}

// mark is a literal that is true if the distance of a cell is at most bound.
type mark struct {
	bound int64
	lit   sat.Lit
	next  int32 // the next lower bound plus one, or 0
}

// near is an end of a path that the newest edge continues, and the weight of the path.
type near struct {
	node Node
	dist int64
}

func (d *distances) at(from, to Node) *cell { return &d.cells[int(from)*d.stride+int(to)] }

// grow makes room for n nodes.
func (d *distances) grow(n int) {
	if n > d.stride {
		d.widen(max(n, min(2*d.stride, maxMatrix)))
	}
	for ; d.size < n; d.size++ {
		d.at(Node(d.size), Node(d.size)).dist = 0
	}
}

func (d *distances) widen(stride int) {
	old := d.cells
	d.cells = make([]cell, stride*stride)
	for i := range d.cells {
		d.cells[i] = cell{dist: unreachable, last: -1}
	}
	for i := range d.size {
		copy(d.cells[i*stride:], old[i*d.stride:i*d.stride+d.size])
	}
	for i := range d.trail {
		v := &d.trail[i]
		v.cell = v.cell/int32(d.stride)*int32(stride) + v.cell%int32(d.stride)
	}
	d.stride = stride
}

// watch enters a literal that is true if to - from <= bound.
func (d *distances) watch(l sat.Lit, from, to Node, bound int64) {
	link := &d.at(from, to).mark
	for *link != 0 && d.marks[*link-1].bound > bound {
		link = &d.marks[*link-1].next
	}
	next := *link
	*link = int32(len(d.marks) + 1)
	d.marks = append(d.marks, mark{bound, l, next})
}

// add follows an edge that closes no negative cycle, the newest of the graph.
func (d *distances) add(id int32, e *edge) {
	d.sources, d.targets, d.marked = d.sources[:0], d.targets[:0], d.marked[:0]
	for x := range Node(d.size) {
		if to := d.at(x, e.from).dist; to != unreachable && to+e.weight < d.at(x, e.to).dist {
			d.sources = append(d.sources, near{x, to})
		}
		if on := d.at(e.to, x).dist; on != unreachable && on+e.weight < d.at(e.from, x).dist {
			d.targets = append(d.targets, near{x, on})
		}
	}
	for _, x := range d.sources {
		through := x.dist + e.weight
		row := int(x.node) * d.stride
		for _, y := range d.targets {
			i := row + int(y.node)
			c := &d.cells[i]
			if through+y.dist >= c.dist {
				continue
			}
			v := int32(len(d.trail))
			d.trail = append(d.trail, version{through + y.dist, int32(i), id, c.last})
			c.dist, c.last = through+y.dist, v
			if c.mark != 0 {
				d.marked = append(d.marked, v)
			}
		}
	}
}

// pop takes back the edges from a height on.
func (d *distances) pop(height int) {
	n := len(d.trail)
	for ; n > 0 && int(d.trail[n-1].edge) >= height; n-- {
		v := &d.trail[n-1]
		c := &d.cells[v.cell]
		c.last, c.dist = v.past, unreachable
		if v.past >= 0 {
			c.dist = d.trail[v.past].dist
		}
	}
	d.trail = d.trail[:n]
}

// explain appends the complements of the literals of a walk over the edges below a height whose weight is at
// most limit; there must be one. No literal is appended twice. Of the paths that were the shortest ones at
// some time it takes the first that is short enough, and so on with its parts: what lies further back
// contradicts more of the search. It returns how far the weight is below the limit.
func (d *distances) explain(g *Graph, from, to Node, height int32, limit int64, buf *[]sat.Lit) int64 {
	if from == to {
		return limit
	}
	v := d.version(from, to, height)
	for v.past >= 0 && d.trail[v.past].dist <= limit {
		v = &d.trail[v.past]
	}
	e := &g.active[v.edge]
	rest := d.before(e.to, to, v.edge)
	spare := d.explain(g, from, e.from, v.edge, limit-e.weight-rest, buf)
	if l := sat.Lit(e.tag).Not(); !slices.Contains(*buf, l) {
		*buf = append(*buf, l)
	}
	return d.explain(g, e.to, to, v.edge, rest+spare, buf)
}

// version returns the newest version of a distance over the edges below a height.
func (d *distances) version(from, to Node, height int32) *version {
	v := &d.trail[d.at(from, to).last]
	for v.edge >= height {
		v = &d.trail[v.past]
	}
	return v
}

// before returns the distance over the edges below a height.
func (d *distances) before(from, to Node, height int32) int64 {
	if from == to {
		return 0
	}
	return d.version(from, to, height).dist
}
