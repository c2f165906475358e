package samples

import (
	"context"

	"whittle.dev/internal/ts/flow"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Options say what is tried. The zero Options are the defaults.
type Options struct {
	// Forms tries bounds of sums of bit-vectors, which are dear to check; those of integers always are tried.
	Forms bool
	// NoPhases leaves out candidates that hold only together with a guard.
	NoPhases bool
	// Seed begins the random executions.
	Seed uint64
}

// Lemmas returns, by location of the graph, conditions that hold in all states reached there: inductive
// together. The solver, over the system's store, is left as it was; candidates about which it gives up are
// none.
func Lemmas(ctx context.Context, g *flow.Graph, solver smt.Solver, opt Options) ([][]term.Term, error) {
	l := &lab{ctx: ctx, g: g, st: g.Sys.Terms, solver: solver, opt: opt, extensions: extensions(g),
		sim: newSimulator(ctx, g, solver, opt.Seed), pool: map[term.Sort][]uint64{}}
	for sort, values := range l.sim.pool {
		for _, v := range values {
			l.pool[sort] = append(l.pool[sort], v.Uint64())
		}
	}
	l.findGuards()
	l.compareIndices()
	if err := l.sim.run(); err != nil {
		return nil, err
	}
	candidates := make([][]term.Term, len(g.Locs))
	for loc := range g.Locs {
		candidates[loc] = l.candidates(loc, l.sim.samples[loc])
	}
	return l.houdini(candidates)
}

// lab is one search for lemmas.
type lab struct {
	ctx    context.Context
	g      *flow.Graph
	st     *term.Store
	solver smt.Solver
	opt    Options
	sim    *simulator
	pool   map[term.Sort][]uint64 // the constants of the program
	guards []term.Term            // the atoms of guards
	// extensions are how the system makes words wider.
	extensions map[extension]bool
}

// findGuards collects the atoms of guards.
func (l *lab) findGuards() {
	var all []term.Term
	for i := range l.g.Edges {
		all = append(all, l.g.Edges[i].Guard)
	}
	l.st.Walk(func(t term.Term) bool {
		switch l.st.Op(t) {
		case term.OpNot, term.OpAnd, term.OpOr:
			return true
		case term.OpConst:
		default:
			l.guards = append(l.guards, t)
		}
		return false
	}, all...)
}
