package linear

import (
	"whittle.dev/internal/simplex/rational"
	"whittle.dev/sat"
)

// Backend decides conjunctions of atoms over the unknowns that it is made with. As a [sat.Theory] it may be a
// part of another one, which observes the variables for it; it makes further variables, observed or not, in
// its callbacks alone.
type Backend interface {
	sat.Theory

	// Atom says that l is true exactly if a holds. It is called between solves, at decision level 0; if l has
	// a value already, it is assigned after that. The variable of l is in no other atom. The result false
	// says that the backend cannot take the atom, and is as it was before.
	Atom(l sat.Lit, a Atom) bool

	// Value returns the value of v in a solution of the atoms: after the solver answered sat.Sat, until it is
	// asked again. It is an integer if v is one, and 0 if v occurs in no atom.
	Value(v Var) rational.Rat
}
