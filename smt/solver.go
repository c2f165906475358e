package smt

import (
	"context"

	"whittle.dev/term"
)

// Solver decides the conjunction of the asserted terms under assumptions.
//
// Legal calls: Assert, Push, Pop and Check in any order (Pop at most as often as Push); Value only after a
// Check that answered Sat, and Failed only after one that answered Unsat. Assert, Push and Pop keep the last
// model readable only where an implementation says so.
type Solver interface {
	// Assert adds t, of sort Bool, to the current level. The error names
	// an operator or sort that the solver does not support; the assertion is
	// then remembered as such, and every Check while it is in force answers Unknown.
	Assert(t term.Term) error
	// Push opens a level; Pop drops the innermost level and what was
	// asserted in it. Pop without a matching Push panics (programmer error).
	Push()
	Pop()
	// Check decides the asserted terms together with the assumptions (of sort
	// Bool, any term), which hold for this call only.
	Check(ctx context.Context, assumptions ...term.Term) Result
	// Value returns the value of t in the model of the last Sat answer. t may be any term over the solver's
	// store; symbols that occur in nothing asserted have the default value of their sort (false, zero, the
	// array of defaults). False if there is no model or t cannot be evaluated.
	Value(t term.Term) (term.Value, bool)
	// Failed returns those assumptions of the last Unsat answer that suffice for it, in the order in which
	// they were given, each once. It need not be minimal. Empty if the assertions alone are unsatisfiable.
	Failed() []term.Term
}

// Stat is a named number about a solver's work.
type Stat struct {
	Name  string
	Value int64
}

// Statser is the optional capability to report counters. The list is in a fixed
// order, and the values are totals since the solver was created.
type Statser interface {
	Stats() []Stat
}

// Model reads a solver's last model as an assignment of symbols, for term.Store.Eval and its like.
type Model struct{ Solver Solver }

// Value returns the value of the symbol sym in the last model.
func (m Model) Value(sym term.Term) (term.Value, bool) { return m.Solver.Value(sym) }
