// Package measures has proofs of termination and checks them: functions into the natural numbers that steps
// between the heads of loops decrease.
//
// A Measure gives each location of a component of a flow.Graph a linear function of words, read as numbers
// with enough bits that nothing wraps. No edge of the component increases it, and its strict edges decrease
// it, so an execution takes those finitely often without leaving the component. Measures are taken in turn:
// without the strict edges of the earlier ones the component falls into smaller ones, until no cycle is left.
// That is a lexicographic ranking function in which each component of what is left has its own order.
//
// Check shares with the search (package engine/ranking) the translation of the program to a graph, the
// types here, and terms; it asks a solver that it is given.
//
// # Where is what
//
//	measure.go    Measure, Linear, Feature
//	component.go  strongly connected parts of graphs
//	check.go      what is asked about a Proof
//	write.go      a proof as text and as a script of questions
//
// # Source
//
// A. R. Bradley, Z. Manna, H. B. Sipma, "Linear Ranking with Reachability", CAV 2005, for lexicographic
// measures of linear functions.
package measures
