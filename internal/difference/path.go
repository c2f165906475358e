package difference

import "whittle.dev/sat"

// pathSearch finds shortest paths in the graph of the active edges, whose weights the potentials make
// nonnegative: from + weight - to, the slack of an edge (D. B. Johnson, JACM 24(1), 1977).
type pathSearch struct {
	ahead, behind reach
	heap          frontier
	parent        []int32
	settled       []uint32
	epoch         uint32
}

// reach is the set of nodes whose shortest path from the source of an edge, or to its target, is one through
// that edge and shorter than all others.
type reach struct {
	heap    frontier
	state   []uint32 // by node: 2*epoch, plus 1 if its shortest path is through the edge
	settled []uint32
	epoch   uint32
	found   []Node // in order of distance
}

func (p *pathSearch) add() {
	p.ahead.add()
	p.behind.add()
	p.heap.add()
	p.parent, p.settled = append(p.parent, 0), append(p.settled, 0)
}

func (r *reach) add() {
	r.heap.add()
	r.state, r.settled = append(r.state, 0), append(r.settled, 0)
}

// has reports that the last search found n.
func (r *reach) has(n Node) bool { return r.settled[n] == r.epoch && r.state[n] == 2*r.epoch+1 }

// at returns the slack of the shortest path of a node that was found.
func (r *reach) at(n Node) int64 { return r.heap.key[n] }

// search finds the nodes whose shortest path from the source of the edge is through it, or to its target if
// back is set. It reports false if there are none or the budget of edges is used up.
func (r *reach) search(g *Graph, newest int32, back bool, budget *int) bool {
	r.epoch++
	r.heap.clear()
	r.found = r.found[:0]
	source, other := g.active[newest].from, g.active[newest].to
	edges := g.out
	if back {
		source, other = other, source
		edges = g.in
	}
	r.heap.lower(source, 0)
	r.state[source] = 2 * r.epoch
	waiting := 1 // nodes in the heap that are reached through the edge; the first is not there yet
	for r.heap.len() > 0 && waiting > 0 {
		n, d := r.heap.pop()
		r.settled[n] = r.epoch
		through := r.state[n] & 1
		if through != 0 {
			r.found = append(r.found, n)
			waiting--
		}
		if *budget -= len(edges[n]); *budget < 0 {
			return false
		}
		for _, id := range edges[n] {
			e := &g.active[id]
			to := e.to
			if back {
				to = e.from
			}
			if r.settled[to] == r.epoch {
				continue
			}
			next := d + g.pi[e.from] + e.weight - g.pi[e.to]
			mark := through
			if id == newest {
				mark = 1
				waiting-- // it is there now, or another path is shorter
			}
			known := r.state[to]>>1 == r.epoch
			if r.heap.lower(to, next) {
				if known {
					waiting -= int(r.state[to] & 1)
				}
				r.state[to] = 2*r.epoch + mark
				waiting += int(mark)
			} else if mark == 0 && r.heap.key[to] == next && r.state[to]&1 != 0 {
				r.state[to] = 2 * r.epoch // as short without the edge
				waiting--
			}
		}
		if n == source && r.state[other]>>1 != r.epoch {
			return false
		}
	}
	return len(r.found) > 0
}

// explain appends the complements of the literals of a shortest path over the edges below a height.
func (p *pathSearch) explain(g *Graph, from, to Node, height int32, buf []sat.Lit) []sat.Lit {
	p.epoch++
	p.heap.clear()
	p.heap.lower(from, 0)
	for p.heap.len() > 0 {
		n, d := p.heap.pop()
		if n == to {
			break
		}
		p.settled[n] = p.epoch
		for _, id := range g.out[n] {
			if id >= height {
				break // later ones are behind
			}
			e := &g.active[id]
			if p.settled[e.to] != p.epoch && p.heap.lower(e.to, d+g.pi[n]+e.weight-g.pi[e.to]) {
				p.parent[e.to] = id
			}
		}
	}
	for n := to; n != from; {
		e := &g.active[p.parent[n]]
		buf = append(buf, sat.Lit(e.tag).Not())
		n = e.from
	}
	return buf
}
