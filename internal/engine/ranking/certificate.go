package ranking

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/english"
	"whittle.dev/internal/ts/flow"
	"whittle.dev/internal/ts/inductive"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// proof is why every execution ends: conditions that hold at the locations of a graph, and measures of its
// components. The graph itself is taken from the translation.
type proof struct {
	sys      transition.System
	g        *flow.Graph
	inv      [][]term.Term
	strong   term.Term
	measures []*measure
	texts    []string
}

func (s *search) proof() *proof {
	s.st.Freeze()
	return &proof{sys: *s.sys, g: s.g, inv: s.inv, strong: s.strong, measures: s.measures,
		texts: s.measureTexts()}
}

// Write prints the measures.
func (p *proof) Write(w io.Writer, title string) error {
	_, err := fmt.Fprintf(w, "%s\n%s\n", title, english.Count(len(p.measures), "measure"))
	for _, text := range p.texts {
		if err == nil {
			_, err = fmt.Fprintf(w, "  %s\n", text)
		}
	}
	return err
}

// Check asks, with a solver of its own: that the conditions hold initially and are kept by every edge; that no
// edge of a component increases its measure, and that strict edges decrease it; and that without the strict
// edges there is no cycle.
func (p *proof) Check(ctx context.Context, make func(*term.Store) (smt.Solver, error)) (
	*engine.Certificate, error) {
	st := p.sys.Terms.Fork()
	sys := p.sys
	sys.Terms = st
	claim := inductive.Claim{System: &sys, Invariant: p.strong}
	if a, err := claim.Check(ctx, make); err != nil || a.Status != inductive.Holds {
		return &engine.Certificate{Reason: "the invariant is not inductive"}, err
	}
	solver, err := make(st)
	if err != nil {
		return nil, err
	}
	c := &checker{proof: p, st: st, sys: &sys, ctx: ctx, solver: solver,
		out: &engine.Certificate{Transitions: int64(len(p.g.Edges))}}
	c.check()
	return c.out, ctx.Err()
}

// checker is a proof that is checked.
type checker struct {
	*proof
	ctx    context.Context
	st     *term.Store
	sys    *transition.System
	solver smt.Solver
	out    *engine.Certificate
}

func (c *checker) check() {
	left := map[int]bool{}
	for l := range c.g.Locs {
		if !c.st.IsFalse(c.g.Locs[l].Init) && !c.keeps(l, &c.g.Locs[l].Start, c.st.True()) {
			c.out.Reason = "a condition does not hold initially"
			return
		}
	}
	for _, i := range inner(c.g) {
		e := &c.g.Edges[i]
		left[i] = true
		if !c.keeps(e.To, e, c.at(e.From)) {
			c.out.Reason = "a condition is not kept"
			return
		}
	}
	var symbols []term.Term
	for _, v := range c.sys.Vars {
		symbols = append(symbols, v.Sym)
	}
	for _, m := range c.measures {
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
		for _, i := range m.edges {
			if !c.excluded(c.at(c.g.Edges[i].From), c.g.Edges[i].Guard,
				m.fails(c.st, symbols, &c.g.Edges[i], false)) {
				c.out.Reason = "an edge increases a measure"
				return
			}
		}
		for _, i := range m.strict {
			if !in[i] || !c.excluded(c.at(c.g.Edges[i].From), c.g.Edges[i].Guard,
				m.fails(c.st, symbols, &c.g.Edges[i], true)) {
				c.out.Reason = "an edge does not decrease a measure"
				return
			}
			delete(left, i)
		}
		c.out.Goals++
	}
	if len(components(c.g, keys(left))) > 0 {
		c.out.Reason = "a loop has no measure"
		return
	}
	c.out.Checked = true
}

// keys are the edges of a set, ascending.
func keys(set map[int]bool) []int { return slices.Sorted(maps.Keys(set)) }

func (c *checker) at(l int) term.Term {
	return c.st.And(c.g.Locs[l].At, c.strong, c.st.And(c.inv[l]...))
}

// keeps reports whether the conditions of a location hold after an edge to it.
func (c *checker) keeps(l int, e *flow.Edge, before term.Term) bool {
	next := map[term.Term]term.Term{}
	for v, t := range e.Next {
		next[c.sys.Vars[v].Sym] = t
	}
	after := term.NewSubstituter(c.st, next).Apply(c.st.And(c.inv[l]...))
	return c.excluded(before, e.Guard, c.st.Not(after))
}

// excluded reports whether conditions cannot hold together.
func (c *checker) excluded(conds ...term.Term) bool {
	c.out.Questions++
	return c.solver.Check(c.ctx, conds...).Status == smt.Unsat
}
