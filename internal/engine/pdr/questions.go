package pdr

import (
	"context"
	"fmt"
	"slices"

	"whittle.dev/internal/ts/flow"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// The questions of the search all have one form: can an edge be taken from a state that is in a frame and in
// some cube to a state that is in another cube? Edges are assignments, so what is asked of the state after an
// edge is asked of the state before it with the values assigned in place of the variables: no question has
// symbols of two states. Frames are assumed by literals, so one solver serves all questions.

// gaveUp is the error that ends a search without an answer.
type gaveUp struct{ reason string }

func (e *gaveUp) Error() string { return e.reason }

// questionWork is what a question costs, in the units of engine.Task.Did: most take about as long, and a few
// of them much longer.
const questionWork = 200_000

// asker asks questions about the edges of a graph.
type asker struct {
	ctx    context.Context
	g      *flow.Graph
	st     *term.Store
	solver smt.Solver
	places []*place
	// before computes terms over the state after an edge as terms over that before it, by edge.
	before []*term.Substituter
	asked  int64
	// did, if not nil, is told of the work that is done.
	did func(units int64)
	// patience is the number of questions after which the asker gives up; 0: none.
	patience int64
}

func newAsker(ctx context.Context, g *flow.Graph, solver smt.Solver) (*asker, error) {
	a := &asker{ctx: ctx, g: g, st: g.Sys.Terms, solver: solver,
		before: make([]*term.Substituter, len(g.Edges))}
	for i := range g.Locs {
		p := &place{rank: map[term.Term]int{}, init: a.st.Fresh("init", term.Bool),
			sure: a.st.Fresh("sure", term.Bool), blocked: make([][]cube, 1)}
		a.places = append(a.places, p)
		if err := a.assert(a.st.Implies(p.init, g.Locs[i].Init)); err != nil {
			return nil, err
		}
	}
	for i := range g.Edges {
		if e := &g.Edges[i]; e.To != flow.Goal {
			a.before[i] = term.NewSubstituter(a.st, successor(g, e))
		}
	}
	return a, nil
}

// successor maps each variable that matters after an edge to its value there.
func successor(g *flow.Graph, e *flow.Edge) map[term.Term]term.Term {
	m := make(map[term.Term]term.Term, len(e.Next))
	for v, t := range e.Next {
		if sym := g.Sys.Vars[v].Sym; sym != t {
			m[sym] = t
		}
	}
	return m
}

func (a *asker) assert(t term.Term) error {
	if err := a.solver.Assert(t); err != nil {
		return &gaveUp{err.Error()}
	}
	return nil
}

// check asks the solver; sat is meaningless if there is an error.
func (a *asker) check(assumptions ...term.Term) (sat bool, err error) {
	if a.asked++; a.patience > 0 && a.asked > a.patience {
		return false, &gaveUp{"the number of questions was limited"}
	}
	if a.did != nil {
		a.did(questionWork)
	}
	r := a.solver.Check(a.ctx, assumptions...)
	switch {
	case r.Status == smt.Sat:
		return true, nil
	case r.Status == smt.Unsat:
		return false, nil
	case a.ctx.Err() != nil:
		return false, a.ctx.Err()
	}
	return false, &gaveUp{fmt.Sprintf("the solver gave up: %s", r.Reason)}
}

// level is the literal that assumes what is blocked at a level of a location.
func (a *asker) level(loc, level int) term.Term {
	p := a.places[loc]
	for len(p.levels) <= level {
		p.levels = append(p.levels, a.st.Fresh("level", term.Bool))
	}
	return p.levels[level]
}

// frame appends the assumptions of the states that are reached at a location within level steps, as far as is
// known. possible is false if there are none.
func (a *asker) frame(to []term.Term, loc, level int) (out []term.Term, possible bool) {
	p := a.places[loc]
	to = append(to, p.sure)
	if level == 0 {
		return append(to, p.init), !a.st.IsFalse(a.g.Locs[loc].Init)
	}
	for l := level; l < len(p.blocked); l++ {
		if len(p.blocked[l]) > 0 {
			to = append(to, a.level(loc, l))
		}
	}
	return to, true
}

// block makes a cube of a location blocked at a level.
func (a *asker) block(loc int, c cube, level int) error {
	a.places[loc].block(c, level)
	return a.assert(a.st.Implies(a.level(loc, level), c.clause(a.st)))
}

// learn makes a formula a lemma of a location.
func (a *asker) learn(loc int, lemma term.Term) error {
	p := a.places[loc]
	p.lemmas = append(p.lemmas, lemma)
	return a.assert(a.st.Implies(p.sure, lemma))
}

// meetsInit asks whether a cube has an initial state. If not, core has literals that suffice for that.
func (a *asker) meetsInit(loc int, c cube) (meets bool, core cube, err error) {
	if a.st.IsFalse(a.g.Locs[loc].Init) {
		return false, nil, nil
	}
	sat, err := a.check(append([]term.Term{a.places[loc].init}, c...)...)
	if err != nil || sat {
		return sat, nil, err
	}
	for _, t := range a.solver.Failed() {
		if t != a.places[loc].init {
			core = append(core, t)
		}
	}
	return false, newCube(core), nil
}

// image are the literals of a cube after an edge as terms over the state before it; impossible is a literal
// that is false there, or None.
func (a *asker) image(edge int, c cube) (lits []term.Term, impossible term.Term) {
	lits = make([]term.Term, len(c))
	for i, lit := range c {
		lits[i] = a.before[edge].Apply(lit)
		if a.st.IsFalse(lits[i]) {
			return nil, lit
		}
	}
	return lits, term.None
}

// enters asks whether an edge leads from a state of the frame of a level into a cube, with self from one
// outside of the cube if the edge is a loop. If so, the solver has a model; if not, core has the literals of
// the cube that this is due to.
func (a *asker) enters(edge int, c cube, level int, self bool) (enters bool, core cube, err error) {
	e := &a.g.Edges[edge]
	assume, possible := a.frame(nil, e.From, level)
	if !possible {
		return false, nil, nil
	}
	lits, impossible := a.image(edge, c)
	if impossible != term.None {
		return false, cube{impossible}, nil
	}
	assume = append(assume, e.Guard)
	if self && e.From == e.To {
		assume = append(assume, c.clause(a.st))
	}
	sat, err := a.check(append(assume, lits...)...)
	if err != nil || sat {
		return sat, nil, err
	}
	failed := a.solver.Failed()
	for i, lit := range lits {
		if slices.Contains(failed, lit) && !slices.Contains(assume, lit) {
			core = append(core, c[i])
		}
	}
	return false, core, nil
}

// exits asks whether an edge to a goal can be taken from the frame of a level.
func (a *asker) exits(edge, level int) (bool, error) {
	e := &a.g.Edges[edge]
	assume, possible := a.frame(nil, e.From, level)
	if !possible {
		return false, nil
	}
	return a.check(append(assume, e.Guard)...)
}

// minterm is the cube of all predicates of a location, as they are in the model.
func (a *asker) minterm(loc int) cube {
	var lits []term.Term
	for _, p := range a.places[loc].predicates {
		v, ok := a.solver.Value(p)
		switch {
		case !ok:
		case v.Bool():
			lits = append(lits, p)
		default:
			lits = append(lits, a.st.Not(p))
		}
	}
	return newCube(lits)
}
