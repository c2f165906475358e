package order

import "whittle.dev/sat"

// pathSearch finds a path of active edges with the fewest literals, for conflicts and explanations. Fixed
// edges and literals of level 0 are free, another literal costs one, so a derived edge up to two: Dijkstra's
// algorithm with three buckets in turn. Only nodes that reach the end by the closure, or else precede it in
// the topological order, can be on the path.
type pathSearch struct {
	dist    []int32 // by node, valid if mark is the stamp
	via     []int32 // by node: the active edge by which it was reached
	mark    []uint32
	stamp   uint32
	buckets [3][]Node
}

func (p *pathSearch) add() {
	p.dist = append(p.dist, 0)
	p.via = append(p.via, 0)
	p.mark = append(p.mark, 0)
}

// appendPath appends to buf the complements of the literals of a cheapest path
// from a to b made of the first height active edges. It returns false if there
// is no such path. Each literal appears once if it is not in buf already.
func (t *Theory) appendPath(buf []sat.Lit, a, b Node, height int) ([]sat.Lit, bool) {
	if a == b {
		return buf, true
	}
	p, g := &t.path, &t.graph
	p.stamp++
	if p.stamp == 0 {
		clear(p.mark)
		p.stamp = 1
	}
	for i := range p.buckets {
		p.buckets[i] = p.buckets[i][:0]
	}
	p.mark[a], p.dist[a] = p.stamp, 0
	p.buckets[0] = append(p.buckets[0], a)
	upper := g.ord[b]
	for d, empty := int32(0), 0; empty < 3; d++ {
		bucket := d % 3
		empty++
		for len(p.buckets[bucket]) > 0 {
			empty = 0
			last := len(p.buckets[bucket]) - 1
			n := p.buckets[bucket][last]
			p.buckets[bucket] = p.buckets[bucket][:last]
			if p.dist[n] != d {
				continue // reached more cheaply
			}
			if n == b {
				return t.collectPath(buf, a, b), true
			}
			for _, i := range g.out[n] {
				if int(i) >= height {
					break // the lists are in the order of activation
				}
				e := &g.active[i]
				if t.closure.on && !t.closure.reaches(e.to, b) || !t.closure.on && g.ord[e.to] > upper {
					continue
				}
				nd := d + t.cost(e.l1) + t.cost(e.l2)
				if p.mark[e.to] == p.stamp && p.dist[e.to] <= nd {
					continue
				}
				p.mark[e.to] = p.stamp
				p.dist[e.to] = nd
				p.via[e.to] = i
				p.buckets[nd%3] = append(p.buckets[nd%3], e.to)
			}
		}
	}
	return buf, false
}

// cost of a literal in a clause: level 0 is free.
func (t *Theory) cost(l sat.Lit) int32 {
	if l == 0 || t.solver.Fixed(l) != sat.Undef {
		return 0
	}
	return 1
}

func (t *Theory) collectPath(buf []sat.Lit, a, b Node) []sat.Lit {
	for b != a {
		e := &t.graph.active[t.path.via[b]]
		buf = appendNew(buf, e.l1)
		buf = appendNew(buf, e.l2)
		b = e.from
	}
	return buf
}

// appendNew appends the complement of l, unless l is 0 or it is there.
func appendNew(buf []sat.Lit, l sat.Lit) []sat.Lit {
	if l == 0 {
		return buf
	}
	for _, x := range buf {
		if x == l.Not() {
			return buf
		}
	}
	return append(buf, l.Not())
}
