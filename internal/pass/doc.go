// Package pass transforms programs: each [Pass] makes a program that behaves
// like the given one and is easier to analyse or to search.
//
// A [Pipeline] runs passes by name on a copy of a program, and has cfa.Check look at the result of each:
//
//	pl, err := pass.Named("resolve", "inline", "unreachable", "merge")
//	...
//	small, err := pl.Run(ctx, program, pass.Options{})
//
// # The passes
//
//	resolve      calls through addresses become branches over direct calls
//	tail         recursion by tail calls becomes a loop
//	inline       called procedures are copied into their callers; each place
//	             that starts a thread gets its own copy of the procedure
//	unreachable  edges that are never taken, locations that are never reached
//	             and bodies of unused procedures go
//	const        registers that have one value are replaced by it
//	dead         assignments, inputs and loads that are never read go
//	share        threads that do the same with the same arguments run one procedure
//	merge        sequences of local steps become one
//
// [CutCells] does not change the program: it divides memory into cells for
// encodings that treat each scalar as a variable.
//
// # What a pass keeps
//
// A pass keeps the verdicts: the reachable violations, up to executions with undefined behaviour, and the
// executions that lead to them. Every edge keeps the origin it stems from. Inputs and visible steps are named
// in traces by thread, origin and occurrence; so a pass drops or copies such an edge only where the n-th
// execution of an origin by a thread stays the n-th. Local steps (assignments, assumptions) have no such
// names and may come and go.
//
// # Limits
//
// Inlining copies; Options bounds its growth, and calls that are left are
// still calls. Intervals do not cross calls, so "const" is of most use after
// "inline". Passes do not look into loops: "merge" works between branches.
package pass
