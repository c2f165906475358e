package refine

import (
	"whittle.dev/internal/ts/flow"
	"whittle.dev/term"
)

// maxSeeds bounds the predicates of a location before the search.
const maxSeeds = 48

// guards returns the atoms of all guards, at each location where they are about live variables, and what must
// hold before an edge so that they hold after it.
func (r *Refiner) guards() []Predicate {
	var out []Predicate
	number := make([]int, len(r.g.Locs))
	add := func(loc int, t term.Term) {
		if number[loc] < maxSeeds && r.fits(loc, t) {
			number[loc]++
			out = append(out, Predicate{t, loc, Guards})
		}
	}
	var all []term.Term
	for i := range r.g.Edges {
		all = append(all, r.g.Edges[i].Guard)
	}
	all = atoms(r.st, all...)
	for loc := range r.g.Locs {
		for _, t := range all {
			add(loc, t)
		}
	}
	first := out
	for i := range r.g.Edges {
		e := &r.g.Edges[i]
		if e.To == flow.Goal {
			continue
		}
		before := r.before(i)
		for _, p := range first {
			if p.Location != e.To {
				continue
			}
			for _, t := range atoms(r.st, before.Apply(p.Term)) {
				add(e.From, t)
			}
		}
	}
	return out
}

// before returns the substitution that makes of a condition after an edge the one before it.
func (r *Refiner) before(edge int) *term.Substituter {
	e := &r.g.Edges[edge]
	m := map[term.Term]term.Term{}
	for v, t := range e.Next {
		if r.g.Locs[e.To].Live[v] {
			m[r.g.Sys.Vars[v].Sym] = t
		}
	}
	return term.NewSubstituter(r.st, m)
}
