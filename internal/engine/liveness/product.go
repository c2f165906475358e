package liveness

import (
	"context"

	"whittle.dev/internal/ltl"
)

// product is the part of graph × automaton that can be reached. The automaton reads the letter of a node on
// each edge that leaves it.
type product struct {
	g      *graph
	a      *ltl.Automaton
	states []pstate
	edges  [][]pedge
	parent []pref // how a state was reached first; the state is -1 if it is initial
	// waiting is the thread that is looked at for whether it waits for ever: edges on which it does something
	// else are left out of components. nobody: there is none.
	waiting int32
	place   []int32 // scratch of components: by state, where it stands in a part, from 1 on
}

// pstate is a node and a state of the automaton.
type pstate struct{ node, state int32 }

// pedge leads to a state of the product, along an edge of the graph.
type pedge struct {
	to    int32
	edge  int32 // index in node.edges
	marks uint64
}

// pref is an edge of the product by the state that it leaves and its index there.
type pref struct{ state, edge int32 }

// newProduct builds the product. The error is that of the context.
func newProduct(ctx context.Context, g *graph, a *ltl.Automaton) (*product, error) {
	p := &product{g: g, a: a, waiting: nobody}
	// States of one node are few, and each leads to the one of that node before it; from 1 on, 0 is the end.
	last, before := make([]int32, len(g.nodes)), []int32{0}
	add := func(s pstate, from pref) int32 {
		for i := last[s.node]; i > 0; i = before[i] {
			if p.states[i-1].state == s.state {
				return i - 1
			}
		}
		i := int32(len(p.states))
		last[s.node], before = i+1, append(before, last[s.node])
		p.states, p.edges, p.parent = append(p.states, s), append(p.edges, nil), append(p.parent, from)
		return i
	}
	for i := range g.nodes[0].edges {
		for _, q := range a.Initial {
			add(pstate{g.nodes[0].edges[i].to, int32(q)}, pref{-1, int32(i)})
		}
	}
	var slab []pedge // edges of several states, one after the other
	for v := 0; v < len(p.states); v++ {
		if v&0xfff == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		s := p.states[v]
		n := &g.nodes[s.node]
		if most := len(a.Edges[s.state]) * len(n.edges); cap(slab)-len(slab) < most {
			slab = make([]pedge, 0, max(1<<12, most))
		}
		from := len(slab)
		for _, t := range a.Edges[s.state] {
			if !t.Label.Holds(n.letter) {
				continue
			}
			for i := range n.edges {
				to := add(pstate{n.edges[i].to, int32(t.To)}, pref{int32(v), int32(len(slab) - from)})
				slab = append(slab, pedge{to, int32(i), t.Marks})
			}
		}
		p.edges[v] = slab[from:len(slab):len(slab)]
	}
	return p, nil
}

// source and step are the node that an edge of the product leaves, and the edge of the graph.
func (p *product) source(r pref) *node { return &p.g.nodes[p.states[r.state].node] }

func (p *product) step(r pref) *edge {
	return &p.source(r).edges[p.edges[r.state][r.edge].edge]
}
