package scribe

import (
	"context"

	"whittle.dev/smt"
	"whittle.dev/smt/lib"
	"whittle.dev/term"
)

// Solver writes what it is asked as SMT-LIB 2, and says unsat.
type Solver struct {
	out *lib.Writer
	// About says what the next question is about; empty: nothing.
	About string
}

// New returns a solver over a store.
func New(st *term.Store) *Solver { return &Solver{out: lib.NewWriter(st, false)} }

// Text returns what was asked since it was called the last time.
func (s *Solver) Text() string { return s.out.Take() }

// Assert implements smt.Solver.
func (s *Solver) Assert(t term.Term) error {
	s.out.Assert(t)
	return nil
}

// Push implements smt.Solver.
func (s *Solver) Push() { s.out.Push() }

// Pop implements smt.Solver.
func (s *Solver) Pop() { s.out.Pop() }

// Check implements smt.Solver: it writes the question.
func (s *Solver) Check(_ context.Context, assumptions ...term.Term) smt.Result {
	if s.About != "" {
		s.out.Raw("; " + s.About + "\n")
	}
	s.out.Push()
	for _, t := range assumptions {
		s.out.Assert(t)
	}
	s.out.Raw("(check-sat)\n")
	s.out.Pop()
	return smt.Result{Status: smt.Unsat}
}

// Value implements smt.Solver: there is none.
func (*Solver) Value(term.Term) (term.Value, bool) { return term.Value{}, false }

// Failed implements smt.Solver: it is empty.
func (*Solver) Failed() []term.Term { return nil }
