package clock_test

import (
	"context"

	"whittle.dev/smt"
	"whittle.dev/smt/clock"
	"whittle.dev/term"
)

// ordered is a smt.Solver that orders nodes by the clocks of an Encoding, which it asserts to the solver
// inside before each check.
type ordered struct {
	*clock.Encoding
	smt.Solver

	width int   // of the clocks that were asserted over
	done  int   // constraints that are asserted at the present level
	saved []int // by open level: done when it was opened
}

func newOrdered(st *term.Store, inner smt.Solver) *ordered {
	return &ordered{Encoding: clock.NewEncoding(st), Solver: inner}
}

func (s *ordered) Push() {
	s.saved = append(s.saved, s.done)
	s.Solver.Push()
}

// Pop leaves the order, which is permanent: what was asserted of it
// in the level is asserted again before the next check.
func (s *ordered) Pop() {
	s.Solver.Pop()
	s.done = s.saved[len(s.saved)-1]
	s.saved = s.saved[:len(s.saved)-1]
}

func (s *ordered) Check(ctx context.Context, assumptions ...term.Term) smt.Result {
	if w := s.Width(); w != s.width {
		s.width, s.done = w, 0
		for i := range s.saved {
			s.saved[i] = 0
		}
	}
	for ; s.done < s.Len(); s.done++ {
		if err := s.Solver.Assert(s.Constraint(s.done)); err != nil {
			return smt.Result{Reason: smt.ReasonUnsupported + ": clocks: " + err.Error()}
		}
	}
	return s.Solver.Check(ctx, assumptions...)
}
