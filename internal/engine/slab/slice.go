package slab

import "context"

// Slicing (section 5). Inconsistent transitions are removed as soon as labels change; the nodes that are on
// no error path then are known from the distances. What looks at the whole graph (live variables, bypassing)
// is done only when enough of it has changed.

// firstSlice makes the initial abstraction consistent: the operations Inconsistent Node and Inconsistent
// Transition for all nodes and edges.
func (x *refinement) firstSlice(ctx context.Context) error {
	if !x.cfg.NoInconsistentNodes {
		for _, n := range append([]*node{}, x.a.nodes...) {
			if n.at < 0 {
				continue
			}
			ans, err := x.ask(ctx, labelParts(nil, n, 0), 0)
			if err != nil {
				return err
			}
			if !ans.sat {
				x.dropInconsistent(n)
			}
		}
	}
	var gone []*edge
	for _, n := range x.a.nodes {
		for _, e := range n.out {
			ok, err := x.decide(ctx, e)
			if err != nil {
				return err
			}
			if !ok {
				gone = append(gone, e)
			}
		}
	}
	x.cut(gone)
	return nil
}

// dropInconsistent removes a node whose label is inconsistent.
func (x *refinement) dropInconsistent(n *node) {
	edges := append(append([]*edge{}, n.in...), n.out...)
	x.cut(edges)
	if n.at >= 0 { // it had no edges, or was removed with them
		x.drop(n, isolated)
	}
}

// decide finds out whether an edge is consistent, if it is not known; with the operation switched off it is
// taken to be.
func (x *refinement) decide(ctx context.Context, e *edge) (bool, error) {
	if e.model != nil || x.cfg.NoInconsistentTransitions {
		return true, nil
	}
	m, err := x.consistent(ctx, e.from, e.step, e.to)
	e.model = m
	return m != nil, err
}

// consistent returns a model of a step between two nodes, or nil if there is none. What it learns from a
// failure is remembered with the step.
func (x *refinement) consistent(ctx context.Context, from *node, s *step, to *node) (model, error) {
	if !x.cfg.NoCores {
		for i := range s.cores {
			if c := &s.cores[i]; c.from.subset(from.literals) && c.to.subset(to.literals) {
				x.count.ByCore++
				return nil, nil
			}
		}
	}
	parts := labelParts(x.parts[:0], from, 0)
	middle := len(parts)
	parts = stepParts(parts, s, 0)
	after := len(parts)
	parts = labelParts(parts, to, 1)
	x.parts = parts
	ans, err := x.ask(ctx, parts, 1)
	if err != nil || ans.sat {
		return ans.model, err
	}
	var c core
	for _, i := range ans.core {
		if l := x.voc.literal(parts[i].f); i < middle {
			c.from.add(l)
		} else if i >= after {
			c.to.add(l)
		}
	}
	s.cores = append(s.cores, c)
	return nil, nil
}

func labelParts(parts []part, n *node, at int) []part {
	for _, f := range n.label {
		parts = append(parts, part{f, at})
	}
	return parts
}

func stepParts(parts []part, s *step, at int) []part {
	for _, f := range s.parts {
		parts = append(parts, part{f, at})
	}
	return parts
}

// cut removes edges, and the nodes that are on no error path any more.
func (x *refinement) cut(edges []*edge) {
	if len(edges) == 0 {
		return
	}
	for _, e := range edges {
		if !e.removed() {
			x.a.removeEdge(e)
		}
	}
	x.prune(backward.removed(edges), forward.removed(edges))
}

// prune removes nodes that lead to no bad node, and then those that no initial node leads to. The order
// matters for the certificate: a node that is both counts as the former.
func (x *refinement) prune(lost, unreached []*node) {
	if x.cfg.NoUnreachable {
		return
	}
	for _, n := range lost {
		x.drop(n, dead)
	}
	for _, n := range unreached {
		if n.at >= 0 {
			x.drop(n, isolated)
		}
	}
}

// drop removes a node with its edges. These are on no error path, so that distances stay.
func (x *refinement) drop(n *node, why fate) {
	for len(n.in) > 0 {
		x.a.removeEdge(n.in[len(n.in)-1])
	}
	for len(n.out) > 0 {
		x.a.removeEdge(n.out[len(n.out)-1])
	}
	x.a.removeNode(n)
	if n.cell != nil {
		n.cell.fate = why
	}
}
