package engine

import (
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Candidate is a condition that the states of a proof have in common in which a thread is at the head of a
// loop. Reductions may have left states out in which it is wrong, so whoever uses it has to check it.
type Candidate struct {
	// Loop is where the loop stands.
	Loop source.Pos
	// Cond is a condition over the symbols that are keys of Vars, in the store Terms.
	Cond  term.Term
	Terms *term.Store
	Vars  map[term.Term]Variable
}

// Variable names a variable of the program.
type Variable struct {
	Name string
	// Pos is that of a local variable; an object of static storage has none.
	Pos source.Pos
}
