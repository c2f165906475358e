// Package gen makes the suites that solvers are measured with, the same files each time.
//
// # Main types
//
//	Instance    one file: family, name, what is known of the answer, and how to write it
//	Formulas    the suite of formulas in DIMACS CNF
//	Scripts     the suite of SMT-LIB 2 scripts over bit-vectors, without those of the engine
//	Theories    the suite of SMT-LIB 2 scripts over numbers, functions, and arrays of numbers
//	Programs    programs whose questions, as the engine asks them, complete that suite
//	Queries     a stream of small incremental queries
//
// The families are in the packages below: cnf (formulas), script (scripts) and program (C programs).
//
// # Example
//
//	err := gen.WriteAll(ctx, "formulas", ".cnf", gen.Formulas())
//
// # How the sizes were chosen
//
// The sizes of formulas were chosen so that cadical 1.5.3 takes between 0.05 and 20 seconds of
// CPU time, and more than one second for half of them; the sizes of scripts so that z3 4.8.12 takes more
// than half a second, nearly always less than thirty. The times of whittle were no criterion. On
// another machine, or a loaded one, a few lie outside of these limits.
//
// # Known limits
//
// What is known of an answer is known by construction; where that is only nearly certain
// (inversions of hashes), or nothing is known (random formulas), other solvers were
// asked. Questions of the engine change with the engine.
package gen
