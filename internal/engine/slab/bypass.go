package slab

import (
	"context"

	"whittle.dev/term"
)

// Bypass Transition (section 5.4). A node is bypassed where that makes the abstraction no larger: it has no
// loop, and the product of the numbers of its incoming and outgoing transitions is at most their sum. All
// incoming transitions are modified at once, so that the node goes.

// bypass bypasses nodes until there is none left for which it pays.
func (x *refinement) bypass(ctx context.Context) error {
	for again := true; again; {
		again = false
		for i := 0; i < len(x.a.nodes); i++ {
			n := x.a.nodes[i]
			if n.initial || n.bad || !worthBypassing(n) {
				continue
			}
			if err := x.bypassNode(ctx, n); err != nil {
				return err
			}
			again = true
		}
	}
	return nil
}

func worthBypassing(n *node) bool {
	for _, e := range n.out {
		if e.to == n {
			return false
		}
	}
	in, out := len(n.in), len(n.out)
	return in*out <= in+out
}

func (x *refinement) bypassNode(ctx context.Context, n *node) error {
	a := x.a
	x.record(n)
	var added []*edge
	for _, e1 := range n.in {
		for _, e2 := range n.out {
			s := a.steps.compose(e1.step, n, e2.step)
			if s == nil {
				continue
			}
			e := &edge{from: e1.from, to: e2.to, step: s}
			m, err := x.consistent(ctx, e.from, s, e.to)
			if err != nil {
				return err
			}
			if m != nil {
				added = append(added, e)
				e.model = m
			}
		}
	}
	for _, e := range added {
		e := a.addEdge(e.from, e.to, e.step, e.model)
		forward.added(e)
		backward.added(e)
	}
	var gone []*edge
	gone = append(append(gone, n.in...), n.out...)
	// What leads around the node is there, so the node alone is lost.
	for _, e := range gone {
		a.removeEdge(e)
	}
	lost, unreached := backward.removed(gone), forward.removed(gone)
	keep := func(ns []*node) []*node {
		var out []*node
		for _, m := range ns {
			if m != n {
				out = append(out, m)
			}
		}
		return out
	}
	x.drop(n, bypassed)
	x.prune(keep(lost), keep(unreached))
	x.picture("n%d is bypassed", n.id)
	return nil
}

// record keeps how a node is passed, for the certificate.
func (x *refinement) record(n *node) {
	x.count.Bypassed++
	p := &passing{label: n.label, order: x.count.Bypassed}
	for _, e := range n.in {
		p.in = append(p.in, passage{e.step, e.from.cell, e.from.label, e.from.initial, e.from.bad})
	}
	for _, e := range n.out {
		p.out = append(p.out, passage{e.step, e.to.cell, e.to.label, e.to.initial, e.to.bad})
	}
	n.cell.passed = p
}

// compose is the bypass relation of two steps at a node between them; nil if it is false. The label of the
// node is part of it, but for its clauses that say that it is neither initial nor bad: without them the
// relation is weaker, and shorter.
//
// Where the first step is an assignment its values are substituted. A variable that it does not set has any
// value in between: it becomes an input. So do all variables if there are relations.
func (st *stepTable) compose(first *step, n *node, second *step) *step {
	voc := st.voc
	st.renamings++
	nth := func(like term.Term) term.Term { return voc.input(like, st.renamings) }
	values := map[int]term.Term{}
	if first.isAssignment() {
		for _, u := range first.updates {
			values[u.v] = u.value
		}
	}
	need := newVarset(len(voc.p.vars)) // variables whose value in between is spoken of
	fs := append(append([]formula{}, n.label...), second.parts...)
	for _, f := range fs {
		need.union(voc.entries[f].now)
	}
	for _, f := range first.parts {
		need.union(voc.entries[f].next)
	}
	into, from := map[term.Term]term.Term{}, map[term.Term]term.Term{}
	need.each(func(v int) {
		x := &voc.p.vars[v]
		value, ok := values[v]
		if !ok {
			value = nth(x.Sym)
		}
		from[x.Sym], into[x.Next] = value, value
	})
	// The inputs of the two steps are different ones.
	for _, f := range second.parts {
		for _, in := range voc.entries[f].inputs {
			from[in] = nth(in)
		}
	}
	var guards, relations []formula
	add := func(t term.Term) {
		for _, c := range voc.st.Conjuncts(t) {
			if f := voc.formula(c); voc.aboutNext(f) {
				relations = append(relations, f)
			} else {
				guards = append(guards, f)
			}
		}
	}
	guards = append(guards, first.guards...)
	for _, f := range first.parts {
		if voc.aboutNext(f) && !first.isAssignment() {
			add(voc.st.Substitute(voc.entries[f].t, into))
		}
	}
	for _, f := range n.label {
		if !voc.isClause(f) {
			add(voc.st.Substitute(voc.entries[f].t, from))
		}
	}
	var updates []update
	for _, f := range second.guards {
		add(voc.st.Substitute(voc.entries[f].t, from))
	}
	for _, u := range second.updates {
		updates = append(updates, st.update(u.v, voc.st.Substitute(u.value, from)))
	}
	for _, f := range second.relations {
		add(voc.st.Substitute(voc.entries[f].t, from))
	}
	origin := append(append([]int{}, first.origin...), second.origin...)
	return st.make(guards, updates, relations, origin)
}
