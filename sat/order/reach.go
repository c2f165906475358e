package order

import "whittle.dev/sat"

// Reach adds that l is true whenever there is a path from a to b. A node reaches itself. The other direction
// does not hold: l may be true without a path.
//
// Inside it is an edge from b to a with the complement of l that is never inserted: what forbids it is that
// it would close a cycle, and then l is true.
func (t *Theory) Reach(l sat.Lit, a, b Node) {
	t.addEdge(edge{lit: l.Not(), from: b, to: a, kind: passive}, a != b)
}

// contradicts reports whether there is a path against a passive edge whose literal is true. Then the conflict
// clause is in t.buf.
func (t *Theory) contradicts(e *edge) bool {
	if t.closure.on && !t.closure.reaches(e.to, e.from) {
		return false
	}
	var found bool
	t.buf = appendNew(t.buf[:0], e.lit)
	t.buf, found = t.appendPath(t.buf, e.to, e.from, len(t.graph.active))
	return found
}

// FinalCheck implements [sat.Theory]: after Propagate the active edges are acyclic, and where there is a
// closure it has found all paths that are asked for.
func (t *Theory) FinalCheck(s *sat.Search) {
	if t.closure.on {
		return
	}
	for _, id := range t.asked {
		if e := &t.edges[id]; s.Value(e.lit) == sat.True && t.contradicts(e) {
			t.stats.Cycles++
			s.Conflict(t.buf...)
			return
		}
	}
}
