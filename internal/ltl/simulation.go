package ltl

import (
	"context"
	"slices"
)

// A state q simulates p if for each edge of p it has one that is there whenever that one is, has its marks and
// leads to a state that simulates the target. Then q accepts all words that p accepts. States that simulate
// each other become one; of edges of one state those go for which there is a better one; so does an initial
// state that another one simulates. K. Etessami, T. Wilke and R. Schuller ("Fair simulation relations, parity
// games, and state space reduction for Büchi automata", ICALP 2001) call this direct simulation.

// relation says by state which states simulate it.
type relation [][]uint64

func (r relation) has(p, q int) bool { return r[p][q/64]>>(q%64)&1 != 0 }

// simulation computes the largest relation, by taking out pairs until none is wrong.
func simulation(ctx context.Context, a *Automaton) (relation, error) {
	n := len(a.Edges)
	r := make(relation, n)
	for p := range r {
		r[p] = make([]uint64, (n+63)/64)
		for q := range n {
			r[p][q/64] |= 1 << (q % 64)
		}
	}
	sources := make([][]int, n) // by state: the states with an edge to it
	for p, list := range a.Edges {
		for _, e := range list {
			if s := sources[e.To]; len(s) == 0 || s[len(s)-1] != p {
				sources[e.To] = append(s, p)
			}
		}
	}
	queued := make([]bool, n)
	var queue []int
	for p := n - 1; p >= 0; p-- {
		queue, queued[p] = append(queue, p), true
	}
	for len(queue) > 0 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p := queue[len(queue)-1]
		queue, queued[p] = queue[:len(queue)-1], false
		changed := false
		for q := range n {
			if p != q && r.has(p, q) && !r.matches(a.Edges[p], a.Edges[q]) {
				r[p][q/64] &^= 1 << (q % 64)
				changed = true
			}
		}
		if !changed {
			continue
		}
		for _, s := range sources[p] {
			if !queued[s] {
				queue, queued[s] = append(queue, s), true
			}
		}
	}
	return r, nil
}

// matches reports whether for each of list there is one among the others that is at least as good.
func (r relation) matches(list, others []Edge) bool {
	for i := range list {
		if !r.matched(&list[i], others) {
			return false
		}
	}
	return true
}

func (r relation) matched(e *Edge, others []Edge) bool {
	for i := range others {
		if r.better(&others[i], e) {
			return true
		}
	}
	return false
}

// better reports whether f is at least as good as e.
func (r relation) better(f, e *Edge) bool {
	return e.Marks&^f.Marks == 0 && f.Label.covers(e.Label) && r.has(e.To, f.To)
}

// reduce makes one state of those that simulate each other, and takes away what there is something better for.
func reduce(ctx context.Context, a *Automaton) error {
	r, err := simulation(ctx, a)
	if err != nil {
		return err
	}
	same := make([]int, len(a.Edges)) // by state: the first state that is like it
	for p := range same {
		same[p] = p
		for q := range p {
			if r.has(p, q) && r.has(q, p) {
				same[p] = q
				break
			}
		}
	}
	a.redirect(same)
	for p, list := range a.Edges {
		if same[p] == p {
			a.Edges[p] = r.bestEdges(list)
		} else {
			a.Edges[p] = nil
		}
	}
	a.Initial = slices.DeleteFunc(a.Initial, func(p int) bool {
		return slices.ContainsFunc(a.Initial, func(q int) bool { return p != q && r.has(p, q) })
	})
	return nil
}

// bestEdges are the edges of a state that are not worse than another. Their targets are such that none are
// like each other.
func (r relation) bestEdges(list []Edge) []Edge {
	var out []Edge
	for _, e := range list {
		if slices.ContainsFunc(out, func(f Edge) bool { return r.better(&f, &e) }) {
			continue
		}
		out = slices.DeleteFunc(out, func(f Edge) bool { return r.better(&e, &f) })
		out = append(out, e)
	}
	return out
}
