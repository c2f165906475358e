package clock

import (
	"context"
	"io"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// Solver is a smt.Solver that orders nodes by the clocks of an Encoding, which
// it asserts to the solver inside before each check.
type Solver struct {
	*Encoding
	inner smt.Solver

	width int   // of the clocks that were asserted over
	done  int   // constraints that are asserted at the present level
	saved []int // by open level: done when it was opened
}

var (
	_ smt.Solver  = (*Solver)(nil)
	_ smt.Orderer = (*Solver)(nil)
)

// New returns a decorator of inner, which must be a solver of st.
func New(st *term.Store, inner smt.Solver) *Solver {
	return &Solver{Encoding: NewEncoding(st), inner: inner}
}

// Assert implements smt.Solver.
func (s *Solver) Assert(t term.Term) error { return s.inner.Assert(t) }

// Push implements smt.Solver.
func (s *Solver) Push() {
	s.saved = append(s.saved, s.done)
	s.inner.Push()
}

// Pop implements smt.Solver. The order is permanent: what was asserted of it
// in the level is asserted again before the next check.
func (s *Solver) Pop() {
	s.inner.Pop()
	s.done = s.saved[len(s.saved)-1]
	s.saved = s.saved[:len(s.saved)-1]
}

// Check implements smt.Solver.
func (s *Solver) Check(ctx context.Context, assumptions ...term.Term) smt.Result {
	if w := s.Width(); w != s.width {
		s.width, s.done = w, 0
		for i := range s.saved {
			s.saved[i] = 0
		}
	}
	for ; s.done < s.Len(); s.done++ {
		if s.done%1024 == 0 && ctx.Err() != nil {
			return smt.Result{Reason: smt.ReasonCanceled}
		}
		if err := s.inner.Assert(s.Constraint(s.done)); err != nil {
			return smt.Result{Reason: smt.ReasonUnsupported + ": clocks: " + err.Error()}
		}
	}
	return s.inner.Check(ctx, assumptions...)
}

// Value implements smt.Solver.
func (s *Solver) Value(t term.Term) (term.Value, bool) { return s.inner.Value(t) }

// Failed implements smt.Solver.
func (s *Solver) Failed() []term.Term { return s.inner.Failed() }

// Stats implements smt.Statser: the counters of the solver inside, if it has some.
func (s *Solver) Stats() []smt.Stat {
	if st, ok := s.inner.(smt.Statser); ok {
		return st.Stats()
	}
	return nil
}

// Close closes the solver inside, if that can be closed.
func (s *Solver) Close() error {
	if c, ok := s.inner.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
