package order

import "whittle.dev/sat"

// Propagation of literals whose edge would close a cycle ("unit edges": He, Sun and Fan, PLDI 2021; Sun, Fan
// and He, OOPSLA 2022): when node p newly reaches node q, no edge from q to p may become active any more.
// That edge may have a literal of its own, or it may be a from-read edge of which one of the two literals is
// true.

// cand is a candidate edge, seen from the node that it enters.
type cand struct {
	lit     sat.Lit
	from    Node
	passive bool
}

// record says why a literal was implied: if it were true, there would be an
// edge from node to to node from, but there was a path from from to to among
// the first height active edges. A derived edge has the further literal extra.
type record struct {
	from, to Node
	extra    sat.Lit
	height   int32
}

// findRivals collects, for each write, the reads that may read from a write before it.
func (t *Theory) findRivals() {
	seen := make([]Access, len(t.accesses))
	for w2 := range t.accesses {
		a := &t.accesses[w2]
		a.rivals = a.rivals[:0]
		for _, id := range a.earlier {
			for _, rf := range t.accesses[t.edges[id].a].readers {
				if r := t.edges[rf].b; seen[r] != Access(w2)+1 {
					seen[r] = Access(w2) + 1
					a.rivals = append(a.rivals, r)
				}
			}
		}
	}
	t.sources = make([]int32, len(t.accesses))
}

// propagateNode implies what follows from the new row of p; closure.old is its row before.
func (t *Theory) propagateNode(p Node, row []int32) {
	c := &t.closure
	for _, x := range t.inCand[p] {
		k, i := c.chain[x.from], c.index[x.from]
		if row[k] > i || c.old[k] <= i {
			continue
		}
		if v := t.search.Value(x.lit); v == sat.Undef || x.passive && v == sat.True {
			t.imply(x.lit, p, x.from, 0) // of a passive one that is true it is a conflict
		}
	}
	for _, w2 := range t.writes[p] {
		marked := false
		for _, r := range t.accesses[w2].rivals {
			n := t.accesses[r].node
			k, i := c.chain[n], c.index[n]
			if n == p || row[k] > i || c.old[k] <= i {
				continue
			}
			if !marked {
				marked = true
				t.markEarlier(w2, true)
			}
			t.propagateRival(r)
		}
		if marked {
			t.markEarlier(w2, false)
		}
	}
}

// markEarlier notes for each write the edge, plus one, that puts it before w2.
func (t *Theory) markEarlier(w2 Access, on bool) {
	for _, id := range t.accesses[w2].earlier {
		if on {
			t.sources[t.edges[id].a] = id + 1
		} else {
			t.sources[t.edges[id].a] = 0
		}
	}
}

// propagateRival: a write w2 precedes the read r, so r reads from no write that w2 follows.
func (t *Theory) propagateRival(r Access) {
	for _, id := range t.accesses[r].sources {
		rf := &t.edges[id]
		found := t.sources[rf.a]
		if found == 0 {
			continue
		}
		wo := &t.edges[found-1]
		reads, follows := t.search.Value(rf.lit), t.search.Value(wo.lit)
		switch {
		case reads == sat.True && follows == sat.Undef:
			t.imply(wo.lit, wo.to, rf.to, rf.lit)
		case reads == sat.Undef && follows == sat.True:
			t.imply(rf.lit, wo.to, rf.to, wo.lit)
		}
	}
}

// propagateReader implies, for a read-from edge that became active, the
// complements of the write-order literals whose from-read edge is impossible.
func (t *Theory) propagateReader(id int32) {
	if t.search == nil || !t.closure.on {
		return
	}
	rf := &t.edges[id]
	for _, id := range t.accesses[rf.a].later {
		wo := &t.edges[id]
		if t.search.Value(wo.lit) == sat.Undef && t.impossible(rf, wo) {
			t.imply(wo.lit, wo.to, rf.to, rf.lit)
		}
	}
}

// propagateLater implies, for a write-order edge that became active, the
// complements of the read-from literals whose from-read edge is impossible.
func (t *Theory) propagateLater(id int32) {
	if t.search == nil || !t.closure.on {
		return
	}
	wo := &t.edges[id]
	for _, id := range t.accesses[wo.a].readers {
		rf := &t.edges[id]
		if t.search.Value(rf.lit) == sat.Undef && t.impossible(rf, wo) {
			t.imply(rf.lit, wo.to, rf.to, wo.lit)
		}
	}
}

// impossible reports that the from-read edge of both would be a conflict.
func (t *Theory) impossible(rf, wo *edge) bool {
	if rf.to == wo.to {
		return !t.follows(rf.b, wo.b)
	}
	return t.closure.reaches(wo.to, rf.to)
}

// imply tells the solver that l is false, because there is a path between the
// nodes and extra, if any, is true.
func (t *Theory) imply(l sat.Lit, from, to Node, extra sat.Lit) {
	t.stats.Implied++
	tag := uint32(len(t.records))
	t.records = append(t.records, record{from, to, extra, int32(len(t.graph.active))})
	t.search.Imply(l.Not(), tag)
}

// Explain implements [sat.Theory].
func (t *Theory) Explain(l sat.Lit, tag uint32, buf []sat.Lit) []sat.Lit {
	t.stats.Explained++
	r := t.records[tag]
	buf = appendNew(buf, r.extra)
	buf, ok := t.appendPath(buf, r.from, r.to, int(r.height))
	if !ok {
		panic("order: no path explains an implied literal")
	}
	return buf
}
