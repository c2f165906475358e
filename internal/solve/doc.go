// Package solve answers questions to solvers alone: Script runs an SMT-LIB 2 script, Formula decides a
// formula in DIMACS CNF and checks the proof. Both end within a second of a limit. With makes solvers by
// name, and Audited says how the answers of any solver are checked again; package run uses them for the
// solvers of engines.
package solve
