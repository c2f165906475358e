package encoding

import (
	"whittle.dev/internal/axioms"
	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/ordering"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// unit is a part of memory that one access, or one read-modify-write, reads or writes: a node of the
// coherence graph. That both halves of a read-modify-write are one node makes it atomic.
type unit struct {
	id     int
	node   smt.Node
	thread int
	cell   *eventfacts.Cell // of its first point
	points []*point
	when   term.Term
}

func (u *unit) first() *point { return u.points[0] }

func (u *unit) last() *point { return u.points[len(u.points)-1] }

// cohere makes the coherence graph: acyclic(hb-same-place | rf | mo | rb), with program order in place of
// happens-before (hb) in TSO and PSO.
func (w *weak) cohere() error {
	for _, p := range w.points {
		w.unitsOf(p)
	}
	for _, ps := range w.threads {
		if err := w.cohereThread(ps); err != nil {
			return err
		}
	}
	if w.model != axioms.RC11 {
		return nil
	}
	for i, b := range w.units {
		for _, a := range w.units[:i] {
			if err := w.Meter.Tick(1); err != nil {
				return err
			}
			if a.thread == b.thread || !w.Cells.Alike(a.cell, b.cell) {
				continue
			}
			for _, p := range [2][2]*unit{{a, b}, {b, a}} {
				w.edge(w.orderedAt(p[0], p[1]), p[0].node, p[1].node)
			}
		}
	}
	return nil
}

// unitsOf makes the units of an access.
func (w *weak) unitsOf(p *point) {
	for i, c := range p.cells {
		if p.pair != nil && p.pair.index < p.index {
			u := w.unitOf[p.pair.cells[i]]
			u.points = append(u.points, p)
			u.when = w.s.Or(u.when, p.when)
			w.unitOf[c] = u
			continue
		}
		u := &unit{id: len(w.units), node: w.graph.Node(), thread: p.thread, cell: c, points: []*point{p},
			when: p.when}
		w.units = append(w.units, u)
		w.unitOf[c] = u
	}
}

// cohereThread orders what a thread does at each place.
func (w *weak) cohereThread(ps []*point) error {
	last := map[uint64]*unit{} // by constant address
	var all []*unit
	for _, p := range ps {
		if p.pair != nil && p.pair.index < p.index {
			continue
		}
		for _, c := range p.cells {
			u := w.unitOf[c]
			if c.Fixed {
				if before := last[c.Place]; before != nil {
					w.graph.Before(before.node, u.node)
				}
				last[c.Place] = u
			}
			for _, v := range all {
				if err := w.Meter.Tick(1); err != nil {
					return err
				}
				if (!c.Fixed || !v.cell.Fixed) && w.Cells.Alike(v.cell, c) {
					w.edge(w.Cells.Same(v.cell, c), v.node, u.node)
				}
			}
			all = append(all, u)
		}
	}
	return nil
}

// before is a condition that is true whenever one unit happens before another one, which is of another
// thread, and both take place.
func (w *weak) before(a, b *unit) term.Term {
	x, y := a.last(), b.first()
	switch {
	case w.Order.Before(y.ev, x.ev):
		return w.s.False()
	case w.Order.Before(x.ev, y.ev):
		return w.s.And(a.when, b.when)
	}
	k := [2]int{a.id, b.id}
	lit, ok := w.ordered[k]
	if !ok {
		lit = w.s.Fresh("hb", term.Bool)
		w.ordered[k] = lit
		w.edges = append(w.edges, conditional{lit: lit, a: w.hb.out[x.id], b: w.hb.in[y.id], asks: true})
	}
	return lit
}

// orderedAt is before, and that both are at the same place.
func (w *weak) orderedAt(a, b *unit) term.Term {
	return w.s.And(w.before(a, b), w.Cells.Same(a.cell, b.cell))
}

// coherent is the access of a source in the coherence graph.
func (w *weak) coherent(s ordering.Source) smt.Access {
	if s.Write != nil {
		return w.accessAt(w.unitOf[s.Write].node, s.Write)
	}
	a, ok := w.sources[s]
	if !ok {
		a = w.graph.Access(w.first, 0)
		w.sources[s] = a
	}
	return a
}
