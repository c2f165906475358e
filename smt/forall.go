package smt

import "whittle.dev/term"

// ForAller is the optional capability to assert formulas with universally
// quantified symbols; the others are the existential ones around them.
type ForAller interface {
	// AssertForAll asserts, at the current level, that body, of sort Bool, holds for all values of the
	// symbols vars. The other symbols of body are free: they are those of every assertion. The symbols vars
	// must occur free in no other assertion or assumption. The error is as for Solver.Assert.
	AssertForAll(vars []term.Term, body term.Term) error
}
