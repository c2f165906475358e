// Package composite is the analysis that is put together of domains: threads, call stacks and the shape of
// memory, which are explicit, and any number of domains of data.
//
// A state is the explicit part with symbols for the values that are not explicit (package multistate; it
// replaces the ThreadingCPA of V. Kolesnykov, "SMT-based Model Checking of Concurrent Programs", 2020,
// section 2.3.1, and brings its partial-order reductions and its symmetry), and an element of each domain.
// Between two such states lies a block: its intermediate states are followed exactly, as values and a path
// condition over the symbols of the state at its beginning. That is the path formula of the PredicateCPA
// (section 2.3.2) for all domains alike. At the end of a block each domain computes its element from the
// guarded assignment that the block is.
//
//	state.go    states
//	analysis.go the operators
//	block.go    where blocks end
//	merge.go    intermediate states that become one
//	path.go     what a path of the graph does, step by step, for refinement
package composite
