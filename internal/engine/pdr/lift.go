package pdr

import (
	"slices"

	"whittle.dev/internal/ts/flow"
	"whittle.dev/term"
)

// lift leaves out literals of a cube of which, in the solver's model, an edge leads into another cube or to a
// goal (if into is nil), as long as it does so from every state of it with the inputs of the model. Then a
// state of the larger cube is as good an obligation. For assignments one question decides that: the literals
// that are not in the core of "no step into the cube" are not needed (H. Chockler, A. Ivrii, A. Matsliah,
// S. Moran, Z. Nevo, "Incremental Formal Verification of Hardware", FMCAD 2011). Where the abstraction does
// not determine the step there is no core, and the cube stays.
func (s *search) lift(edge int, c cube, into cube) (cube, error) {
	if s.cfg.NoLift || len(c) == 0 {
		return c, nil
	}
	e := &s.g.Edges[edge]
	goes := []term.Term{e.Guard}
	if e.To != flow.Goal {
		lits, impossible := s.image(edge, into)
		if impossible != term.None {
			return c, nil
		}
		goes = append(goes, lits...)
	}
	var assume []term.Term
	for _, in := range e.Inputs {
		v, ok := s.solver.Value(in)
		if !ok {
			return c, nil
		}
		assume = append(assume, s.st.Eq(in, s.st.FromValue(v)))
	}
	assume = append(assume, s.st.Not(s.st.And(goes...)))
	sat, err := s.check(append(assume, c...)...)
	if err != nil || sat {
		return c, err
	}
	var out cube
	failed := s.solver.Failed()
	for _, lit := range c {
		if slices.Contains(failed, lit) {
			out = append(out, lit)
		}
	}
	s.count.lifted++
	return out, nil
}
