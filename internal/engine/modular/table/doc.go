// Package table finds which control states of threads occur together: the fixpoint of views of two threads
// without any formula.
//
// A control state is a valuation of the shared cells that have few values (a Store), and for a thread its
// location with the values of its locals that have few (a Seat). A table holds the pairs of a store and a
// seat that occur, and for each store the pairs of seats of two different threads. It contains the beginning,
// and is closed: where of three threads each two are in the table, so are the pairs after any step of one of
// them. By that it recognises any means by which threads exclude each other, without being told its name.
//
// Variables begin as explicit; one that turns out to have many values is given up, and the fixpoint begins
// anew. A value may be unknown, which is what assignments of other than constants leave.
//
//	table.go    the fixpoint
//	moves.go    the steps of a thread in a control state
//	values.go   which variables are explicit
//	movers.go   steps that may as well be made later
//
// Main types: Table, Move. Source: J. Hoenicke, R. Majumdar, A. Podelski, "Thread modularity at many levels:
// a pearl in compositional verification", POPL 2017; P. A. Abdulla, F. Haziza, L. Holík, "All for the price
// of few (parameterized verification through view abstraction)", VMCAI 2013.
package table
