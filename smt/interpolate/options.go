package interpolate

import (
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Config says how interpolants are computed.
type Config struct {
	// Solver makes a solver over the store with nothing asserted; it decides what is satisfiable. It is
	// called once, when the first question is asked.
	Solver func(*term.Store) smt.Solver
	// Options are those of Interpolate and Sequence.
	Options Options
	// Limit bounds the questions to the solver for one interpolant; 0: 2,000. Beyond it the answer is
	// Unknown with smt.ReasonTimeout.
	Limit int
}

// Options say which interpolant is preferred. All are interpolants.
type Options struct {
	// Strength chooses between interpolants that imply each other.
	Strength Strength
	// Reuse are formulas, each of which is taken, or its negation, if it separates and nothing over variables
	// of few values does. Earlier ones are preferred. Their symbols must occur in both formulas; others are
	// passed over.
	Reuse []term.Term
	// Finite are symbols that take few values, as program counters do: equations of them with a constant are
	// tried first. Symbols of sort Bool always are.
	Finite []term.Term
	// Whole asks for interpolants only: no single literals are tried.
	Whole bool
}

// Strength is where an interpolant lies between what a implies and what contradicts b.
type Strength uint8

// The strengths.
const (
	// Simple prefers small constants: of x <= c for all c from 3 to 10 it takes 3, of those from -2 to 2 it
	// takes 0.
	Simple Strength = iota
	// Strong is as near as possible to what a implies.
	Strong
	// Weak is as near as possible to the negation of b.
	Weak
)

// Kind is what a separator is made of.
type Kind uint8

// The kinds, in the order in which they are tried.
const (
	// Finite: a Bool symbol or an equation of one of Options.Finite with a constant, or its negation.
	Finite Kind = iota
	// Reused: one of Options.Reuse or its negation.
	Reused
	// Bound: a comparison of one number with a constant.
	Bound
	// Difference: a comparison of x - y, or of x + y, with a constant.
	Difference
	// Literal: another literal.
	Literal
	// Formula: an interpolant that is no literal.
	Formula
)

// String names the kind.
func (k Kind) String() string {
	return [...]string{"finite", "reused", "bound", "difference", "literal", "formula"}[k]
}

// Separator is an interpolant: a implies it, it contradicts b, and its symbols occur in both.
type Separator struct {
	Term term.Term
	Kind Kind
}
