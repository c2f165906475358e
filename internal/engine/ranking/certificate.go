package ranking

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"

	"whittle.dev/internal/proof"
	"whittle.dev/internal/ts/flow"
	"whittle.dev/internal/ts/inductive"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// measuredProof is why every execution ends: conditions that hold at the locations of a graph, and measures of its
// components. The graph itself is taken from the translation.
type measuredProof struct {
	sys      transition.System
	g        *flow.Graph
	inv      [][]term.Term
	base     *flow.Graph // that g refines; nil: none
	baseInv  [][]term.Term
	strong   term.Term
	measures []*measure
	texts    []string
	// addresses reports whether a measure is made of addresses though its component makes objects, of which
	// there may be infinitely many.
	addresses func(*measure) bool
}

func (s *search) proof() *measuredProof {
	s.st.Freeze()
	return &measuredProof{sys: *s.sys, g: s.g, inv: s.inv, base: s.base, baseInv: s.baseInv, strong: s.strong,
		measures: s.measures, texts: s.measureTexts(), addresses: s.countsAddresses}
}

// Check asks, with a solver of its own: that the conditions hold initially and are kept by every edge; that
// no edge of a component increases its measure, and that strict edges decrease it; and that without the
// strict edges there is no cycle.
func (p *measuredProof) Check(ctx context.Context, make func(*term.Store) (smt.Solver, error)) (
	*proof.Certificate, error) {
	return p.checkWith(ctx, make, func(string) {})
}

// checkWith is Check; about is told what is asked next.
func (p *measuredProof) checkWith(ctx context.Context, make func(*term.Store) (smt.Solver, error),
	about func(string)) (*proof.Certificate, error) {
	st := p.sys.Terms.Fork()
	sys := p.sys
	sys.Terms = st
	claim := inductive.Claim{System: &sys, Invariant: p.strong}
	if a, err := claim.Check(ctx, make); err != nil || a.Status != inductive.Holds {
		return &proof.Certificate{Reason: "the invariant is not inductive"}, err
	}
	solver, err := make(st)
	if err != nil {
		return nil, err
	}
	if c, ok := solver.(io.Closer); ok {
		defer c.Close() //nolint:errcheck // it has answered
	}
	found := &proof.Measures{Steps: int64(len(inner(p.g)))}
	c := &checker{measuredProof: p, st: st, sys: &sys, ctx: ctx, solver: solver, about: about,
		out: &proof.Certificate{Evidence: found}, found: found}
	c.check()
	return c.out, ctx.Err()
}

// checker is a proof that is checked.
type checker struct {
	*measuredProof
	ctx    context.Context
	st     *term.Store
	sys    *transition.System
	solver smt.Solver
	about  func(string) // is told what is asked next
	out    *proof.Certificate
	found  *proof.Measures // the evidence of out
}

func (c *checker) check() {
	if c.base != nil && (!c.inductive(c.base, c.baseInv) || !c.refines()) {
		return
	}
	if !c.inductive(c.g, c.inv) || !c.goalsExcluded() {
		return
	}
	left := map[int]bool{}
	for _, i := range inner(c.g) {
		left[i] = true
	}
	for k, m := range c.measures {
		// Edges out of the component do not count; inside all must be there.
		in := map[int]bool{}
		for _, e := range m.edges {
			in[e] = true
		}
		for _, part := range components(c.g, keys(left)) {
			has := func(e int) bool { return in[e] }
			if slices.ContainsFunc(part.edges, has) && slices.ContainsFunc(part.edges,
				func(e int) bool { return !in[e] }) {
				c.out.Reason = "a measure leaves out an edge"
				return
			}
		}
		if c.addresses(m) {
			c.out.Reason = "a measure counts addresses of objects that are made in its loop"
			return
		}
		for _, i := range m.edges {
			c.about(fmt.Sprintf("step %d does not increase measure %d", i+1, k+1))
			if !c.excluded(c.at(c.g.Edges[i].From), c.g.Edges[i].Guard,
				m.fails(c.st, c.sys.Vars, &c.g.Edges[i], false)) {
				c.out.Reason = "an edge increases a measure"
				return
			}
		}
		for _, i := range m.strict {
			c.about(fmt.Sprintf("step %d decreases measure %d", i+1, k+1))
			if !in[i] || !c.excluded(c.at(c.g.Edges[i].From), c.g.Edges[i].Guard,
				m.fails(c.st, c.sys.Vars, &c.g.Edges[i], true)) {
				c.out.Reason = "an edge does not decrease a measure"
				return
			}
			delete(left, i)
		}
		c.found.Measures++
	}
	if len(components(c.g, keys(left))) > 0 {
		c.out.Reason = "a loop has no measure"
		return
	}
	c.out.Checked = true
}

// goalsExcluded reports whether no edge to a goal can be taken where the conditions hold.
func (c *checker) goalsExcluded() bool {
	g, inv := c.g, c.inv
	if c.base != nil {
		g, inv = c.base, c.baseInv
	}
	for i := range g.Edges {
		c.about(fmt.Sprintf("step %d to what leaves the verdict open is not taken", i+1))
		if e := &g.Edges[i]; e.To == flow.Goal && !c.excluded(c.known(g, inv, e.From), e.Guard) {
			c.out.Reason = "something that leaves the verdict open was not excluded"
			return false
		}
	}
	return true
}

// keys are the edges of a set, ascending.
func keys(set map[int]bool) []int { return slices.Sorted(maps.Keys(set)) }

func (c *checker) at(l int) term.Term { return c.known(c.g, c.inv, l) }

// known is what conditions say of a location.
func (c *checker) known(g *flow.Graph, inv [][]term.Term, l int) term.Term {
	return c.st.And(g.Locs[l].At, c.strong, c.st.And(inv[l]...))
}

// inductive reports whether the conditions of the locations of a graph hold initially and are kept.
func (c *checker) inductive(g *flow.Graph, inv [][]term.Term) bool {
	for l := range g.Locs {
		c.about(fmt.Sprintf("the conditions of head %d hold initially", l+1))
		if !c.st.IsFalse(g.Locs[l].Init) && !c.keeps(inv[l], &g.Locs[l].Start, c.st.True()) {
			c.out.Reason = "a condition does not hold initially"
			return false
		}
	}
	for _, i := range inner(g) {
		c.about(fmt.Sprintf("step %d leads to where the conditions of its head hold", i+1))
		if e := &g.Edges[i]; !c.keeps(inv[e.To], e, c.known(g, inv, e.From)) {
			c.out.Reason = "a condition is not kept"
			return false
		}
	}
	return true
}

// keeps reports whether conditions hold after an edge.
func (c *checker) keeps(inv []term.Term, e *flow.Edge, before term.Term) bool {
	return c.excluded(before, e.Guard, c.st.Not(c.next(e, nil).Apply(c.st.And(inv...))))
}

// next puts the values after an edge in place of the variables, and others in place of some inputs.
func (c *checker) next(e *flow.Edge, inputs map[term.Term]term.Term) *term.Substituter {
	m := maps.Clone(inputs)
	if m == nil {
		m = map[term.Term]term.Term{}
	}
	for v, t := range e.Next {
		m[c.sys.Vars[v].Sym] = t
	}
	return term.NewSubstituter(c.st, m)
}

// refines reports whether the graph has every pair of edges of the base that can follow each other. Edges
// are told by what they do.
func (c *checker) refines() bool {
	type pair struct{ first, second string }
	text := func(e *flow.Edge) string { return fmt.Sprint(e.Guard, e.Next, e.Parts) }
	there := map[pair]bool{}
	for _, l := range c.g.Locs {
		for _, i := range l.In {
			for _, k := range l.Out {
				there[pair{text(&c.g.Edges[i]), text(&c.g.Edges[k])}] = true
			}
		}
	}
	for _, i := range inner(c.base) {
		first := &c.base.Edges[i]
		for _, k := range c.base.Locs[first.To].Out {
			second := &c.base.Edges[k]
			if there[pair{text(first), text(second)}] {
				continue
			}
			c.about(fmt.Sprintf("step %d does not follow step %d", k+1, i+1))
			inputs := map[term.Term]term.Term{}
			for _, in := range second.Inputs {
				inputs[in] = c.st.Fresh("in", c.st.Sort(in))
			}
			if !c.excluded(c.known(c.base, c.baseInv, first.From), first.Guard,
				c.next(first, inputs).Apply(c.st.And(second.Guard, c.known(c.base, c.baseInv, first.To)))) {
				c.out.Reason = "a pair of steps is left out"
				return false
			}
		}
	}
	return true
}

// excluded reports whether conditions cannot hold together.
func (c *checker) excluded(conds ...term.Term) bool {
	c.out.Questions++
	return c.solver.Check(c.ctx, conds...).Status == smt.Unsat
}
