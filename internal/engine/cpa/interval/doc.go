// Package interval is the domain of ranges: of each slot it knows an interval of values with a stride
// (package absint). It is the interval analysis of P. Cousot and R. Cousot, "Abstract interpretation: a
// unified lattice model", POPL 1977, as a configurable program analysis.
//
// Main types: Domain; New makes one, Config says when it widens and merges.
//
//	domain.go    the operators
//	evaluate.go  terms over sets, and what a condition says of its parts
//
// # Widening
//
// The graph has no cycles: a state never merges with one on the way to it. So a chain that grows is a path,
// and it is ended there: an element that comes after others of the same explicit part, that is after turns of
// a loop, is widened to a threshold, which is a constant of a condition seen so far. The states of the next
// turn are then included in it and are covered.
//
// With Config.Only the domain stands beside others, and knows the places alone that these leave to it since
// they have many values. Such a range is widened as soon as it grows on a path, be it a turn of a loop or
// not: what has many values may change the explicit part each time, as an array does that is filled.
//
// # Known limits
//
// There is no precision that could grow: a path that is spurious in spite of the ranges is for other domains,
// and never a verdict. Relations between slots are not kept.
package interval
