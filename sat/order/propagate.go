package order

import "whittle.dev/sat"

// Propagation of literals whose edge would close a cycle ("unit edges": He,
// Sun and Fan, PLDI 2021; Sun, Fan and He, OOPSLA 2022). When the edge a -> b
// becomes active, every node p that reaches a now reaches every node q that b
// reaches, so no edge q -> p may become active any more: neither one with a
// literal of its own, nor a from-read edge of which one literal is true. The
// searches from a and b stop after a bounded number of edges: what is not
// propagated is found later as a conflict.

// cand is a candidate edge, seen from one of its nodes.
type cand struct {
	lit  sat.Lit
	node Node // the other end
}

// record says why a literal was implied: if it were false, an edge from node
// to to node from would be active, but there was a path from from to to among
// the first height active edges. A derived edge has the further literal extra.
type record struct {
	from, to Node
	extra    sat.Lit
	height   int32
}

// searchBudget bounds the edges that one search visits, scanBudget the
// candidates looked at after it.
const (
	searchBudget = 1000
	scanBudget   = 2000
)

// reach finds the nodes before and after an edge.
type reach struct {
	mark     []uint32 // by node: bwdStamp or fwdStamp of the last search
	stamp    uint32   // fwdStamp; bwdStamp is the next
	fwd, bwd []Node
	reads    [][]Access // by node: its reads that have a read-from edge
}

func (x *reach) add() {
	x.mark = append(x.mark, 0)
	x.reads = append(x.reads, nil)
}

// read notes that r, in node n, has read-from edges.
func (x *reach) read(n Node, r Access) {
	for _, other := range x.reads[n] {
		if other == r {
			return
		}
	}
	x.reads[n] = append(x.reads[n], r)
}

func (x *reach) nextStamp() {
	x.stamp += 2
	if x.stamp+2 < x.stamp {
		clear(x.mark)
		x.stamp = 2
	}
	x.fwd, x.bwd = x.fwd[:0], x.bwd[:0]
}

// forward collects nodes that n reaches, n first.
func (t *Theory) forward(n Node) {
	x, g := &t.reach, &t.graph
	x.fwd = append(x.fwd, n)
	x.mark[n] = x.stamp
	visited := 0
	for i := 0; i < len(x.fwd) && visited < searchBudget; i++ {
		for _, e := range g.out[x.fwd[i]] {
			visited++
			if m := g.active[e].to; x.mark[m] != x.stamp {
				x.mark[m] = x.stamp
				x.fwd = append(x.fwd, m)
			}
		}
	}
	t.stats.Visited += int64(visited)
}

// backward collects nodes that reach n, n first.
func (t *Theory) backward(n Node) {
	x, g := &t.reach, &t.graph
	x.bwd = append(x.bwd, n)
	x.mark[n] = x.stamp + 1
	visited := 0
	for i := 0; i < len(x.bwd) && visited < searchBudget; i++ {
		for _, e := range g.in[x.bwd[i]] {
			visited++
			if m := g.active[e].from; x.mark[m] != x.stamp+1 {
				x.mark[m] = x.stamp + 1
				x.bwd = append(x.bwd, m)
			}
		}
	}
	t.stats.Visited += int64(visited)
}

// propagateEdge implies what the new active edge from a to b forbids.
func (t *Theory) propagateEdge(a, b Node) {
	x := &t.reach
	x.nextStamp()
	t.forward(b)
	t.backward(a)
	outs, ins := 0, 0
	for _, q := range x.fwd {
		outs += len(t.outCand[q])
	}
	for _, p := range x.bwd {
		ins += len(t.inCand[p])
	}
	budget := scanBudget
	if outs <= ins {
		for _, q := range x.fwd {
			for _, c := range t.outCand[q] {
				if x.mark[c.node] == x.stamp+1 && t.search.Value(c.lit) == sat.Undef {
					t.imply(c.lit, c.node, q, 0)
				}
			}
			if budget -= len(t.outCand[q]); budget < 0 {
				break
			}
		}
	} else {
		for _, p := range x.bwd {
			for _, c := range t.inCand[p] {
				if x.mark[c.node] == x.stamp && t.search.Value(c.lit) == sat.Undef {
					t.imply(c.lit, p, c.node, 0)
				}
			}
			if budget -= len(t.inCand[p]); budget < 0 {
				break
			}
		}
	}
	t.propagateReads()
}

// propagateReads implies the literals of from-read edges from a node of
// reach.fwd to one of reach.bwd that lack one literal.
func (t *Theory) propagateReads() {
	x := &t.reach
	budget := scanBudget
	for _, q := range x.fwd {
		for _, r := range x.reads[q] {
			for _, id := range t.accesses[r].sources {
				rf := &t.edges[id]
				w := &t.accesses[rf.a]
				switch t.search.Value(rf.lit) {
				case sat.True:
					budget -= len(w.later)
					for _, id := range w.later {
						wo := &t.edges[id]
						if x.mark[wo.to] == x.stamp+1 && t.search.Value(wo.lit) == sat.Undef {
							t.imply(wo.lit, wo.to, q, rf.lit)
						}
					}
				case sat.Undef:
					budget -= len(w.activeLater)
					for _, id := range w.activeLater {
						if wo := &t.edges[id]; x.mark[wo.to] == x.stamp+1 {
							t.imply(rf.lit, wo.to, q, wo.lit)
							break
						}
					}
				}
				if budget--; budget < 0 {
					return
				}
			}
		}
	}
}

// propagateReader implies, for a read-from edge that became active, the
// complements of the write-order literals whose from-read edge is impossible.
func (t *Theory) propagateReader(id int32) {
	if t.search == nil {
		return
	}
	rf := &t.edges[id]
	later := t.accesses[rf.a].later
	searched := false
	for _, id := range later {
		wo := &t.edges[id]
		if t.search.Value(wo.lit) != sat.Undef {
			continue
		}
		if wo.to == rf.to {
			if !t.follows(rf.b, wo.b) {
				t.imply(wo.lit, wo.to, wo.to, rf.lit)
			}
			continue
		}
		if !searched {
			searched = true
			t.reach.nextStamp()
			t.backward(rf.to)
		}
		if t.reach.mark[wo.to] == t.reach.stamp+1 {
			t.imply(wo.lit, wo.to, rf.to, rf.lit)
		}
	}
}

// propagateLater implies, for a write-order edge that became active, the
// complements of the read-from literals whose from-read edge is impossible.
func (t *Theory) propagateLater(id int32) {
	if t.search == nil {
		return
	}
	wo := &t.edges[id]
	searched := false
	for _, id := range t.accesses[wo.a].readers {
		rf := &t.edges[id]
		if t.search.Value(rf.lit) != sat.Undef {
			continue
		}
		if wo.to == rf.to {
			if !t.follows(rf.b, wo.b) {
				t.imply(rf.lit, wo.to, wo.to, wo.lit)
			}
			continue
		}
		if !searched {
			searched = true
			t.reach.nextStamp()
			t.forward(wo.to)
		}
		if t.reach.mark[rf.to] == t.reach.stamp {
			t.imply(rf.lit, wo.to, rf.to, wo.lit)
		}
	}
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
