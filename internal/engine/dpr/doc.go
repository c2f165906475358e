// Package dpr is dynamic path reduction: the engine "dpr". It executes a program again and again, learns
// from each execution why the branches that it did not take lead to no violation, and never makes an
// execution to which the same reason applies.
//
// The five algorithms of the paper are found here:
//
//	algorithms 1 and 4   search.go: as long as an oracle is left, execute with it
//	algorithm 2          run.go: an execution that follows an oracle; the machine is that of package interp;
//	                     states.go: which goes on from where the one before made another choice
//	algorithms 3 and 5   learn.go: from the branches not taken to a clause over choices
//	section 3            package oracle: oracles as clauses over named choices
//	section 2.1          package dsa: executions in dynamic single assignment form
//
// # Reasons
//
// The paper's rule for reasons, read literally, is unsound: it does not see that a statement was not
// executed because of a choice. Package scope has what is missing, and every learning here is sound by it:
//
//   - provenance: the choices that what was executed depends on, by data and by control, forwards along the
//     execution; no solver is needed
//   - paper: smallest unsatisfiable cores of weakest preconditions (sections 2.2 and 2.3), with the definitions
//     where sides meet (package formula); learn_paper.go
//   - solver: of what provenance finds, the choices that the solver needs (package formula); learn_solver.go
//   - deletion: each of these choices is left open in turn, and the program executed with abstract values
//     (package abstract); if no violation can be reached the choice does not matter; cases.go does the same
//     of last choices for each of their outcomes
//
// # Certificates
//
// If asked for, the reasons behind "holds" are checked again, and so is a proof that they leave no oracle:
// package certify, and certified.go.
//
// # Inputs
//
// Inputs are symbols. A branch that depends on one is a choice, too, whose outcomes the solver finds values
// for; outcomes that have none are learnt with their reasons. Addresses that depend on inputs are split by
// their values, which are choices as well.
//
// # Threads
//
// Programs with threads are explored by package schedule, in turns of executions under random schedules and
// an exploration of what threads can read. Data races (races.go) and deadlocks (deadlocks.go) are looked for
// by random executions alone.
//
// # Main types
//
//	Engine   implements engine.Engine
//	Config   the learning, the order of executions, limits
//
// # Sources
//
// Z. Yang, B. Al-Rawi, K. Sakallah, X. Huang, S. Smolka, R. Grosu, "Dynamic Path Reduction for Software
// Model Checking", SPIN 2009; P. Godefroid, N. Klarlund, K. Sen, "DART: Directed Automated Random
// Testing", PLDI 2005.
//
// # Known limits
//
// Programs with threads are explored in another way, without the learning above. Loops that inputs or
// choices can keep going for ever have infinitely many paths.
package dpr
