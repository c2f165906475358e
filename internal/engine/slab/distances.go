package slab

import "slices"

// Distances from initial nodes and to bad nodes are kept up to date while edges come and go, so that a
// shortest error path is read off, and nodes that are on no error path are known at once.
//
// When edges are removed, those nodes are affected that have no other shortest way; they are found in the
// order of their distances, and their new distances by a breadth-first search from the others (G. Ramalingam,
// T. Reps, "An incremental algorithm for a generalization of the shortest-path problem", J. Algorithms 21,
// 1996).

// distance is the length of a shortest path, and the edge that it begins or ends with.
type distance struct {
	d   int
	via *edge // nil: the node is where paths start, or there is none
	// affected marks the nodes of the present repair.
	affected bool
}

const unreachable = int(^uint(0) >> 1)

// direction is one of the two kinds of distances.
type direction struct{ forward bool }

var (
	forward  = direction{true}
	backward = direction{false}
)

func (x direction) of(n *node) *distance {
	if x.forward {
		return &n.fromInit
	}
	return &n.toBad
}

// before are the edges that a path comes by, after those that it goes on by.
func (x direction) before(n *node) []*edge {
	if x.forward {
		return n.in
	}
	return n.out
}

func (x direction) after(n *node) []*edge {
	if x.forward {
		return n.out
	}
	return n.in
}

// source is the end of an edge that is nearer to where paths start.
func (x direction) source(e *edge) *node {
	if x.forward {
		return e.from
	}
	return e.to
}

func (x direction) end(e *edge) *node {
	if x.forward {
		return e.to
	}
	return e.from
}

func (x direction) starts(n *node) bool {
	if x.forward {
		return n.initial
	}
	return n.bad
}

// settle gives a new node its distance, from those of its neighbours.
func (x direction) settle(n *node) {
	d := x.of(n)
	*d = distance{d: unreachable}
	if x.starts(n) {
		d.d = 0
		return
	}
	for _, e := range x.before(n) {
		if m := x.of(x.source(e)); x.source(e) != n && m.d != unreachable && m.d+1 < d.d {
			d.d, d.via = m.d+1, e
		}
	}
}

// added repairs distances after an edge was added.
func (x direction) added(e *edge) {
	from := x.of(x.source(e))
	if from.d == unreachable || from.d+1 >= x.of(x.end(e)).d {
		return
	}
	*x.of(x.end(e)) = distance{d: from.d + 1, via: e}
	queue := []*node{x.end(e)}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for _, e := range x.after(n) {
			if d := x.of(x.end(e)); x.of(n).d+1 < d.d {
				*d = distance{d: x.of(n).d + 1, via: e}
				queue = append(queue, x.end(e))
			}
		}
	}
}

// removed repairs distances after edges were removed, and returns the nodes that cannot be reached any more.
func (x direction) removed(edges []*edge) []*node {
	// Candidates are nodes whose shortest path has lost an edge, by distance.
	var candidates, affected []*node
	for _, e := range edges {
		if n := x.end(e); x.of(n).via == e {
			candidates = append(candidates, n)
		}
	}
	byDistance := func(a, b *node) int { return x.of(a).d - x.of(b).d }
	slices.SortStableFunc(candidates, byDistance)
	for i := 0; i < len(candidates); i++ {
		n := candidates[i]
		d := x.of(n)
		if d.affected || x.anotherWay(n) {
			continue
		}
		d.affected = true
		affected = append(affected, n)
		// Those that come next are one further away: they keep the candidates sorted but for those that are
		// as far as n is.
		for _, e := range x.after(n) {
			if m := x.of(x.end(e)); m.via == e && !m.affected {
				at, _ := slices.BinarySearchFunc(candidates[i+1:], m.d+1,
					func(c *node, d int) int { return x.of(c).d - d })
				candidates = slices.Insert(candidates, i+1+at, x.end(e))
			}
		}
	}
	return x.reach(affected)
}

// anotherWay looks for an edge that makes the distance of n, from a node that is not affected.
func (x direction) anotherWay(n *node) bool {
	d := x.of(n)
	if via := d.via; via != nil && !via.removed() && !x.of(x.source(via)).affected {
		return true
	}
	for _, e := range x.before(n) {
		if m := x.of(x.source(e)); !m.affected && m.d == d.d-1 {
			d.via = e
			return true
		}
	}
	return false
}

// reach gives affected nodes their distances.
func (x direction) reach(affected []*node) []*node {
	var levels [][]*node
	put := func(n *node, d int) {
		for len(levels) <= d {
			levels = append(levels, nil)
		}
		levels[d] = append(levels[d], n)
	}
	for _, n := range affected {
		d := x.of(n)
		d.d, d.via = unreachable, nil
		for _, e := range x.before(n) {
			if m := x.of(x.source(e)); !m.affected && m.d != unreachable && m.d+1 < d.d {
				d.d, d.via = m.d+1, e
			}
		}
		if d.d != unreachable {
			put(n, d.d)
		}
	}
	for at := 0; at < len(levels); at++ {
		for i := 0; i < len(levels[at]); i++ {
			n := levels[at][i]
			if x.of(n).d != at || !x.of(n).affected {
				continue
			}
			x.of(n).affected = false
			for _, e := range x.after(n) {
				if m := x.of(x.end(e)); m.affected && at+1 < m.d {
					m.d, m.via = at+1, e
					put(x.end(e), at+1)
				}
			}
		}
	}
	var lost []*node
	for _, n := range affected {
		if x.of(n).affected {
			x.of(n).affected = false
			lost = append(lost, n)
		}
	}
	return lost
}
