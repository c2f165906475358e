package ltl

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// ErrTooLarge is what is wrong with a formula whose automaton is out of reach.
var ErrTooLarge = errors.New("the formula is too large")

// The bounds of an automaton before it is made smaller.
const (
	maxMarks = 64
	maxEdges = 500_000
)

// Translate makes the automaton of the words in which the formula holds. The error is that of ctx, or wraps
// ErrTooLarge.
func Translate(ctx context.Context, f *Formula) (*Automaton, error) {
	atoms := f.Atoms()
	if len(atoms) > maxAtoms {
		return nil, fmt.Errorf("%w: it has %d propositions, more than %d", ErrTooLarge, len(atoms), maxAtoms)
	}
	a, err := generalised(ctx, newNodes(atoms).normal(f), atoms)
	if err != nil {
		return nil, err
	}
	return simplify(ctx, a)
}

// generalised makes a generalised Büchi automaton of a formula. Its states are the sets of elements that the
// alternating automaton can be in; an edge has the mark of an until unless it waits for it. This is the
// construction of Gastin and Oddoux.
//
// Every run of the alternating automaton that accepts is found: where an until may wait or not, a run may
// choose not to whenever its right side holds, the same for the until as an element and within others. Then
// it waits for ever only if the right side never comes. And a run that accepts here waits for no until from
// some step on, so none of its branches stays in one.
func generalised(ctx context.Context, f *node, atoms []Atom) (*Automaton, error) {
	alt := newAlternating(ctx)
	g := &generaliser{alternating: alt, number: map[set]int{}}
	out := &Automaton{Atoms: atoms}
	for _, x := range alt.disjuncts(f) {
		out.Initial = append(out.Initial, g.state(x))
	}
	var edges [][]move
	for n, count := 0, 0; n < len(g.states) && alt.err == nil; n++ {
		edges = append(edges, alt.product(alt.largest(g.states[n])))
		for _, m := range edges[n] {
			g.state(m.to)
			g.untils = g.untils.union(m.wait)
		}
		if count += len(edges[n]); count > maxEdges {
			return nil, fmt.Errorf("%w: its automaton has more than %d edges", ErrTooLarge, maxEdges)
		}
	}
	if alt.err != nil {
		return nil, alt.err
	}
	untils := slices.Collect(g.untils.members())
	if out.Marks = len(untils); out.Marks > maxMarks {
		return nil, fmt.Errorf("%w: it waits for %d things, more than %d", ErrTooLarge, len(untils), maxMarks)
	}
	for _, list := range edges {
		out.Edges = append(out.Edges, g.edges(list, untils))
	}
	return out, nil
}

// generaliser numbers the states of the automaton that generalised makes.
type generaliser struct {
	*alternating
	states []set
	number map[set]int
	untils set // for which some move waits
}

func (g *generaliser) state(x set) int {
	n, ok := g.number[x]
	if !ok {
		n = len(g.states)
		g.states = append(g.states, x)
		g.number[x] = n
	}
	return n
}

// edges makes edges of moves.
func (g *generaliser) edges(list []move, untils []int) []Edge {
	var out []Edge
	for _, m := range list {
		e := Edge{Label: m.label, To: g.number[m.to]}
		for i, u := range untils {
			if !m.wait.has(u) {
				e.Marks |= 1 << i
			}
		}
		out = append(out, e)
	}
	return out
}
