// Package ranking decides termination: the engine "ranking". It proves that every execution ends by measures
// of the loops, or finds states from which one need not end.
//
// A program becomes a transition system (package fromcfa) and that a graph of the heads of loops with
// guarded assignments between them (package ts/flow). Each component of the graph needs a measure: linear
// functions of the state, none of which any edge increases, until the edges that decrease one no longer form
// a cycle with the others. Functions are evaluated with so many bits that they do not wrap, whatever the
// words in them do, so a function takes finitely many values and needs no bound.
//
// Where there is recursion, or threads, or objects that package fromcfa does not follow, a program is made
// that has none of these and executions at least as long (flat.go): measures of its loops are a proof.
// Executions of the program itself that come back to a state are looked for by executing it
// (interp.FindLasso).
//
// # The steps
//
//	component.go   strongly connected parts of the graph
//	vocabulary.go  what conditions there are in the program, over the state at a location
//	invariant.go   those of them that hold whenever a location is reached (Houdini)
//	feature.go     the words of which measures are made: variables and differences, with and without sign
//	measure.go     a measure, and whether edges decrease it
//	synthesis.go   measures from steps that candidates failed on
//	simplex.go     linear measures that fit a set of steps
//	safety.go      whether states are reached at all, asked of another engine
//	refine.go      the graph in which locations remember the edge by which they were reached
//	simulate.go    executions from the beginning that come back to a state
//	recurrence.go  sets of states that a cycle keeps
//	trap.go        sets of states that all edges of a component keep
//	pinned.go      those that certain values of parameters make
//	lasso.go       an execution into such a set as a trace
//	certificate.go a proof, and a check of it with a solver of its own
//	certificate_write.go the questions of that check as a script
//
// Of programs that are made flat:
//
//	flat.go          calls and threads are gone past, or entered for good
//	flat_memory.go   which memory is not followed
//	links.go         orders of the links of lists, so that walks end
//	links_written.go whether links are written before they are read
//	flat_search.go   what measures and invariants of such a program may speak of
//	flat_check.go    the search for a proof, and what else has to hold: no thread waits for ever
//	execute.go       executions of the program itself
//
// Main types: Engine, Config. Example:
//
//	e := ranking.New(ranking.Config{Safety: pdr.New(pdr.Config{})})
//	res, err := e.Check(ctx, engine.Task{Program: p, Property: property.Termination})
//
// # Sources
//
// C. Alias, A. Darte, P. Feautrier, L. Gonnord, "Multi-dimensional Rankings, Program Termination, and
// Complexity Bounds of Flowchart Programs", SAS 2010: edges are removed until no cycle is left.
// B. Cook, D. Kroening, P. Rümmer, C. M. Wintersteiger, "Ranking Function Synthesis for Bit-Vector
// Relations", TACAS 2010. A. Gupta, T. Henzinger, R. Majumdar, A. Rybalchenko, R.-G. Xu, "Proving
// Non-Termination", POPL 2008: recurrence sets. C. Flanagan, K. R. M. Leino,
// "Houdini, an Annotation Assistant for ESC/Java", FME 2001. B. Cook, A. Podelski, A. Rybalchenko,
// "Summarization for Termination: No Return!", Formal Methods in System Design 35, 2009: calls that are
// entered for good.
//
// # Known limits
//
// Sets that recur are looked for on cycles of up to three edges. Of flat programs only measures count. That
// a thread waits in a loop until another one writes something is not proved to end, and locks that are not
// always taken in the same order leave the verdict open. The links of lists must all lead to older objects,
// or all to newer ones, and those of threads are not looked at.
package ranking
