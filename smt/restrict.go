package smt

// Restricted is the optional capability to be told that all questions stay within a logic of SMT-LIB, which
// may make the answers much faster.
type Restricted interface {
	// Restrict names the logic. It is called before the first Check.
	Restrict(logic string)
}
