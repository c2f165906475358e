package slab

import (
	"cmp"
	"slices"

	"whittle.dev/internal/engine/slab/conjunction"
	"whittle.dev/term"
)

// relevance ranks the variables for a disjunct of the error condition: those of other processes than it is
// about come last. Of several predicates that separate two halves one about the former is taken: what the
// proof does not say of the other processes need not be split by.
type relevance struct {
	rank []int // by variable
	// order has the variables by rank.
	order []int
}

func (p *problem) relevance(t target) relevance {
	families, _ := p.families(p.constants())
	r := p.indifference()
	inError := map[term.Term]bool{}
	for _, sym := range p.st.Symbols(t.cond...) {
		inError[sym] = true
	}
	numbers := map[int]bool{}
	for i, f := range families {
		if inError[p.vars[i].Sym] {
			numbers[f.number] = true
		}
	}
	for i, f := range families {
		if len(numbers) > 0 && !numbers[f.number] {
			r.rank[i] = 1
		}
	}
	slices.SortStableFunc(r.order, func(a, b int) int { return cmp.Compare(r.rank[a], r.rank[b]) })
	return r
}

// indifference ranks all variables alike.
func (p *problem) indifference() relevance {
	r := relevance{rank: make([]int, len(p.vars)), order: make([]int, len(p.vars))}
	for i := range r.order {
		r.order[i] = i
	}
	return r
}

// ofBoth is the rank of a bound of two variables, or of one and None.
func (r relevance) ofBoth(a, b conjunction.Ref) int {
	rank := 0
	for _, v := range []conjunction.Ref{a, b} {
		if v != conjunction.None {
			rank = max(rank, r.rank[v.Index()])
		}
	}
	return rank
}
