// Package certify checks and writes the proofs of the engines ceds and cpa that a program holds: the set of
// all states that the search has visited, or of those that its abstraction has, which is an inductive
// invariant.
//
// The check shares with the search nothing but the steps of threads (package multistate), which are made anew
// in another term store, without caches and models:
//
//  1. the initial state is in the set;
//  2. no step from a state of the set violates the property or comes to what is not supported, an invalid
//     access or undefined behaviour that the result does not list;
//  3. each successor is contained in a state of the set, or in several together: it has the same explicit
//     part, and ∃x (φ(x) ∧ ∀y (ψ(y) → v(x) ≠ w(y))), the formula notsubseteq of section 2.5, is found
//     unsatisfiable, unless it follows syntactically.
//
// A set that is closed under the steps of package multistate excludes violations in the program: a step is
// one operation that other threads can tell, and local edges after it, which commute with all that the others
// do, so every execution that leads to a violation can be rearranged into such steps. Where a thread has
// local steps before it the others may wait, but not for ever: such a state may lead to ones of its kind only
// if they come later in the set, so that finitely many steps later all threads go on. Searches for a
// certificate use no other reduction, and no pass over the program.
//
// An abstraction has states that another one stands for. Of these it is checked that all their values are
// values of the other one, with the same explicit part up to the numbers of threads; their steps are those of
// the other one. With Config.Reduced the steps are those that the reductions of multistate leave, and the
// program is the one after passes: that is enough to find mistakes of domains, abstractions and coverage in a
// proof whose search was not made for a certificate.
//
// What is trusted is thus the lowering of the program, package multistate with the liveness of registers, and
// the solver that the check asks; not the order of the search, what it takes for known, its solver, and what
// its caches hold.
//
// # Main types
//
//	Config       the solver that is asked, and the file that is written
//	Certificate  Add collects states, Cover those that others stand for, Finish checks and writes them
//
// # Where is what
//
//	check.go      the three conditions
//	inclusion.go  a successor is looked for, by explicit parts
//	question.go   notsubseteq, asked for groups of places that share no symbol (divide.go) and are not
//	              contained syntactically (cover.go)
//	write.go      the invariant in SMT-LIB
//
// # Sources
//
// Mrázek, Jonáš, Barnat, "SMT queries decomposition and caching in semi-symbolic model checking", 2017.
package certify
