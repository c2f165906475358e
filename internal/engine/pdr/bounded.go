package pdr

import (
	"context"
	"errors"
	"fmt"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/ts/flow"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// The first step of a run is cheap: paths of a few steps are looked at, for a goal, and for whether a path
// without a goal can end in one if it starts in any state. If not, and no path from an initial state does,
// that is a proof (M. Sheeran, S. Singh, G. Stålmarck, "Checking Safety Properties Using Induction and a
// SAT-Solver", FMCAD 2000). It is as good as an invariant: that no goal is reached within k-1 steps.

// Bounds of the first step.
const (
	boundedDepth     = 10
	boundedEdges     = 3000 // edges times depths
	boundedConflicts = 1500 // of one question
	maxUnfolding     = 4000 // terms of an invariant
)

// bounded looks at the first depths. The answer has a path, or an invariant, or nothing; inductive says that
// there is a proof even without an invariant to show.
func (p *prover) bounded(ctx context.Context, g *flow.Graph) (a answer, err error) {
	if p.cfg.NoInduction {
		return answer{}, nil
	}
	solver := p.solver()
	depth := boundedDepth
	conflicts := int64(boundedConflicts)
	if p.cfg.Depth > 0 {
		depth, conflicts = p.cfg.Depth, conflicts*int64(p.cfg.Depth)/boundedDepth
	}
	limit(solver, conflicts)
	u, err := newUnrolling(ctx, g, solver)
	if err == nil {
		u.did = p.did
	}
	for d := 0; err == nil && d <= depth && d*len(g.Edges) <= boundedEdges; d++ {
		p.emit(engine.Event{Stage: "unroll", Bound: d})
		if d > 0 {
			err = u.extend()
		}
		if err != nil {
			break
		}
		var goal, step bool
		if goal, err = u.check(u.start, u.goes[d]); err != nil {
			break
		}
		if goal {
			var path *transition.Path
			path, err = u.path()
			return answer{path: path}, err
		}
		p.count.refuted = d + 1
		p.emit(engine.Event{Stage: "unroll", Bound: d, Fact: p.count.fact()})
		if step, err = u.check(append([]term.Term{u.goes[d]}, u.not[:d]...)...); err == nil && !step {
			p.inductive = true
			if inv := p.unfolded(g, d); inv != term.None {
				return answer{invariant: inv}, nil
			}
			return answer{}, nil
		}
	}
	var why *gaveUp
	if errors.As(err, &why) {
		err = nil // the search may do without such questions
	}
	return answer{}, err
}

// unfolded is that no goal is reached within so many steps, as an invariant of the system: None if that needs
// a quantifier, since edges have inputs, or is large.
func (p *prover) unfolded(g *flow.Graph, steps int) term.Term {
	st := p.sys.Terms
	for i := range g.Edges {
		if len(g.Edges[i].Inputs) > 0 {
			return term.None
		}
	}
	limit := st.NumTerms() + maxUnfolding
	safe := make([]term.Term, len(g.Locs))
	for l := range g.Locs {
		var none []term.Term
		for _, i := range g.Locs[l].Exits {
			none = append(none, st.Not(g.Edges[i].Guard))
		}
		safe[l] = st.And(none...)
	}
	now := safe
	for range steps - 1 {
		next := make([]term.Term, len(g.Locs))
		for l := range g.Locs {
			conj := []term.Term{safe[l]}
			for _, i := range g.Locs[l].Out {
				e := &g.Edges[i]
				conj = append(conj, st.Implies(e.Guard, st.Substitute(now[e.To], successor(g, e))))
			}
			next[l] = st.And(conj...)
			if st.NumTerms() > limit {
				return term.None
			}
		}
		now = next
	}
	return g.Invariant(now)
}

// byInduction is what a proof without an invariant rests on.
func (c *counters) byInduction() string {
	return fmt.Sprintf("no violation within %d steps, and none after as many steps without one", c.refuted)
}

// limit bounds the effort for each question to a solver, if it can be.
func limit(s smt.Solver, conflicts int64) {
	if n, ok := s.(interface{ LimitConflicts(int64) }); ok {
		n.LimitConflicts(conflicts)
	}
}
