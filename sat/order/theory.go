package order

import "whittle.dev/sat"

// Assign implements [sat.Theory]: it only queues the literal.
func (t *Theory) Assign(l sat.Lit, level int) {
	if int(l) < len(t.byLit) && len(t.byLit[l]) > 0 {
		t.queue = append(t.queue, entry{lit: l, level: int32(level), active: -1})
	}
}

// Propagate implements [sat.Theory]: it activates the edges of the queued literals, in the order of the
// trail, so that the literal at hand is always the latest of the cycle it closes.
func (t *Theory) Propagate(s *sat.Search) {
	t.search = s
	if t.dirty {
		t.refresh()
	}
	for t.processed < len(t.queue) {
		e := &t.queue[t.processed]
		e.active = int32(len(t.graph.active))
		e.closed = int32(len(t.closure.undo))
		e.touched = int32(len(t.touched))
		e.records = int32(len(t.records))
		t.processed++
		for _, id := range t.byLit[e.lit] {
			if !t.activate(id) {
				t.stats.Cycles++
				s.Conflict(t.buf...)
				return
			}
		}
	}
}

// Backtrack implements [sat.Theory].
func (t *Theory) Backtrack(level int) {
	n := len(t.queue)
	for n > 0 && t.queue[n-1].level > int32(level) {
		n--
	}
	if n == len(t.queue) {
		return
	}
	if e := &t.queue[n]; e.active >= 0 {
		t.graph.pop(int(e.active))
		t.closure.restore(int(e.closed))
		for i := len(t.touched) - 1; i >= int(e.touched); i-- {
			a := &t.accesses[t.touched[i].access]
			if t.touched[i].kind == readFrom {
				a.activeReaders = a.activeReaders[:len(a.activeReaders)-1]
			} else {
				a.activeLater = a.activeLater[:len(a.activeLater)-1]
			}
		}
		t.touched = t.touched[:e.touched]
		t.records = t.records[:e.records]
	}
	t.queue = t.queue[:n]
	t.processed = min(t.processed, n)
}

// activate makes an edge active and derives the from-read edges that follow.
// If that closes a cycle, it returns false with the conflict clause in t.buf.
func (t *Theory) activate(id int32) bool {
	e := &t.edges[id]
	if e.kind == passive {
		return !t.closure.on || !t.contradicts(e)
	}
	if e.from != e.to && !t.insert(e.from, e.to, e.lit, 0) {
		return false
	}
	switch e.kind {
	case readFrom:
		w := &t.accesses[e.a]
		w.activeReaders = append(w.activeReaders, id)
		t.touched = append(t.touched, touch{e.a, readFrom})
		for _, later := range w.activeLater {
			if !t.derive(id, later) {
				return false
			}
		}
		t.propagateReader(id)
	case writeOrder:
		w := &t.accesses[e.a]
		w.activeLater = append(w.activeLater, id)
		t.touched = append(t.touched, touch{e.a, writeOrder})
		for _, reader := range w.activeReaders {
			if !t.derive(reader, id) {
				return false
			}
		}
		t.propagateLater(id)
	}
	return true
}

// derive adds the from-read edge of an active read-from and an active write-order edge of one write.
func (t *Theory) derive(rf, wo int32) bool {
	x, y := &t.edges[rf], &t.edges[wo]
	r, w2 := x.b, y.b
	if x.to == y.to {
		if t.follows(r, w2) {
			return true
		}
		t.buf = append(t.buf[:0], x.lit.Not(), y.lit.Not())
		return false
	}
	t.stats.Derived++
	return t.insert(x.to, y.to, x.lit, y.lit)
}

// insert adds an edge between two nodes. If it closes a cycle, it returns
// false with the clause against a cheapest one in t.buf.
func (t *Theory) insert(a, b Node, l1, l2 sat.Lit) bool {
	t.stats.Inserted++
	c := &t.closure
	ok, moved, known := true, false, false
	if c.on {
		ok, known = !c.reaches(b, a), c.reaches(a, b)
	} else {
		ok, moved = t.graph.fits(a, b)
	}
	if !ok {
		t.buf = appendNew(appendNew(t.buf[:0], l1), l2)
		t.buf, _ = t.appendPath(t.buf, b, a, len(t.graph.active))
		return false
	}
	if moved {
		t.stats.Reordered++
	}
	if known && l2 != 0 {
		return true // earlier edges say the same, and not for longer explanations
	}
	t.graph.push(activeEdge{a, b, l1, l2})
	if c.on && !known {
		t.close(a, b)
	}
	return true
}

// rooted prepares for an edge between solves: the closure is built anew later,
// until then the topological order serves.
func (t *Theory) rooted() {
	t.search = nil
	t.dirty = true
	t.closure.on = false
	t.graph.sort()
}

// insertRoot adds an edge for good, between solves.
func (t *Theory) insertRoot(a, b Node, l1, l2 sat.Lit) {
	t.rooted()
	if a == b {
		t.buf = appendNew(appendNew(t.buf[:0], l1), l2)
		t.solver.AddAxiom(t.buf...)
		return
	}
	if !t.insert(a, b, l1, l2) {
		t.solver.AddAxiom(t.buf...)
	}
}

// activateRoot activates an edge whose literal is true at level 0.
func (t *Theory) activateRoot(id int32) {
	t.rooted()
	if !t.activate(id) {
		t.solver.AddAxiom(t.buf...)
	}
}
