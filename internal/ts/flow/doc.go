// Package flow is the control flow of transition systems: a graph whose locations are the values of program
// counters and whose edges are guarded assignments, as large as can be.
//
// Every transition becomes a guarded assignment: the next value of a variable that a relation constrains is
// an input of the edge, unless the relation defines it. Then the states before an edge in which some set is
// reached are computed by substitution, for relations as for assignments.
//
// # The steps of New
//
//	assign.go     transitions and goals as guarded assignments with inputs
//	control.go    the variables whose values are locations, and the edges between these
//	merge.go      locations that no loop needs are bypassed: in the end a location is the head of a loop
//	live.go       the variables whose values matter at a location
//
// Path leads back: from edges taken, with the values of their inputs, to a path of the system.
//
// # Main types
//
//	Graph      locations and edges of a system
//	Location   a place with its initial states and the variables that matter there
//	Edge       a guarded assignment from one location to another, or to a goal
//
// # Example
//
//	g, err := flow.New(ctx, sys, native.New(sys.Terms, native.Config{}), flow.Options{})
//	for _, e := range g.Edges {
//		fmt.Println(e.From, e.To, sys.Terms.String(e.Guard))
//	}
//
// # Source
//
// Blocks between the heads of loops as one formula: D. Beyer, A. Cimatti, A. Griggio, M. E. Keremoglu,
// R. Sebastiani, "Software Model Checking via Large-Block Encoding", FMCAD 2009. Here each path through a
// block is an edge of its own, up to a bound, so that what is learnt of a path has no ite.
//
// # Known limits
//
// The counters of several processes are not multiplied: such systems have one location. Without counters,
// Boolean variables are taken for counters if they have few values together.
package flow
