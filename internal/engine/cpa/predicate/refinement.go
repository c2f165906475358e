package predicate

import (
	"context"
	"fmt"

	"whittle.dev/internal/engine/cpa/domain"
	"whittle.dev/internal/engine/internal/refine"
	"whittle.dev/internal/ts/flow"
	"whittle.dev/term"
)

// Refine adds predicates that show that a path does not exist, from the sources of package refine. It returns
// the first state of the path that they are about, by its index among the sources of the blocks; false:
// nothing new was found. The error is that of the context.
func (d *Domain) Refine(ctx context.Context, blocks []*domain.Step, cfg refine.Config) (first int, ok bool,
	err error) {
	g := d.graph(blocks)
	r := refine.New(g, cfg)
	chain := make([]int, len(blocks))
	for i := range chain {
		chain[i] = i
	}
	for {
		found, err := r.Refine(ctx, refine.Chain{Edges: chain})
		if err != nil || found.Empty() {
			return 0, false, err
		}
		first = len(blocks)
		add := func(t term.Term, loc int) {
			if loc == 0 {
				return
			}
			if d.unrolls(t) {
				if at, ok := d.seed(g); ok {
					first = min(first, at)
					return
				}
			}
			if d.Precision.Add(t) {
				first = min(first, loc)
			}
		}
		for _, p := range found.Predicates {
			add(p.Term, p.Location)
		}
		for _, l := range found.Lemmas {
			add(l.Term, l.Location)
		}
		if first < len(blocks) {
			return first, true, nil
		}
	}
}

// graph makes a path a flow graph over places: location i is the source of block i.
func (d *Domain) graph(blocks []*domain.Step) *flow.Graph {
	vars := d.variables()
	for _, b := range blocks {
		vars.add(b.Source)
	}
	index, stay := vars.index, vars.stay()
	g := &flow.Graph{Sys: vars.system()}
	for i, b := range blocks {
		loc := flow.Location{At: d.st.True(), Init: d.st.False(), Live: make([]bool, len(stay))}
		if i == 0 {
			loc.Init = d.st.True()
		}
		loc.Start = flow.Edge{To: i, Guard: loc.Init, Next: stay}
		for _, slot := range b.Source {
			loc.Live[index[slot.Place]] = true
		}
		if i > 0 {
			loc.In = []int{i - 1}
		}
		e := d.edge(b, i, stay)
		if i < len(blocks)-1 {
			loc.Out = []int{i}
			e.To = i + 1
			for k, slot := range blocks[i+1].Source {
				e.Next[index[slot.Place]] = e.value(b.Next[k], d.st.Sort(slot.Sym))
			}
		} else {
			loc.Exits = []int{i}
			e.To, e.Next = flow.Goal, nil
		}
		g.Locs = append(g.Locs, loc)
		g.Edges = append(g.Edges, e.Edge)
	}
	return g
}

// edge is an edge with the translation of its terms.
type edge struct {
	flow.Edge
	value func(term.Term, term.Sort) term.Term // of a term, or None, of a sort
}

// edge makes a block an edge over places. What is no slot of its source is an input.
func (d *Domain) edge(b *domain.Step, i int, stay []term.Term) *edge {
	e := &edge{Edge: flow.Edge{From: i, Next: append([]term.Term(nil), stay...)}}
	m := map[term.Term]term.Term{}
	for _, slot := range b.Source {
		m[slot.Sym] = d.Precision.Symbol(slot.Place)
	}
	all := append([]term.Term(nil), b.Guard...)
	for _, t := range b.Next {
		if t != term.None {
			all = append(all, t)
		}
	}
	input := func(sort term.Sort) term.Term {
		in := d.st.Symbol(fmt.Sprintf("input!%d:%d", len(e.Inputs), sort.Width()), sort)
		e.Inputs = append(e.Inputs, in)
		return in
	}
	for _, sym := range d.st.Symbols(all...) {
		if m[sym] == term.None {
			m[sym] = input(d.st.Sort(sym))
		}
	}
	sub := term.NewSubstituter(d.st, m)
	e.value = func(t term.Term, sort term.Sort) term.Term {
		if t == term.None { // the place came to be with any value
			return input(sort)
		}
		return sub.Apply(t)
	}
	e.Guard = sub.Apply(d.st.And(b.Guard...))
	return e
}
