package ranking

import (
	"slices"

	"whittle.dev/internal/ts/flow"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// after is a condition on the state after an edge, as one on the state before it and the inputs.
func (s *search) after(e *flow.Edge, cond term.Term) term.Term {
	return term.NewSubstituter(s.st, s.assigning(e.Next)).Apply(cond)
}

// at is what is known of the states at a location.
func (s *search) at(loc int) term.Term {
	return s.st.And(s.g.Locs[loc].At, s.strong, s.st.And(s.inv[loc]...))
}

// findInvariants leaves those of the conditions of each location that hold initially and are kept by every
// edge, given those of the location that it comes from: the greatest such sets.
func (s *search) findInvariants() error {
	s.inv = make([][]term.Term, len(s.g.Locs))
	for l := range s.g.Locs {
		s.inv[l] = s.conditions(l)
	}
	for l := range s.g.Locs {
		if loc := &s.g.Locs[l]; !s.st.IsFalse(loc.Init) {
			if _, err := s.weaken(s.inv, &loc.Start, l, s.st.True()); err != nil {
				return err
			}
		}
	}
	locs := make([]int, len(s.g.Locs))
	for l := range locs {
		locs[l] = l
	}
	return s.close(s.inv, locs, func(l int) []flow.Edge {
		var out []flow.Edge
		for _, i := range s.g.Locs[l].Out {
			out = append(out, s.g.Edges[i])
		}
		return out
	})
}

// close weakens the conditions of locations until the edges between them keep them.
func (s *search) close(conds [][]term.Term, locs []int, out func(loc int) []flow.Edge) error {
	work := make([]bool, len(s.g.Locs)) // what comes from there may keep less than before
	for _, l := range locs {
		work[l] = true
	}
	for again := true; again; {
		again = false
		for _, l := range locs {
			if !work[l] {
				continue
			}
			work[l] = false
			for _, e := range out(l) {
				lost, err := s.weaken(conds, &e, e.To, s.st.And(s.at(l), s.st.And(conds[l]...)))
				if err != nil {
					return err
				}
				if lost {
					work[e.To], again = true, true
				}
			}
		}
	}
	return nil
}

// weaken drops the conditions of a location that an edge to it does not keep.
func (s *search) weaken(conds [][]term.Term, e *flow.Edge, loc int, before term.Term) (lost bool, err error) {
	st := s.st
	for len(conds[loc]) > 0 {
		kept := make([]term.Term, len(conds[loc]))
		for i, c := range conds[loc] {
			kept[i] = s.after(e, c)
		}
		r := s.ask(before, e.Guard, st.Not(st.And(kept...)))
		if err := s.ctx.Err(); err != nil {
			return lost, err
		}
		if r == smt.Unsat {
			return lost, nil
		}
		lost = true
		n := 0
		conds[loc] = slices.DeleteFunc(conds[loc], func(term.Term) bool {
			n++
			if r != smt.Sat {
				return true
			}
			v, ok := s.solver.Value(kept[n-1])
			return !ok || !v.Bool()
		})
	}
	return lost, nil
}
