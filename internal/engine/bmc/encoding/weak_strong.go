package encoding

import (
	"whittle.dev/internal/axioms"
	"whittle.dev/internal/cfa"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// strong is the order of sequentially consistent events of RC11, psc: see axioms and there rc11.go. A cycle
// of psc is one of a graph in which the events have nodes, and the ways that its expressions allow lead
// through copies of happens-before:
//
//   - between two accesses: program order, which the nodes are in; through a copy that is entered by a step to
//     another place, and left so; where happens-before is at one place; mo and rb;
//   - from a fence: through a copy, "after", to where a step of those ends at an access. To a fence: through
//     a copy, "until", from where such a step begins at an access;
//   - between two fences: through "after", and perhaps the coherence graph and "until".
//
// What is left out of psc here, such as steps of happens-before between fences and accesses by way of another
// place, follows from these: it begins or ends with program order.
type strong struct {
	*weak
	nodes        []smt.Node // by point; none: it is not sequentially consistent, nor a Sync
	after, until *layer     // nil: there are no such fences
}

// strengthen makes the order of sequentially consistent events.
func (w *weak) strengthen() error {
	accesses, fences := false, false
	for _, p := range w.points {
		accesses = accesses || p.ev != nil && !w.s.IsFalse(p.seqcst)
		fences = fences || isStrongFence(p)
	}
	if !accesses && !fences {
		return nil
	}
	x := &strong{weak: w, nodes: make([]smt.Node, len(w.points))}
	w.strong = x
	x.programOrder()
	if accesses {
		x.byOtherPlaces()
	}
	if fences {
		x.after, x.until = w.layer(isStrongFence), w.layer(nil)
		x.fences()
	}
	return x.atOnePlace()
}

func isStrongFence(p *point) bool { return p.kind == axioms.Fence && p.order == cfa.SeqCst }

// is is the condition that a point takes place and is a sequentially consistent access.
func (x *strong) is(p *point) term.Term {
	if p.ev == nil {
		return x.s.False()
	}
	return x.s.And(p.seqcst, p.when)
}

func (x *strong) programOrder() {
	for _, ps := range x.threads {
		last := noNode
		for _, p := range ps {
			x.nodes[p.id] = noNode
			if p.kind != axioms.Sync && x.s.IsFalse(p.seqcst) {
				continue
			}
			n := x.graph.Node()
			x.nodes[p.id] = n
			if last != noNode {
				x.graph.Before(last, n)
			}
			last = n
		}
	}
	x.across(func(a, b *point) { x.graph.Before(x.nodes[a.id], x.nodes[b.id]) })
}

// byOtherPlaces is sb≠place;hb;sb≠place between accesses.
func (x *strong) byOtherPlaces() {
	l := x.layer(nil)
	for _, p := range x.points {
		is := x.is(p)
		if x.s.IsFalse(is) {
			continue
		}
		for _, step := range []int{1, -1} {
			ps := x.threads[p.thread]
			for i := p.index + step; i >= 0 && i < len(ps); i += step {
				q := ps[i]
				apart := x.apart(p, q)
				cond := x.s.And(is, q.when, apart)
				if x.sure(p, q) {
					cond = x.s.And(is, apart)
				}
				if step > 0 {
					x.edge(cond, x.nodes[p.id], l.in[q.id])
				} else {
					x.edge(cond, l.out[q.id], x.nodes[p.id])
				}
				if x.sure(p, q) && x.s.IsTrue(apart) {
					break
				}
			}
		}
	}
}

// fences connects the nodes with the copies of happens-before after and before fences.
func (x *strong) fences() {
	for _, ps := range x.threads {
		for i, p := range ps {
			switch {
			case isStrongFence(p):
				x.edge(p.when, x.nodes[p.id], x.after.out[p.id])
				x.edge(p.when, x.after.in[p.id], x.nodes[p.id])
				x.edge(p.when, x.until.out[p.id], x.nodes[p.id])
			case p.ev != nil && !x.s.IsFalse(p.seqcst):
				x.graph.Before(x.after.out[ps[i-1].id], x.nodes[p.id])
				if i+1 < len(ps) {
					x.graph.Before(x.nodes[p.id], x.until.in[ps[i+1].id])
				}
			}
		}
	}
	for _, u := range x.units {
		x.edge(u.when, x.after.out[u.last().id], u.node)
		x.edge(u.when, u.node, x.until.in[u.first().id])
	}
}

// atOnePlace is happens-before between accesses to one place.
func (x *strong) atOnePlace() error {
	for i, b := range x.units {
		for _, a := range x.units[:i] {
			if err := x.Meter.Tick(1); err != nil {
				return err
			}
			if a.thread == b.thread || !x.Cells.Alike(a.cell, b.cell) {
				continue
			}
			for _, u := range [2][2]*unit{{a, b}, {b, a}} {
				if at := x.orderedAt(u[0], u[1]); !x.s.IsFalse(at) {
					x.between(at, u[0], u[1])
				}
			}
		}
	}
	return nil
}

// between connects two units that a condition puts into this order at one place.
func (x *strong) between(at term.Term, a, b *unit) {
	for _, q := range b.points {
		isQ := x.is(q)
		for _, p := range a.points {
			x.edge(x.s.And(at, x.is(p), isQ), x.nodes[p.id], x.nodes[q.id])
		}
		if x.after != nil {
			x.edge(x.s.And(at, a.when, isQ), x.after.out[a.last().id], x.nodes[q.id])
		}
	}
	for _, p := range a.points {
		if x.until != nil {
			x.edge(x.s.And(at, x.is(p), b.when), x.nodes[p.id], x.until.in[b.first().id])
		}
	}
}

// read adds that a read comes before what overwrites its source.
func (x *strong) read(s seen, r *point) {
	from := x.source(s.source)
	if x.after != nil {
		x.graph.ReadFrom(s.lit, from, x.accessAt(x.after.out[r.id], s.read))
	}
	if x.nodes[r.id] != noNode {
		x.graph.ReadFrom(x.s.And(s.lit, r.seqcst), from, x.accessAt(x.nodes[r.id], s.read))
	}
}

// write adds that a write comes after its source, and after the reads of that.
func (x *strong) write(o overwritten) {
	p := x.at[o.write.Event]
	from := x.source(o.source)
	var a *point
	if o.source.Write != nil {
		a = x.at[o.source.Write.Event]
	}
	if n := x.nodes[p.id]; n != noNode {
		x.graph.WriteOrder(o.lit, from, x.accessAt(n, o.write))
		if a != nil && x.nodes[a.id] != noNode {
			x.graph.Edge(o.lit, x.nodes[a.id], n)
		}
		if a != nil && x.after != nil {
			x.graph.Edge(o.lit, x.after.out[a.id], n)
		}
	}
	if x.until != nil {
		n := x.until.in[p.id]
		x.graph.WriteOrder(o.lit, from, x.accessAt(n, o.write))
		if a != nil && x.nodes[a.id] != noNode {
			x.graph.Edge(o.lit, x.nodes[a.id], n)
		}
	}
}
