package simplex

import (
	"context"

	"whittle.dev/internal/simplex/rational"
)

// Var is a variable: one that the caller made, or the value of a linear form.
type Var int32

// Reason is the caller's name for what a bound was asserted for.
type Reason uint32

// A Solver decides conjunctions of bounds on variables and linear forms. It belongs to one goroutine. Create
// one with [New].
type Solver struct {
	solution    // with all that it works on: variables, bounds, forms, rows
	propagation propagation
	integers    integers
}

// Config holds limits and switches. The zero value is the recommended configuration.
type Config struct {
	// Bland is the number of pivots of a check after which Bland's rule chooses both variables, so that the
	// check ends; 0 is a default.
	Bland int64
	// LongRow is the length beyond which a row propagates no bounds; 0 is a default.
	LongRow int
	// NoCuts answers questions about integers by splits on single variables alone, so that Farkas factors
	// prove every conflict.
	NoCuts bool
}

// Stats counts what a Solver has done and holds.
type Stats struct {
	Checks    int64 // calls of Check
	Pivots    int64 // exchanges of a basic and another variable
	Conflicts int64 // infeasible checks and bounds that cross
	Implied   int64 // bounds that propagation offered and the caller used
	Splits    int64 // splits asked for
	Cuts      int64 // cuts offered
	Patched   int64 // variables that were moved so that others have integer values
}

// New returns a solver without variables.
func New(cfg Config) *Solver {
	if cfg.Bland == 0 {
		cfg.Bland = 1000
	}
	if cfg.LongRow == 0 {
		cfg.LongRow = 300
	}
	s := &Solver{}
	s.cfg, s.bounds, s.forms = cfg, make([]bound, 1), newFormTable()
	s.propagation.solution = &s.solution
	s.integers.solution = &s.solution
	return s
}

// Assert adds the bound v <= val (upper) or v >= val for a reason. A strict bound has an infinitesimal
// part, see [rational.Below] and [rational.Above]; a bound on an integer variable is rounded first. It
// returns false if the bound crosses the opposite one: then it is not added, and [Solver.Conflict] names
// both.
func (s *Solver) Assert(v Var, upper bool, val rational.Value, why Reason) bool {
	height := len(s.bounds)
	consistent := s.assert(v, upper, val, why)
	if len(s.bounds) > height {
		s.propagation.note(v)
	}
	return consistent
}

// Backtrack retracts all bounds that were asserted since m was taken.
func (s *Solver) Backtrack(m Mark) {
	s.retract(m)
	s.propagation.forget(m)
}

// Propagate offers the bounds on watched variables that follow from one row each, for the rows in which
// bounds changed since the last call. The caller returns whether it has a use for one, and for which value:
// the offered one or a weaker one. Then d names it.
func (s *Solver) Propagate(offer func(b Implied, d Derivation) (needed rational.Value, use bool)) {
	s.propagation.run(offer)
}

// Explain appends the bounds that an implied one rests on to buf. With the negation of what was needed,
// taken once, they contradict each other in the sense of [Antecedent].
func (s *Solver) Explain(d Derivation, buf []Antecedent) []Antecedent {
	return s.propagation.explain(d, buf)
}

// Step looks for integer values after a feasible check. It may move variables within their bounds.
func (s *Solver) Step(ctx context.Context) Step { return s.integers.step(ctx) }
