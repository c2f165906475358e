package ltl

import (
	"context"
	"slices"
)

// A state q simulates p if for each edge of p it has one that is there whenever that one is, has its marks
// and leads to a state that simulates the target. Then q accepts all words that p accepts. States that
// simulate each other become one; of edges of one state those go for which there is a better one; so does an
// initial state that another one simulates. K. Etessami, T. Wilke and R. Schuller ("Fair simulation
// relations, parity games, and state space reduction for Büchi automata", ICALP 2001) call this direct
// simulation.

// relation says by state which states simulate it.
type relation [][]uint64

func (r relation) has(p, q int) bool { return r[p][q/64]>>(q%64)&1 != 0 }

// maxPairs is how many pairs of edges are compared for one automaton, some tenths of a second. Where that is
// not enough, with several 100 states and very many edges, the states stay as they are.
const maxPairs = 100_000_000

// simulator computes a relation.
type simulator struct {
	*Automaton
	relation
	failed []int // by state: the edge for which a pair was taken out last, likely to fail again
	work   *int  // pairs of edges that may still be compared
}

// simulation computes the largest relation, by taking out pairs until none is wrong. It takes from work what
// it needs, and is nil if that is not enough.
func simulation(ctx context.Context, a *Automaton, work *int) (relation, error) {
	n := len(a.Edges)
	s := &simulator{a, make(relation, n), make([]int, n), work}
	for p := range n {
		s.relation[p] = make([]uint64, (n+63)/64)
		for q := range n {
			s.relation[p][q/64] |= 1 << (q % 64)
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
	queue := s.targetsLast()
	queued := slices.Repeat([]bool{true}, n)
	for len(queue) > 0 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p := queue[len(queue)-1]
		queue, queued[p] = queue[:len(queue)-1], false
		changed := s.restrict(p)
		if *s.work < 0 {
			return nil, nil
		}
		for _, q := range sources[p] {
			if changed && !queued[q] {
				queue, queued[q] = append(queue, q), true
			}
		}
	}
	return s.relation, nil
}

// targetsLast has every state, those last to which the others lead. They are looked at first.
func (s *simulator) targetsLast() []int {
	c := findComponents(s.Automaton)
	out := make([]int, len(s.Edges))
	for p := range out {
		out[p] = p
	}
	slices.SortStableFunc(out, func(p, q int) int { return c.of[q] - c.of[p] })
	return out
}

// restrict takes out what does not simulate p. It reports whether there was anything.
func (s *simulator) restrict(p int) bool {
	changed := false
	for q := range s.Edges {
		if p != q && s.has(p, q) && !s.matches(p, q) {
			s.relation[p][q/64] &^= 1 << (q % 64)
			changed = true
		}
	}
	return changed
}

// matches reports whether for each edge of p there is one of q that is at least as good.
func (s *simulator) matches(p, q int) bool {
	list := s.Edges[p]
	for i := range list {
		i = (i + s.failed[p]) % len(list)
		if !s.matched(&list[i], s.Edges[q]) {
			s.failed[p] = i
			return false
		}
	}
	return true
}

func (s *simulator) matched(e *Edge, others []Edge) bool {
	for i := range others {
		if s.better(&others[i], e) {
			*s.work -= i + 1
			return true
		}
	}
	*s.work -= len(others)
	return false
}

// better reports whether f is at least as good as e.
func (r relation) better(f, e *Edge) bool {
	return e.Marks&^f.Marks == 0 && f.Label.covers(e.Label) && r.has(e.To, f.To)
}

// reduce makes one state of those that simulate each other, and takes away what there is something better
// for. It takes from work what it needs.
func reduce(ctx context.Context, a *Automaton, work *int) error {
	r, err := simulation(ctx, a, work)
	if r == nil {
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
