package smt

import (
	"context"

	"whittle.dev/sat"
)

// hitting finds smallest sets that meet all given sets of numbers below n: a
// clause for each set, and a counter of the chosen numbers.
type hitting struct {
	n    int
	sets [][]int
}

func newHitting(n int) *hitting { return &hitting{n: n} }

// add adds a set, ascending and not empty.
func (h *hitting) add(set []int) { h.sets = append(h.sets, set) }

// smallest returns a smallest set that meets all sets, given that it has at least lower numbers. If it has
// upper numbers or more the result is some list of that length. False if the context ended.
func (h *hitting) smallest(ctx context.Context, lower, upper int) (set []int, ok bool) {
	for k := lower; k < upper; k++ {
		s, vars := h.encode(k)
		switch s.Solve(ctx) {
		case sat.Sat:
			for i, v := range vars {
				if v != 0 && s.Value(v) {
					set = append(set, i)
				}
			}
			return set, true
		case sat.Unknown:
			return nil, false
		}
	}
	return make([]int, upper), true
}

// encode returns clauses that choose at most k numbers, with the literals of those that occur in the sets
// (Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints", CP 2005).
func (h *hitting) encode(k int) (*sat.Solver, []sat.Lit) {
	s := sat.New(sat.Config{})
	vars := make([]sat.Lit, h.n)
	for _, set := range h.sets {
		clause := make([]sat.Lit, len(set))
		for i, x := range set {
			if vars[x] == 0 {
				vars[x] = s.NewVar().Pos()
			}
			clause[i] = vars[x]
		}
		s.AddClause(clause...)
	}
	// count[j]: more than j of the numbers so far are chosen.
	var count []sat.Lit
	for _, v := range vars {
		if v == 0 {
			continue
		}
		next := make([]sat.Lit, k)
		for j := range next {
			next[j] = s.NewVar().Pos()
			if j < len(count) {
				s.AddClause(count[j].Not(), next[j])
			}
			switch {
			case j == 0:
				s.AddClause(v.Not(), next[0])
			case j-1 < len(count):
				s.AddClause(v.Not(), count[j-1].Not(), next[j])
			}
		}
		if len(count) == k {
			s.AddClause(v.Not(), count[k-1].Not())
		}
		count = next
	}
	return s, vars
}
