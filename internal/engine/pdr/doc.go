// Package pdr is property directed reachability, or IC3, with implicit predicate abstraction: the engine
// "pdr". It proves loops and transition systems without bounds, by an inductive invariant that it finds
// clause by clause.
//
// Check makes a graph of locations and edges of a program or a system (package ts/flow). For each
// location there is a sequence of frames, sets of clauses over predicates: frame k contains the states that
// are reached there within k steps. States that lead to a goal are blocked by clauses, as general as can be,
// until two neighbouring frames are the same: an invariant. Abstract paths to a goal that have no concrete
// one give rise to predicates and lemmas, from the sources of package refine.
//
// # Where what is
//
//	prove.go          the main loop: search, look at the abstract path, ask for predicates and lemmas
//	bounded.go        paths of a few steps, and induction over them
//	unrolling.go      all paths up to a length as a formula
//	search.go         frames, obligations, propagation of clauses
//	questions.go      the questions to the solver
//	generalise.go     literals that clauses do not need, counterexamples to generalisation
//	lift.go           predicates that an obligation does not need
//	integers.go       words read as integers first
//	bits.go           the bits of the state as predicates: IC3 as it was first
//	concrete.go       whether an abstract path has a concrete one
//
// Main types: Engine, Config. Example:
//
//	res, err := pdr.New(pdr.Config{}).Check(ctx, engine.Task{Program: p, Property: property.UnreachCall})
//
// Sources: A. Cimatti, A. Griggio, S. Mover, S. Tonetta, "IC3 Modulo Theories via Implicit Predicate
// Abstraction", TACAS 2014; A. R. Bradley, "SAT-Based Model Checking without Unrolling", VMCAI 2011;
// Z. Hassan, A. R. Bradley, F. Somenzi, "Better Generalization in IC3", FMCAD 2013.
//
// Limits: of programs unreach-call and no-overflow; programs that package ts refuses (threads that are
// created in loops without a bound, recursion other than by tail calls, memory of unknown size) are unknown.
// Violations after many rounds of a loop take as many frames.
package pdr
