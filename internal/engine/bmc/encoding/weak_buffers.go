package encoding

import (
	"maps"
	"slices"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// buffer makes the graph of what leaves the store buffers in TSO and PSO, as package axioms has it:
// acyclic(ppo | fence | rfe | mo | rb).
//
// Reads are before all that follows in their thread, so they are a chain; writes are before the next write,
// of any place or in PSO of the same place. What drains the buffer is in the chain of the reads, and after
// the last write where it takes place.
func (w *weak) buffer() {
	w.buffers = make([]smt.Node, len(w.points))
	for i := range w.points {
		w.buffers[i] = w.graph.Node()
	}
	for _, ps := range w.threads {
		b := buffered{weak: w, chain: noNode, publishes: noNode, at: map[uint64]smt.Node{}}
		for _, p := range ps {
			b.point(p)
		}
	}
	w.across(func(a, b *point) { w.graph.Before(w.buffers[a.id], w.buffers[b.id]) })
}

// buffered is a thread up to some point.
type buffered struct {
	*weak
	chain     smt.Node            // the last of the chain of the reads
	publishes smt.Node            // the last release fence, in PSO
	last      []smt.Node          // writes after which are no others in the buffer that they are before
	at        map[uint64]smt.Node // PSO: by constant address, the last write
	cells     []*eventfacts.Cell  // PSO: of all writes
}

func (b *buffered) point(p *point) {
	n := b.buffers[p.id]
	drains := b.s.And(p.drains, p.when)
	b.need(drains)
	publishes := p.kind == axioms.Fence && b.s.IsTrue(p.releases) && !b.s.IsTrue(p.drains)
	switch {
	case publishes && b.model == axioms.PSO:
		b.empty(p.when, n)
		b.after(b.publishes, n)
		b.publishes = n
		return
	case p.kind == axioms.Fence && !b.s.IsTrue(p.drains):
		return
	}
	b.after(b.chain, n)
	b.empty(drains, n)
	if p.kind != axioms.Write {
		b.chain = n
		return
	}
	b.after(b.publishes, n)
	b.write(p, n)
	if !b.s.IsFalse(drains) {
		// What does not take place must not stand between writes and reads.
		later := b.graph.Node()
		b.after(b.chain, later)
		b.edge(drains, n, later)
		b.chain = later
	}
}

// after orders a node after one that there may be.
func (b *buffered) after(a, n smt.Node) {
	if a != noNode {
		b.graph.Before(a, n)
	}
}

// empty orders a node after all writes so far, if a condition holds.
func (b *buffered) empty(cond term.Term, n smt.Node) {
	for _, last := range b.last {
		b.edge(cond, last, n)
	}
	for _, k := range slices.Sorted(maps.Keys(b.at)) {
		b.edge(cond, b.at[k], n)
	}
}

// write orders a write after those before it that leave the buffer first.
func (b *buffered) write(p *point, n smt.Node) {
	if b.model == axioms.TSO {
		for _, last := range b.last {
			b.after(last, n)
		}
		b.last = []smt.Node{n}
		return
	}
	fixed := true
	for _, c := range p.cells {
		fixed = fixed && c.Fixed
		for _, x := range b.cells {
			if (!c.Fixed || !x.Fixed) && b.Cells.Alike(x, c) {
				b.edge(b.Cells.Same(x, c), b.buffers[b.weak.at[x.Event].id], n)
			}
		}
		if c.Fixed {
			if last, ok := b.at[c.Place]; ok {
				b.after(last, n)
			}
			b.at[c.Place] = n
		}
	}
	b.cells = append(b.cells, p.cells...)
	if !fixed {
		b.last = append(b.last, n)
	}
}

// leave adds what follows in that graph if a read sees a source: reads of other threads' writes are after
// these.
func (w *weak) leave(x seen, r *point) {
	if s := x.source.Write; s != nil && s.Event.Thread != r.thread {
		w.graph.Edge(x.lit, w.buffers[w.at[s.Event].id], w.buffers[r.id])
	}
	w.graph.ReadFrom(x.lit, w.source(x.source), w.accessAt(w.buffers[r.id], x.read))
}

// reach adds what follows in that graph if a write comes after another one.
func (w *weak) reach(x overwritten) {
	n := w.buffers[w.at[x.write.Event].id]
	if s := x.source.Write; s != nil {
		if a := w.buffers[w.at[s.Event].id]; a != n {
			w.graph.Edge(x.lit, a, n)
		}
	}
	w.graph.WriteOrder(x.lit, w.source(x.source), w.accessAt(n, x.write))
}
