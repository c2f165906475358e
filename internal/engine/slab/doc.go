// Package slab proves that a transition system reaches no bad state by slicing abstractions: the engine
// "slab".
//
// The abstraction is an explicit graph (Definition 1): nodes are sets of states, described by predicates, and
// edges have transitions. It begins with the four nodes of Definition 2 and is refined by splitting single
// nodes, by predicates that make error paths spurious. Between refinements slicing takes away what is on no
// error path or does not matter to one. An empty slice is a proof, and a concretizable error path is a
// violation.
//
// # Main types
//
//	Engine       implements engine.Engine, for transition systems and programs; Config, Settings
//	prover       the goals of a system, one disjunct after the other, with several strategies by turns
//	refinement   the procedure on one disjunct; refinement.run is its main loop
//	abstraction  the graph, with distances from initial and to bad nodes
//	step         a transition as slicing has left it
//	asker        decides questions, most of them in package conjunction
//
// # The steps of the procedure
//
//	system.go normal.go   the transition system as the paper has it
//	initial.go            Definition 2
//	slice.go              section 5.1 and 5.2: inconsistent transitions and nodes, unreachable nodes
//	distances.go          which nodes are on an error path, and a shortest one, kept while edges go
//	live.go step.go       section 5.3: live variables, depend, Simplify Transition
//	bypass.go             section 5.4: bypass transitions, and when they are made
//	split.go              section 6.1: node splits
//	path.go               section 6.2: error paths and their minimal spurious sub-paths
//	predicate.go          section 6.2: the predicate; bounds.go and interpolant.go have its sources
//	relevance.go          which predicates are preferred
//	concrete.go           an error path of the system
//	symmetry.go           renamings of processes that map the system to itself
//	orbit.go              disjuncts that are others with other names, and those that a refinement excludes
//	explicit.go           program counters
//	last_steps.go         last steps that are others with other names
//	constants.go          what is known of variables that never change
//	certificate.go        an inductive invariant of an empty slice
//
// # Example
//
//	res, err := slab.New(slab.Config{}).Check(ctx, engine.Task{System: sys, Goal: engine.AllGoals})
//
// # Source
//
// I. Brückner, K. Dräger, B. Finkbeiner, H. Wehrheim, "Slicing Abstractions" (FSEN 2007).
//
// # Known limits
//
// The procedure need not end: on some systems predicates go on for ever. Of programs it decides unreach-call
// and no-overflow, for those that package ts/fromcfa translates. Relations between states are never
// simplified, assignments are.
package slab
