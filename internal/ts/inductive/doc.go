// Package inductive checks that a set of states is an inductive invariant of a transition system, by a solver
// of its own, and writes the questions as a script that other solvers can answer.
//
// An engine that proves that no goal is reached hands in such a set as a certificate. What is asked does not
// depend on how the set was found: the initial states are in it, every transition that starts in it ends in
// it, and it has no state of a goal.
//
// # Main types
//
//	Claim    a system, the set, the goals that it excludes; Check decides it, Write prints it
//	Answer   that the claim holds, or which condition fails or is undecided
//
// # Example
//
//	c := inductive.Claim{System: sys, Invariant: cond, Goals: []int{0}}
//	answer, err := c.Check(ctx, func(st *term.Store) (smt.Solver, error) { return native.New(st, cfg), nil })
//
// # Source
//
// Z. Manna, A. Pnueli, "Temporal Verification of Reactive Systems: Safety", 1995, rule INV.
//
// # Known limits
//
// One question for each transition, whatever the invariant consists of.
package inductive
