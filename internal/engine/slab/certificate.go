package slab

import (
	"context"
	"errors"
	"slices"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// The certificate of an empty slice is an inductive invariant, made from the nodes that were removed: the
// states of those that led to no bad node, and the initial states. docs/decisions has the derivation; in
// short: run the procedure backwards. Before each operation, the states in the invariant are closed under the
// edges of the abstraction if they are so after it.
//
//   - Nodes that lead to no bad node have edges to such nodes only: they are put in as a whole.
//   - Nodes that no initial node leads to, and inconsistent ones, have no edges from nodes outside of them:
//     they are left out.
//   - Splits, the removal of inconsistent transitions, of loops that change no live variable, and
//     simplification (which only makes more steps possible) need nothing.
//   - A node that was bypassed gets an interpolant: states that are reached from the invariant over its
//     incoming steps are put in, states from which an outgoing step leads out of the invariant are not. The
//     bypass transitions, which the invariant is closed under, say that this can be done.
//
// Restricting paths to the last initial and the first bad state costs nothing: initial states are in the
// invariant, and from bad states nothing is to be shown.

// errNoInvariant: the interpolant of a bypassed node was not found.
var errNoInvariant = errors.New("no interpolant was found for a node that was bypassed")

// invariant returns the certificate of a refinement that ended with an empty slice, over the variables of the
// problem.
func (x *refinement) invariant(ctx context.Context) (term.Term, error) {
	st := x.voc.st
	c := &certificate{x: x, inside: map[*cell]term.Term{}}
	x.settleRest()
	if err := c.bypassed(ctx); err != nil {
		return term.None, err
	}
	init, err := st.And(x.problem.init...), st.And(x.target.cond...)
	inv := st.Or(init, st.And(append([]term.Term{st.Not(err), c.of(x.a.history.root)}, x.known...)...))
	return x.last.withImages(x.problem, inv)
}

// settleRest removes the nodes that are left, which happens if unreachable nodes are kept.
func (x *refinement) settleRest() {
	for _, n := range slices.Clone(x.a.nodes) {
		if n.toBad.d == unreachable {
			x.drop(n, dead)
		}
	}
	for len(x.a.nodes) > 0 {
		x.drop(x.a.nodes[0], isolated)
	}
}

// certificate builds the invariant.
type certificate struct {
	x *refinement
	// inside has by node the condition on its states to be in the invariant, given its label.
	inside map[*cell]term.Term
}

// of returns the condition under which a state of a node is in the invariant.
func (c *certificate) of(n *cell) term.Term {
	if t, ok := c.inside[n]; ok {
		return t
	}
	st := c.x.voc.st
	t := st.False() // of isolated nodes
	switch n.fate {
	case dead:
		t = st.True()
	case split:
		t = st.Ite(c.x.voc.entries[n.q].t, c.of(n.yes), c.of(n.no))
	}
	c.inside[n] = t
	return t
}

// bypassed finds the conditions of the nodes that were bypassed, the last one first: its neighbours were
// bypassed later, if at all.
func (c *certificate) bypassed(ctx context.Context) error {
	var list []*cell
	var collect func(n *cell)
	collect = func(n *cell) {
		switch n.fate {
		case split:
			collect(n.yes)
			collect(n.no)
		case bypassed:
			list = append(list, n)
		}
	}
	collect(c.x.a.history.root)
	slices.SortFunc(list, func(a, b *cell) int { return b.passed.order - a.passed.order })
	for _, n := range list {
		t, err := c.between(ctx, n.passed)
		if err != nil {
			return err
		}
		c.inside[n] = t
	}
	return nil
}

// between returns the condition of a bypassed node. It is simple if nothing in the invariant leads to the
// node, or nothing out of the invariant; else it is about the outgoing steps alone that lead out of it.
func (c *certificate) between(ctx context.Context, p *passing) (term.Term, error) {
	st := c.x.voc.st
	if ok, err := c.possible(ctx, c.reach(p), c.conj(p.label, 1)); err != nil || !ok {
		return st.False(), err
	}
	some := *p
	some.out = nil
	for _, out := range p.out {
		ok, err := c.possible(ctx, c.leave(out), c.conj(p.label, 1))
		if err != nil {
			return term.None, err
		}
		if ok {
			some.out = append(some.out, out)
		}
	}
	if t, ok := c.precondition(&some); ok {
		return t, nil
	}
	return c.interpolant(ctx, &some)
}

// possible decides whether formulas can hold together; what is not known is possible.
func (c *certificate) possible(ctx context.Context, ts ...term.Term) (bool, error) {
	k := c.x.asker
	if k.solver == nil {
		k.solver = k.general(k.voc.st)
	}
	k.questions++
	r := k.solver.Check(ctx, ts...)
	return r.Status != smt.Unsat, ctx.Err()
}

// conj is a conjunction of formulas about a state of a path.
func (c *certificate) conj(fs []formula, at int) term.Term {
	ts := make([]term.Term, len(fs))
	for i, f := range fs {
		ts[i] = c.x.asker.instance(part{f, at})
	}
	return c.x.voc.st.And(ts...)
}

func (c *certificate) state(t term.Term, at int) term.Term {
	return c.x.asker.instance(part{c.x.voc.formula(t), at})
}

// reach says that a step from the invariant, from state 0, leads to state 1 of a bypassed node.
func (c *certificate) reach(p *passing) term.Term {
	var all []term.Term
	for _, in := range p.in {
		from := c.state(c.at(in), 0)
		all = append(all, c.x.voc.st.And(c.conj(in.label, 0), from, c.conj(in.step.parts, 0)))
	}
	return c.x.voc.st.Or(all...)
}

// leave says that a step from state 1 of a bypassed node leads to state 2, out of the invariant.
func (c *certificate) leave(out passage) term.Term {
	st := c.x.voc.st
	return st.And(c.conj(out.step.parts, 1), c.conj(out.label, 2), c.state(st.Not(c.at(out)), 2))
}

// at returns the condition of the node at the other end of a passage.
func (c *certificate) at(p passage) term.Term {
	st := c.x.voc.st
	switch {
	case p.initial:
		return st.True()
	case p.bad:
		return st.False()
	}
	return c.of(p.other)
}

// precondition is the weakest condition: all outgoing steps end in the invariant. It has no quantifiers if
// these are assignments without inputs, of all variables that matter.
func (c *certificate) precondition(p *passing) (term.Term, bool) {
	x := c.x
	st := x.voc.st
	all := []term.Term{}
	for _, out := range p.out {
		if !out.step.isAssignment() {
			return term.None, false
		}
		values := map[term.Term]term.Term{}
		for _, u := range out.step.updates {
			values[x.problem.vars[u.v].Sym] = u.value
		}
		enters := []term.Term{}
		for _, f := range out.label {
			enters = append(enters, x.voc.entries[f].t)
		}
		bad := st.And(append(enters, st.Not(c.at(out)))...)
		for _, sym := range st.Symbols(bad) {
			if values[sym] == term.None {
				return term.None, false
			}
		}
		leaves := []term.Term{st.Substitute(bad, values)}
		for _, f := range out.step.guards {
			leaves = append(leaves, x.voc.entries[f].t)
		}
		all = append(all, st.Not(st.And(leaves...)))
	}
	t := st.And(all...)
	for _, sym := range st.Symbols(t) {
		if _, ok := x.voc.now[sym]; !ok {
			return term.None, false
		}
	}
	return t, true
}

// interpolant separates the states of a bypassed node that are reached from the invariant from those from
// which a step leads out of it.
func (c *certificate) interpolant(ctx context.Context, p *passing) (term.Term, error) {
	x, k, st := c.x, c.x.asker, c.x.voc.st
	if x.interpolator == nil {
		return term.None, errNoInvariant
	}
	var leave []term.Term
	for _, out := range p.out {
		leave = append(leave, c.leave(out))
	}
	t, r := x.interpolator.Interpolate(ctx, []term.Term{c.reach(p), c.conj(p.label, 1)},
		[]term.Term{st.Or(leave...)})
	if r.Status != smt.Unsat {
		if err := ctx.Err(); err != nil {
			return term.None, err
		}
		return term.None, errNoInvariant
	}
	back := map[term.Term]term.Term{}
	for v, sym := range k.state(1).syms {
		back[sym] = x.problem.vars[v].Sym
	}
	return st.Substitute(t, back), nil
}

// original is an invariant of the problem as one of the system: the variables that only the problem has are
// those of a state in which it has started and hit nothing.
func (p *problem) original(invariant term.Term) term.Term {
	values := map[term.Term]term.Term{}
	if p.started >= 0 {
		values[p.vars[p.started].Sym] = p.st.True()
	}
	if p.hit >= 0 {
		values[p.vars[p.hit].Sym] = p.st.False()
	}
	return p.st.Substitute(invariant, values)
}
