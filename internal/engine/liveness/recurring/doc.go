// Package recurring decides properties of the infinite runs of transition systems (transition.Temporal), for
// the engine liveness.
//
// A run that violates one is a run of the product of the system with the automaton of the negated formula in
// which something recurs: each mark of the automaton, and each condition of fairness. It is looked for in two
// ways, and excluded in two, by turns and with growing bounds:
//
//	monitor.go     automaton and fairness as a variable beside the system, which counts rounds in which
//	               everything recurs
//	unrolling.go   paths up to a depth that come back to a state, as one formula
//	recurrence.go  paths that come back to a set which a round leads into itself
//	rounds.go      everything recurs at most k times: an invariant of the system with its counter
//	measure.go     functions of the state that no step of a component increases and some step decreases
//	proof.go       both kinds of proof, and a check of each with a solver of its own
//	decide.go      whose turn it is
//
// # Why it is right
//
// A violation is a path that is replayed: either it ends in the state in which its loop begins, or the loop
// leads a set of states, to which it has come, into itself; a solver is asked about the latter (package
// inductive). What the formula says of the run is computed from its definition, not with the automaton.
//
// A proof says that in no run everything recurs for ever. Either it does at most k times in any run, however
// the automaton chooses, or each strongly connected part of the product in which all could recur has a
// measure. An automaton of which some choice accepts a run would make that false.
//
// In a finite system one of both is found in the end, given time: a path in which everything recurs more
// often than there are states has a state twice with a round between, and bounds grow. In an infinite one
// neither need exist.
//
// # Sources
//
// A. Biere, A. Cimatti, E. Clarke, Y. Zhu, "Symbolic Model Checking without BDDs", TACAS 1999: paths with
// loops. K. Claessen, N. Sörensson, "A Liveness Checking Algorithm that Counts", FMCAD 2012. A. Gupta,
// T. Henzinger, R. Majumdar, A. Rybalchenko, R.-G. Xu, "Proving Non-Termination", POPL 2008: sets that recur.
// Measures are those of package ranking, for parts of the product that need not end.
//
// # Known limits
//
// Sets that recur are found for loops whose numbers grow or fall while their differences stay. Measures are
// linear with coefficients that stand in the conditions of the system.
package recurring
