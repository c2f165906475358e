// Package parse turns C programs into typed syntax trees, with modernc.org/cc/v4 as the parser.
//
//	units, err := parse.Program(ctx, parse.Config{Inputs: []parse.Input{{File: "a.c"}},
//		Needs: library.Needs{Entry: "main"}}, files, diags)
//
// Each file becomes one unit; the last unit is that of the library models. The macros that gcc predefines are
// defined, and headers come from package library unless the program has its own. Texts are made ready by
// package ctext, and only those declarations are parsed that package prune finds to be needed.
//
// The parser knows neither contexts nor limits and may panic, so it runs in a goroutine of its own. What it
// refuses although compilers accept it, or what is new in C23, is respelled and tried again (relax.go);
// headers that are missing and that nothing seems to need are taken to be empty (absent.go). What it says of
// errors is turned into what people understand (report.go, explain.go).
//
// After parsing, what depends on the types of expressions is settled with types of our own: the trees have
// the selected operands of _Generic and __builtin_choose_expr alone, and static assertions hold.
//
// # Known limits
//
// The parser copies the types of members, so that structs of structs cost as much as they have members in
// all. In a preprocessed program with many declarations, errors in declarations and static inline functions
// that it does not use go unnoticed.
package parse
