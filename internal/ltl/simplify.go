package ltl

import (
	"context"
	"slices"
)

// simplify makes an automaton smaller that accepts the same words. It changes a and returns it.
func simplify(ctx context.Context, a *Automaton) (*Automaton, error) {
	for {
		states, edges := a.Size()
		marks := a.Marks
		for twins := true; twins; twins = a.mergeTwins() {
			a.keepUseful()
			settleMarks(a)
			a.joinEdges()
		}
		if err := reduce(ctx, a); err != nil {
			return nil, err
		}
		a.keepUseful()
		settleMarks(a)
		if s, e := a.Size(); s == states && e == edges && a.Marks == marks {
			return a, nil
		}
	}
}

// keepUseful takes away states that no run reaches or from which none accepts, and edges to them.
func (a *Automaton) keepUseful() {
	c := findComponents(a)
	useful := slices.Clone(c.accepting) // by component
	byComponent := make([][]int, len(useful))
	for v := range a.Edges {
		byComponent[c.of[v]] = append(byComponent[c.of[v]], v)
	}
	for i, states := range byComponent { // edges lead to smaller numbers
		for _, v := range states {
			for _, e := range a.Edges[v] {
				useful[i] = useful[i] || useful[c.of[e.To]]
			}
		}
	}
	number := make([]int, len(a.Edges)) // by state: its new number + 1
	var order []int
	visit := func(v int) {
		if number[v] == 0 && useful[c.of[v]] {
			order = append(order, v)
			number[v] = len(order)
		}
	}
	for _, v := range a.Initial {
		visit(v)
	}
	for i := 0; i < len(order); i++ {
		for _, e := range a.Edges[order[i]] {
			visit(e.To)
		}
	}
	edges := make([][]Edge, len(order))
	for i, v := range order {
		for _, e := range a.Edges[v] {
			if e.To = number[e.To] - 1; e.To >= 0 {
				edges[i] = append(edges[i], e)
			}
		}
	}
	var initial []int
	for _, v := range a.Initial {
		if number[v] > 0 {
			initial = append(initial, number[v]-1)
		}
	}
	a.Edges, a.Initial = edges, initial
}

// redirect lets everything that leads to state v lead to state to[v].
func (a *Automaton) redirect(to []int) {
	for _, list := range a.Edges {
		for i := range list {
			list[i].To = to[list[i].To]
		}
	}
	for i, v := range a.Initial {
		a.Initial[i] = to[v]
	}
	slices.Sort(a.Initial)
	a.Initial = slices.Compact(a.Initial)
}

// joinEdges makes one edge of two that differ in the sign of one proposition, drops edges that another one
// covers, and sorts them.
func (a *Automaton) joinEdges() {
	for v := range a.Edges {
		list := a.Edges[v]
		for i := 0; i < len(list); i++ { // list grows
			for _, f := range list[:i] {
				e := list[i]
				if e.To != f.To || e.Marks != f.Marks {
					continue
				}
				if label, ok := e.Label.resolvent(f.Label); ok {
					list = addEdge(list, Edge{label, e.Marks, e.To})
				}
			}
		}
		var out []Edge
		for _, e := range list {
			if !coveredBy(out, &e, (*Edge).covers) {
				out = slices.DeleteFunc(out, func(f Edge) bool { return e.covers(&f) })
				out = append(out, e)
			}
		}
		slices.SortFunc(out, compareEdges)
		a.Edges[v] = out
	}
}

// addEdge appends an edge unless one of the list covers it.
func addEdge(list []Edge, e Edge) []Edge {
	if coveredBy(list, &e, (*Edge).covers) {
		return list
	}
	return append(list, e)
}
