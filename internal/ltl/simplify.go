package ltl

import (
	"context"
	"slices"
)

// simplify makes an automaton smaller that accepts the same words. It changes a and returns it.
func simplify(ctx context.Context, a *Automaton) (*Automaton, error) {
	work := maxPairs
	for {
		states, edges := a.Size()
		marks := a.Marks
		for twins := true; twins; twins = a.mergeTwins() {
			a.keepUseful()
			settleMarks(a)
			a.joinEdges()
		}
		if err := reduce(ctx, a, &work); err != nil {
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

// joinEdges sorts the edges of each state by their targets, makes one of two that differ in the sign of one
// proposition, and drops those that another one covers.
func (a *Automaton) joinEdges() {
	for v, list := range a.Edges {
		slices.SortFunc(list, compareEdges)
		var out []Edge
		for len(list) > 0 {
			n := slices.IndexFunc(list, func(e Edge) bool { return e.To != list[0].To })
			if n < 0 {
				n = len(list)
			}
			out = append(out, joined(list[:n])...)
			list = list[n:]
		}
		a.Edges[v] = out
	}
}

// joined does what joinEdges says with edges that have one target.
func joined(list []Edge) []Edge {
	var out []Edge
	add := func(e Edge) {
		if !coveredBy(out, &e, (*Edge).covers) {
			out = slices.DeleteFunc(out, func(f Edge) bool { return e.covers(&f) })
			out = append(out, e)
		}
	}
	for _, e := range list {
		add(e)
	}
	for again := true; again; {
		again = false
		for i, e := range out {
			j := slices.IndexFunc(out[:i], func(f Edge) bool {
				_, ok := e.Label.resolvent(f.Label)
				return ok && e.Marks == f.Marks
			})
			if j >= 0 {
				e.Label, _ = e.Label.resolvent(out[j].Label)
				add(e) // covers both
				again = true
				break
			}
		}
	}
	slices.SortFunc(out, compareEdges)
	return out
}
