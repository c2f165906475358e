// Package bdd is the domain of sets of valuations as binary decision diagrams (D. Beyer, A. Stahlbauer,
// "BDD-Based Software Verification", STTT 2014): of the slots with few values it knows which combinations of
// values are possible.
//
// A value is encoded by a number: the constants met so far are counted. So a variable of 32 bits that is a
// flag, or is only compared for equality, takes a few bits of the diagram, and what an operator does to the
// values of a few slots is found by evaluating it for each combination. A slot with many values is not held:
// it is left to other domains (Many), as variables of arithmetic are in the paper. Arrays and ids of threads
// are explicit, so nothing is special about them. Where threads are crowds, so that a value divides them, a
// variable with more than a handful of values is not held either.
//
//	domain.go   the operators
//	image.go    the set after a guarded assignment
//	diagram.go  sets of valuations, on github.com/dalzilio/rudd
//
// # Known limits
//
// Classes of variables are found while the program is explored, by the number of their values. An operator
// with an operand that is not held has any result.
package bdd
