package encoding

import (
	"whittle.dev/internal/axioms"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// layer is a copy of happens-before: (sb | sw)+. Every point has a node, or two where what comes to it and
// what leaves it are to be told apart. What synchronises with what runs through further nodes: that of a
// write is after all releases of whose sequences it is a part, and that of a read is before all that acquire
// by it; a read-modify-write leads from one to the other, which makes release sequences.
type layer struct {
	w            *weak
	in, out      []smt.Node // by point
	gives, takes []smt.Node // by point; none: there is nothing to give or take
}

const noNode = smt.Node(-1)

// layer makes a copy. split says which points have two nodes; nil: none.
func (w *weak) layer(split func(*point) bool) *layer {
	n := len(w.points)
	l := &layer{w: w, in: make([]smt.Node, n), out: make([]smt.Node, n), gives: make([]smt.Node, n),
		takes: make([]smt.Node, n)}
	for _, ps := range w.threads {
		for i, p := range ps {
			l.in[p.id] = w.graph.Node()
			l.out[p.id] = l.in[p.id]
			if split != nil && split(p) {
				l.out[p.id] = w.graph.Node()
				w.graph.Before(l.in[p.id], l.out[p.id])
			}
			if i > 0 {
				w.graph.Before(l.out[ps[i-1].id], l.in[p.id])
			}
		}
	}
	w.across(func(a, b *point) { w.graph.Before(l.out[a.id], l.in[b.id]) })
	for i := range n {
		l.gives[i], l.takes[i] = noNode, noNode
	}
	for _, p := range w.points {
		if p.ev != nil && p.atomic {
			l.ends(p)
		}
	}
	for _, p := range w.points {
		if p.kind != axioms.Read || p.pair == nil {
			continue
		}
		takes, gives := l.takes[p.id], l.gives[p.pair.id]
		if takes != noNode && gives != noNode && takes != l.in[p.id] {
			w.graph.Before(takes, gives)
		}
	}
	w.copies = append(w.copies, l)
	return l
}

// across calls f with the creation of each thread and its first point.
func (w *weak) across(f func(a, b *point)) {
	for _, th := range w.Graph.Threads {
		if ps := w.threads[th.ID]; th.Parent >= 0 && len(ps) > 0 {
			f(w.syncs[th.Spawn], ps[0])
		}
	}
}

// ends makes the node of an atomic access for what synchronises.
func (l *layer) ends(p *point) {
	w := l.w
	whole := p.pair != nil && w.s.IsTrue(l.read(p).acquires) && w.s.IsTrue(l.write(p).releases)
	if p.kind == axioms.Write {
		switch sources := l.fences(p, -1, func(f *point) term.Term { return f.releases }); {
		case w.s.IsTrue(p.releases) && (p.pair == nil || whole):
			l.gives[p.id] = l.out[p.id]
		case w.s.IsTrue(p.releases):
			l.gives[p.id] = w.graph.Node()
			w.graph.Before(l.out[p.id], l.gives[p.id])
		case p.pair != nil || len(sources) > 0:
			l.gives[p.id] = w.graph.Node()
			for _, f := range sources {
				w.edge(l.given(p, f), l.out[f.id], l.gives[p.id])
			}
		}
		return
	}
	switch sinks := l.fences(p, 1, func(f *point) term.Term { return f.acquires }); {
	case w.s.IsTrue(p.acquires) && (p.pair == nil || whole):
		l.takes[p.id] = l.in[p.id]
	case !w.s.IsFalse(p.acquires) || p.pair != nil || len(sinks) > 0:
		l.takes[p.id] = w.graph.Node()
		w.edge(p.acquires, l.takes[p.id], l.in[p.id])
		if w.s.IsTrue(p.acquires) {
			return
		}
		for _, f := range sinks {
			w.edge(l.given(p, f), l.takes[p.id], l.in[f.id])
		}
	}
}

func (l *layer) read(p *point) *point {
	if p.kind == axioms.Read {
		return p
	}
	return p.pair
}

func (l *layer) write(p *point) *point {
	if p.kind == axioms.Write {
		return p
	}
	return p.pair
}

// given is the condition that a fence takes place, for an edge that matters only if p does.
func (l *layer) given(p, f *point) term.Term {
	if l.w.sure(p, f) {
		return l.w.s.True()
	}
	return f.when
}

// fences lists the fences before or after a point in its thread, up to one that takes place if the point
// does.
func (l *layer) fences(p *point, step int, is func(*point) term.Term) (out []*point) {
	ps := l.w.threads[p.thread]
	for i := p.index + step; i >= 0 && i < len(ps); i += step {
		if f := ps[i]; f.kind == axioms.Fence && l.w.s.IsTrue(is(f)) {
			out = append(out, f)
			if l.w.sure(p, f) {
				break
			}
		}
	}
	return out
}

// synchronise adds what follows if a read sees a source.
func (l *layer) synchronise(x seen, r *point) {
	if x.source.Write == nil || !l.w.aligned(x.source.Write, x.read) {
		return
	}
	a, b := l.gives[l.w.at[x.source.Write.Event].id], l.takes[r.id]
	if a != noNode && b != noNode {
		l.w.graph.Edge(x.lit, a, b)
	}
}
