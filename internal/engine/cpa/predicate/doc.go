// Package predicate is the domain of predicate abstraction (V. Kolesnykov, "SMT-based Model Checking of
// Concurrent Programs", 2020, sections 2.3.2 and 3.1; D. Beyer, M. Dangl, P. Wendler, "A Unifying View on
// SMT-Based Software Verification", 2018): what is known of a state is a Boolean combination of predicates
// of the precision.
//
// The path formula between two abstractions is the guarded assignment of a block, which package composite
// makes; so there are abstraction states only here, (ψ, L, true) in the paper.
//
//	domain.go       the operators
//	abstraction.go  the strongest combination of predicates that holds after a step: by all models (Boolean) or
//	                predicate by predicate (cartesian)
//	refinement.go   new predicates from the sources of package refine, for one path
//	samples.go      and from what loops keep, for the blocks of all paths
//	precision.go    the predicates, and where they are followed
package predicate
