package difference

import "whittle.dev/sat"

// implication remembers that a literal was implied by the edges below a height of the graph.
type implication struct {
	lit    sat.Lit
	height int32
}

// maxMatrix bounds the nodes for which all distances are kept: beyond it an edge changes more distances than
// there are edges to look at, and the matrix does not fit into a cache.
const maxMatrix = 512

// maxWork bounds the edges and atoms that are looked at for one constraint. Where choices are orders, as in
// schedules, all that follows is worth finding: on a shop of 12 jobs and machines a bound that adapted itself
// to what it found cost 50 times the conflicts and three times the time.
const maxWork = 100000

// follow makes the distances know all nodes and atoms, or drops them.
func (t *Theory) follow() {
	n := t.graph.Len()
	if n > maxMatrix || t.noMatrix {
		t.dist = nil // for good, as nodes stay
		return
	}
	if t.dist == nil {
		t.dist = &distances{}
	}
	t.dist.grow(n)
	for ; t.watched < len(t.atoms); t.watched++ {
		a := &t.atoms[t.watched]
		t.dist.watch(a.lit, a.from, a.to, a.bound)
		t.dist.watch(a.lit.Not(), a.to, a.from, -a.bound-1)
	}
}

// propagate implies the atoms whose bound is reached by a path through the newest edge. It reports false if
// there is a conflict.
func (t *Theory) propagate(s *sat.Search) bool {
	newest := int32(t.graph.Height() - 1)
	switch e := &t.graph.active[newest]; {
	case e.from == e.to:
		return true
	case t.dist != nil:
		t.dist.add(newest, e)
		return t.implyMarked(s, newest)
	}
	return t.implyThrough(s, newest)
}

// implyMarked implies what the distances that became shorter decide.
func (t *Theory) implyMarked(s *sat.Search, newest int32) bool {
	d := t.dist
	for _, i := range d.marked {
		v := &d.trail[i]
		for m := d.cells[v.cell].mark; m != 0 && d.marks[m-1].bound >= v.dist; m = d.marks[m-1].next {
			if l := d.marks[m-1].lit; s.Value(l) == sat.Undef && !t.imply(s, l, newest) {
				return false
			}
		}
	}
	return true
}

// implyThrough looks for the shortest paths through the edge.
func (t *Theory) implyThrough(s *sat.Search, newest int32) bool {
	g := &t.graph
	e := &g.active[newest]
	budget := maxWork
	ahead, behind := &t.paths.ahead, &t.paths.behind
	if !ahead.search(g, newest, false, &budget) || !behind.search(g, newest, true, &budget) {
		return true
	}
	// The atoms at the smaller of both sets of nodes.
	side := ahead.found
	if t.degree(behind.found) < t.degree(side) {
		side = behind.found
	}
	through := g.pi[e.from] + e.weight - g.pi[e.to] // counted by both searches
	reaches := func(from, to Node, bound int64) bool {
		return behind.has(from) && ahead.has(to) &&
			behind.at(from)+ahead.at(to)-through+g.pi[to]-g.pi[from] <= bound
	}
	for _, n := range side {
		for _, id := range t.ends[n] {
			a := &t.atoms[id]
			if budget--; budget < 0 {
				return true
			}
			if s.Value(a.lit) != sat.Undef {
				continue
			}
			l := sat.Lit(0)
			if reaches(a.from, a.to, a.bound) {
				l = a.lit
			} else if reaches(a.to, a.from, -a.bound-1) {
				l = a.lit.Not()
			}
			if l != 0 && !t.imply(s, l, newest) {
				return false
			}
		}
	}
	return true
}

// imply tells the search a literal that follows from the edges up to the newest.
func (t *Theory) imply(s *sat.Search, l sat.Lit, newest int32) bool {
	t.stats.Implied++
	t.implied = append(t.implied, implication{l, newest + 1})
	if !s.Imply(l, uint32(len(t.implied)-1)) {
		return false
	}
	t.atomOf(l).implied = true
	return true
}

func (t *Theory) degree(ns []Node) (d int) {
	for _, n := range ns {
		d += len(t.ends[n])
	}
	return d
}

// Explain implements [sat.Theory].
func (t *Theory) Explain(l sat.Lit, tag uint32, buf []sat.Lit) []sat.Lit {
	from, to, weight := t.constraint(l)
	height := t.implied[tag].height
	if t.dist != nil {
		t.dist.explain(&t.graph, from, to, height, weight, &buf)
		return buf
	}
	return t.paths.explain(&t.graph, from, to, height, buf)
}
