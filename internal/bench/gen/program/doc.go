// Package program makes C programs whose verification conditions are good
// benchmarks for SMT solvers: small ones, the size of which is a parameter.
//
// # Main types
//
//	Program   a source with its verdict and the bound up to which it is unrolled
//
// # Example
//
//	p := program.LostUpdate(3, 2, program.Unlocked)
//	os.WriteFile(p.Name+".c", []byte(p.Source), 0o644)
//
// The programs use nothing but assert, pthread and __VERIFIER_nondet functions. Where the number of
// iterations is a constant the engine needs no bound, so the formula is that of the whole program.
//
// # Known limits
//
// The formulas that an engine makes of a program change with the engine.
package program
