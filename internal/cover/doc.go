// Package cover says what executions of a program cover: which outcomes of which conditions, which calls of
// error functions, which lines.
//
//	goals := cover.Goals(prog, cover.Branches)
//	n := goals[0].Count(passes)              // how often an execution took it
//	targets := cover.Targets(prog, goals)    // the program in which taking one of them is a violation
//
// The program is one whose edges name the outcomes that they are (cfa.Edge.Test), which the front end
// makes on request. Library functions have no goals.
//
// A goal is asked for by a program that differs in nothing but its ends: after each edge that takes a goal
// stands a violation, and what was a violation ends the process. So any engine finds an execution that takes
// one of the goals, or proves that there is none.
//
// # Sources
//
// The criteria are those of FQL (A. Holzer, C. Schallhart, M. Tautschnig, H. Veith, "FShell: Systematic Test
// Case Generation for Dynamic Analysis and Measurement", CAV 2008), as Test-Comp uses them: decision edges,
// condition edges, calls.
package cover
