package flow

import (
	"context"
	"slices"

	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Goal is the target of edges into bad states.
const Goal = -1

// Graph is the control flow of a system.
type Graph struct {
	Sys   *transition.System
	Locs  []Location
	Edges []Edge

	all []remainder
}

// Location is a set of states that agree on the control variables.
type Location struct {
	// At is the condition that a state is at the location: the values of the control variables.
	At term.Term
	// Init are the initial states here, over the symbols of variables and System.InitInputs; false: none.
	Init term.Term
	// Start assigns initial states: Next has the initial value of each variable in terms of Inputs, where
	// Guard holds. The inputs may be symbols of variables that the initial condition leaves open.
	Start Edge
	// In, Out and Exits are edges by index: those that lead here, those from here to locations, and those
	// from here to goals.
	In, Out, Exits []int
	// Live says of each variable whether its value matters here.
	Live []bool
}

// Edge is a guarded assignment.
type Edge struct {
	From int
	To   int // a location, or Goal
	// Guard and Next are over the state before and Inputs. Next has a value for each variable of the
	// system; it is nil of edges to a goal.
	Guard term.Term
	Next  []term.Term
	// Inputs are symbols that stand for any value, anew in each step; those of different edges may be the
	// same.
	Inputs []term.Term
	// Parts are the transitions that are taken.
	Parts []Part
	// Goal is the goal that an edge to Goal reaches, and GoalInputs say what its inputs are, in terms of
	// those of the edge.
	Goal       int
	GoalInputs map[term.Term]term.Term
}

// Part is a transition of an edge.
type Part struct {
	Transition int
	// Inputs says what the inputs of the transition are, in terms of the state before the edge and the
	// edge's inputs.
	Inputs map[term.Term]term.Term
	// After are the values of all variables after the transition, over the same.
	After []term.Term
}

// Options say how a graph is made. The zero Options are the defaults.
type Options struct {
	// KeepLocations merges no edges.
	KeepLocations bool
	// OneLocation makes no locations of values of variables.
	OneLocation bool
	// Goals are the indices of the goals that count; nil: all do.
	Goals []int
	// Endless keeps the locations from which no goal is reached: an execution may stay there for ever.
	Endless bool
}

// New makes the graph of a system. The solver, over the system's store and with nothing asserted, decides
// which edges are possible; it is left as it was. An error is that of the context.
func New(ctx context.Context, sys *transition.System, solver smt.Solver, opt Options) (*Graph, error) {
	b := &builder{ctx: ctx, sys: sys, st: sys.Terms, solver: solver, opt: opt}
	b.assignments()
	if err := b.locations(); err != nil {
		return nil, err
	}
	b.findLive()
	b.forget()
	if !opt.KeepLocations {
		if err := b.merge(); err != nil {
			return nil, err
		}
	}
	return b.finish(), nil
}

// builder is a graph while it is made.
type builder struct {
	ctx    context.Context
	sys    *transition.System
	st     *term.Store
	solver smt.Solver
	opt    Options

	base    []*Edge // the transitions, and then goals, as assignments without locations
	control []int
	locs    []Location
	edges   []*Edge
	// bypassed says of each location whether merge has bypassed it, and outs has the edges from it then.
	bypassed []bool
	outs     [][]*Edge
}

// possible reports whether a guard has a model, or may have one.
func (b *builder) possible(guard term.Term) bool {
	if b.st.IsFalse(guard) {
		return false
	}
	if b.st.IsTrue(guard) {
		return true
	}
	return b.solver.Check(b.ctx, guard).Status != smt.Unsat
}

// finish drops what cannot be reached in the graph or reaches no goal, and numbers the edges of locations.
func (b *builder) finish() *Graph {
	forward, backward := b.useful()
	if b.opt.Endless {
		backward = slices.Repeat([]bool{true}, len(b.locs))
	}
	keep := make([]bool, len(b.locs))
	number := make([]int, len(b.locs))
	g := &Graph{Sys: b.sys}
	for i, l := range b.locs {
		r := remainder{at: l.At, kept: -1, free: !backward[i]}
		if b.bypassed != nil && b.bypassed[i] {
			r.bypassed, r.outs = true, b.outs[i]
		} else if keep[i] = forward[i] && backward[i]; keep[i] {
			r.kept, number[i] = len(g.Locs), len(g.Locs)
			l.Start = *b.start(l.Init)
			g.Locs = append(g.Locs, l)
		}
		g.all = append(g.all, r)
	}
	for _, e := range b.edges {
		if !keep[e.From] || e.To != Goal && !keep[e.To] {
			continue
		}
		i, c := len(g.Edges), *e
		e = &c
		e.From = number[e.From]
		from := &g.Locs[e.From]
		if e.To == Goal {
			from.Exits = append(from.Exits, i)
		} else {
			e.To = number[e.To]
			from.Out = append(from.Out, i)
			g.Locs[e.To].In = append(g.Locs[e.To].In, i)
		}
		g.Edges = append(g.Edges, *e)
	}
	return g
}

// useful says which locations initial ones lead to, and which lead to a goal.
func (b *builder) useful() (forward, backward []bool) {
	forward, backward = make([]bool, len(b.locs)), make([]bool, len(b.locs))
	for i := range b.locs {
		forward[i] = !b.st.IsFalse(b.locs[i].Init)
	}
	for _, e := range b.edges {
		if e.To == Goal {
			backward[e.From] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for _, e := range b.edges {
			if e.To == Goal {
				continue
			}
			if forward[e.From] && !forward[e.To] {
				forward[e.To], changed = true, true
			}
			if backward[e.To] && !backward[e.From] {
				backward[e.From], changed = true, true
			}
		}
	}
	return forward, backward
}
