// Package analysis computes facts about a cfa.Program that hold on every
// execution: what a pass or an engine may rely on.
//
// # The framework
//
// [WTO] orders the locations of a procedure so that loops are nested
// components with heads; [Forward] and [Backward] run a [Domain] over a
// procedure in that order, with widening at heads for domains that ask for it.
//
// # The analyses
//
//	WTO                 weak topological order: loops, heads, back edges     one procedure
//	Threads             creation sites, how often threads and edges may run  whole program
//	live.Registers      registers whose value may still be read              one procedure
//	intervals.Analyse   values of registers                                  one procedure
//	pointsto.Analyse    objects and offsets that a term may point to         whole program
//	invariant.Analyse   values of registers and memory, and valid accesses   whole program
//
// Those with a dot are packages below this one. Their values are those of package absint. Whole-program
// analyses do not copy procedures per call; they are precise on a program whose calls have been inlined
// (package pass). Package invariant is the exception: it keeps the contexts of calls apart.
//
// # Sources
//
// F. Bourdoncle, "Efficient chaotic iteration strategies with widenings" (1993).
//
// # Limits
//
// The analyses visit terms and components by recursion, to the depth of the terms and of the control flow.
// They are facts about executions without undefined behaviour; each type says what it relies on.
package analysis
