// Package dump writes the questions that a solver is asked as SMT-LIB 2 scripts, one file for each, so that
// they can be looked at, measured, and given to other solvers.
//
// # Main types
//
//	Folder   numbers the files; several solvers may share one
//	Solver   a decorator that writes a file for each check before it is answered
//	Orderer  the same for a solver with the ordering capability
//	ForAller the same for a solver with the capability to assert quantified formulas
//
// # Example
//
//	folder, err := dump.NewFolder("queries")
//	...
//	s, ok := dump.NewOrderer(st, native.New(st, native.Config{}), folder)
//	s.Assert(t)
//	s.Check(ctx) // writes queries/check-0001.smt2
//
// A script declares and asserts what is in force, then the assumptions, and has one check-sat. What is known
// of the answer stands in (set-info :status ...), once it is known. Orders become constraints over clocks
// (package smt/clock), so any solver can answer the script. Files get their names when they are complete.
//
// # Source
//
// The SMT-LIB Standard, version 2.6 (https://smt-lib.org).
//
// # Known limits
//
// The clocks are terms of the solver's store, so the store of a run that is dumped is larger than that of one
// that is not. A file that cannot be written makes the answer unknown, with that reason.
package dump
