// Package horn writes transition systems as constrained Horn clauses in SMT-LIB 2, for solvers of these such
// as Spacer in z3.
//
// A predicate Reach over the variables holds in all reachable states: in the initial ones, and with a state
// in its successors; no state of it is a goal. The clauses are satisfiable if and only if the system is
// safe. A model is then an inductive invariant.
//
// # Main functions
//
//	Write  writes the clauses of a system, for all goals or one of them
//
// # Example
//
//	err := horn.Write(file, sys, horn.All) // z3 file: sat is safe, unsat is a violation
//
// # Source
//
// A. Komuravelli, A. Gurfinkel, S. Chaki, "SMT-based model checking for recursive programs", CAV 2014; the
// format is that of the competition CHC-COMP.
//
// # Known limits
//
// One predicate for the whole system: program counters are arguments of it, not predicates of their own.
package horn
