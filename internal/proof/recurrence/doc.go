// Package recurrence has the proofs that no execution of a program does for ever what violates a property of
// its infinite runs, and checks them. A proof is the graph of all states that can be reached, as a search of
// package engine/liveness has left it, with the automaton of what violates the property.
//
// The check takes the graph as it is, and has nothing in common with the search that finds violations in it:
// there are no components. Steps that can be in no fair cycle are taken away until none of those that are
// left is one, and a violation is there if some are left (Y. Kesten, A. Pnueli, L. Raviv, "Algorithmic
// Verification of Linear Temporal Logic Specifications", ICALP 1998).
//
// A graph that is none of executions, which are infinite, is refused. Whether it has every state of the
// program is not checked.
package recurrence
