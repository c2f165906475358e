package measures

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

// Proof is why every execution ends: conditions that hold at the locations of a graph, and measures of its
// components. The graph itself is taken from the translation.
type Proof struct {
	// System is the program as a transition system; its store of terms is frozen. Strong is a condition on
	// its variables that holds in every state that is reached: an inductive invariant.
	System transition.System
	Strong term.Term
	// Graph is that of the measures, and Known has, for each location, conditions on the variables.
	Graph *flow.Graph
	Known [][]term.Term
	// Base is the graph that Graph refines, and BaseKnown what is known at its locations; nil: none.
	Base      *flow.Graph
	BaseKnown [][]term.Term
	// Measures are taken in turn: what one of them leaves is what the next is about. Texts are words for
	// them.
	Measures []*Measure
	Texts    []string
	// Made is the index of the variable that changes when an object is made, or -1. Addresses has the symbols
	// in measures that may hold addresses of objects: of those there may be infinitely many.
	Made      int
	Addresses map[term.Term]bool
}

// Check asks, with a solver of its own: that the conditions hold initially and are kept by every edge; that
// no edge of a component increases its measure, and that strict edges decrease it; and that without the
// strict edges there is no cycle.
func (p *Proof) Check(ctx context.Context, make func(*term.Store) (smt.Solver, error)) (
	*proof.Certificate, error) {
	return p.checkWith(ctx, make, func(string) {})
}

// checkWith is Check; about is told what is asked next.
func (p *Proof) checkWith(ctx context.Context, make func(*term.Store) (smt.Solver, error),
	about func(string)) (*proof.Certificate, error) {
	st := p.System.Terms.Fork()
	sys := p.System
	sys.Terms = st
	claim := inductive.Claim{System: &sys, Invariant: p.Strong}
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
	found := &proof.Measures{Steps: int64(len(Inner(p.Graph)))}
	c := &checker{Proof: p, st: st, sys: &sys, ctx: ctx, solver: solver, about: about,
		out: &proof.Certificate{Evidence: found}, found: found}
	c.check()
	return c.out, ctx.Err()
}

// checker is a proof that is checked.
type checker struct {
	*Proof
	ctx    context.Context
	st     *term.Store
	sys    *transition.System
	solver smt.Solver
	about  func(string) // is told what is asked next
	out    *proof.Certificate
	found  *proof.Measures // the evidence of out
}

func (c *checker) check() {
	if c.Base != nil && (!c.inductive(c.Base, c.BaseKnown) || !c.refines()) {
		return
	}
	if !c.inductive(c.Graph, c.Known) || !c.goalsExcluded() {
		return
	}
	left := map[int]bool{}
	for _, i := range Inner(c.Graph) {
		left[i] = true
	}
	for k, m := range c.Measures {
		// Edges out of the component do not count; inside all must be there.
		in := map[int]bool{}
		for _, e := range m.Edges {
			in[e] = true
		}
		for _, part := range Components(c.Graph, keys(left)) {
			has := func(e int) bool { return in[e] }
			if slices.ContainsFunc(part.Edges, has) && slices.ContainsFunc(part.Edges,
				func(e int) bool { return !in[e] }) {
				c.out.Reason = "a measure leaves out an edge"
				return
			}
		}
		if c.counts(m) {
			c.out.Reason = "a measure counts addresses of objects that are made in its loop"
			return
		}
		for _, i := range m.Edges {
			c.about(fmt.Sprintf("step %d does not increase measure %d", i+1, k+1))
			if !c.excluded(c.at(c.Graph.Edges[i].From), c.Graph.Edges[i].Guard,
				m.Fails(c.st, c.sys.Vars, &c.Graph.Edges[i], false)) {
				c.out.Reason = "an edge increases a measure"
				return
			}
		}
		for _, i := range m.Strict {
			c.about(fmt.Sprintf("step %d decreases measure %d", i+1, k+1))
			if !in[i] || !c.excluded(c.at(c.Graph.Edges[i].From), c.Graph.Edges[i].Guard,
				m.Fails(c.st, c.sys.Vars, &c.Graph.Edges[i], true)) {
				c.out.Reason = "an edge does not decrease a measure"
				return
			}
			delete(left, i)
		}
		c.found.Measures++
	}
	if len(Components(c.Graph, keys(left))) > 0 {
		c.out.Reason = "a loop has no measure"
		return
	}
	c.out.Checked = true
}

// counts reports whether a measure is made of addresses and its edges make objects.
func (c *checker) counts(m *Measure) bool {
	makes := func(e int) bool { return c.Graph.Edges[e].Next[c.Made] != c.sys.Vars[c.Made].Sym }
	address := func(sym term.Term) bool { return c.Addresses[sym] }
	return c.Made >= 0 && slices.ContainsFunc(m.Edges, makes) &&
		slices.ContainsFunc(m.Features, func(f Feature) bool {
			return slices.ContainsFunc(c.st.Symbols(f.Term), address)
		})
}

// goalsExcluded reports whether no edge to a goal can be taken where the conditions hold.
func (c *checker) goalsExcluded() bool {
	g, inv := c.Graph, c.Known
	if c.Base != nil {
		g, inv = c.Base, c.BaseKnown
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

func (c *checker) at(l int) term.Term { return c.known(c.Graph, c.Known, l) }

// known is what conditions say of a location.
func (c *checker) known(g *flow.Graph, inv [][]term.Term, l int) term.Term {
	return c.st.And(g.Locs[l].At, c.Strong, c.st.And(inv[l]...))
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
	for _, i := range Inner(g) {
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
	for _, l := range c.Graph.Locs {
		for _, i := range l.In {
			for _, k := range l.Out {
				there[pair{text(&c.Graph.Edges[i]), text(&c.Graph.Edges[k])}] = true
			}
		}
	}
	for _, i := range Inner(c.Base) {
		first := &c.Base.Edges[i]
		for _, k := range c.Base.Locs[first.To].Out {
			second := &c.Base.Edges[k]
			if there[pair{text(first), text(second)}] {
				continue
			}
			c.about(fmt.Sprintf("step %d does not follow step %d", k+1, i+1))
			inputs := map[term.Term]term.Term{}
			for _, in := range second.Inputs {
				inputs[in] = c.st.Fresh("in", c.st.Sort(in))
			}
			if !c.excluded(c.known(c.Base, c.BaseKnown, first.From), first.Guard,
				c.next(first, inputs).Apply(c.st.And(second.Guard, c.known(c.Base, c.BaseKnown, first.To)))) {
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
