// Package refine finds predicates and invariants for engines that prove by abstraction: what tells the states
// on a spurious path from those that the path would need.
//
// Several sources are asked one after the other; each can be switched off. They work on the flow graph of a
// system (package ts/flow) and know no engine.
//
//	source          file               what it finds
//	guards          guards.go          atoms of guards, with one round of weakest preconditions
//	newton          newton.go          weakest preconditions along the path, of what contradicts itself
//	unsliced        newton.go          the same along the whole path
//	samples         package samples    invariants that random executions have in common; they are lemmas
//	interpolants    interpolants.go    an inductive sequence of interpolants
//	integers        integers.go        the same of the path read over integers, turned back into words
//	postconditions  postconditions.go  constants and differences along the path
//	bits            bits.go            the bits of the variables
//
// Samples are taken when a path goes round a loop, or after a few refinements, before anything else. A source
// that comes up with ever new constants for one comparison is passed over in favour of the next one: it
// unrolls a loop. Predicates need not be right or useful, so sources may guess; lemmas are proved.
//
// Inputs, which stand for any value in a step, are eliminated from preconditions in eliminate.go, with
// words.go for sums modulo 2^w; unroll.go computes the values along a path and its core.
//
// # Main types
//
//	Refiner    the portfolio of sources for one graph
//	Config     solver, and which sources are off
//	Chain      a path that the abstraction has and the system has not
//	Found      predicates and lemmas, by location
//
// # Example
//
//	r := refine.New(graph, refine.Config{Solver: func(st *term.Store) smt.Solver { ... }})
//	found := r.Initial()
//	... the engine abstracts by found.Predicates and comes upon a spurious path ...
//	found, err := r.Refine(ctx, refine.Chain{Edges: []int{0, 2, 2, 5}})
//
// # Sources
//
// D. Dietsch, M. Heizmann, B. Musa, A. Nutz, A. Podelski, "Craig vs. Newton in software model checking"
// (ESEC/FSE 2017); K. L. McMillan, "Lazy abstraction with interpolants" (CAV 2006); for the others see the
// packages samples and smt/interpolate.
//
// # Known limits
//
// Sums of words of more than 64 bits are not solved for inputs. Quotients, products of variables and shifts
// by variables are opaque to all sources but bits.
package refine
