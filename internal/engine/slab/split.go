package slab

import (
	"context"
	"slices"
)

// split splits a node into one with the predicate q and one with its negation (section 6.1). Of the copies of
// an edge only the consistent ones are made: the model of the edge says for nothing that one of them is, the
// cores of its step often that another is not.
func (x *refinement) split(ctx context.Context, n *node, q formula) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	a := x.a
	notQ := x.voc.not(q)
	no := a.addNode(false, false, append(slices.Clip(n.label), notQ))
	no.live = slices.Clone(n.live)
	a.extend(n, q)
	if n.cell != nil {
		n.cell.fate, n.cell.q, n.cell.yes, n.cell.no = split, q, &cell{}, &cell{}
		no.cell = n.cell.no
		n.cell = n.cell.yes
	}
	in, out := slices.Clone(n.in), slices.Clone(n.out)
	var gone []*edge
	copies := func(e *edge, ends [][2]*node) error {
		for _, end := range ends {
			m, err := x.copyModel(ctx, e, end[0], end[1], n, q)
			switch {
			case err != nil:
				return err
			case end[0] == e.from && end[1] == e.to:
				if m == nil {
					gone = append(gone, e)
				} else {
					e.model = m.model
					a.rename(e)
				}
			case m != nil:
				a.addEdge(end[0], end[1], e.step, m.model)
			}
		}
		return nil
	}
	for _, e := range in {
		ends := [][2]*node{{e.from, no}, {e.from, n}}
		if e.from == n {
			ends = [][2]*node{{no, no}, {no, n}, {n, no}, {n, n}}
		}
		if err := copies(e, ends); err != nil {
			return err
		}
	}
	for _, e := range out {
		if e.to != n {
			if err := copies(e, [][2]*node{{no, e.to}, {n, e.to}}); err != nil {
				return err
			}
		}
	}
	forward.settle(no)
	backward.settle(no)
	x.cut(gone)
	x.pruneNew(no)
	return nil
}

// pruneNew removes a new node that is on no error path.
func (x *refinement) pruneNew(n *node) {
	switch {
	case n.at < 0:
	case n.toBad.d == unreachable:
		x.prune([]*node{n}, nil)
	case n.fromInit.d == unreachable:
		x.prune(nil, []*node{n})
	}
}

// copied is a copy of an edge that is consistent, or taken to be; the model may be unknown.
type copied struct{ model model }

// copyModel decides a copy of edge e between two nodes, of which n and the one beside it have the predicate q
// and its negation; nil: it is inconsistent.
func (x *refinement) copyModel(ctx context.Context, e *edge, from, to, n *node, q formula) (*copied, error) {
	if x.cfg.NoInconsistentTransitions {
		return &copied{}, nil
	}
	if e.model != nil && !x.cfg.NoModels && x.fits(e, from, to, n, q) {
		x.count.ByModel++
		return &copied{e.model}, nil
	}
	m, err := x.consistent(ctx, from, e.step, to)
	if m == nil {
		return nil, err
	}
	return &copied{m}, nil
}

// fits reports whether the model of e satisfies the labels of a copy.
func (x *refinement) fits(e *edge, from, to, n *node, q formula) bool {
	if e.from == n {
		if v, known := e.model.holds(q, 0); !known || v != (from == n) {
			return false
		}
	}
	if e.to == n {
		if v, known := e.model.holds(q, 1); !known || v != (to == n) {
			return false
		}
	}
	return true
}
