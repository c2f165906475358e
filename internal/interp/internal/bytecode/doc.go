// Package bytecode is a program made ready for execution: the terms of each edge become straight-line code
// over the words of a frame.
//
//	Program   all of it; never written once it is made, so machines can share it
//	Proc      a procedure: its locations, and its edges with what they evaluate
//	Expr      a compiled term; Program.Value evaluates it over the words of a frame and the registers of a thread
//	Slots     the words in which a register lives
//
// Compile checks the program (program.go), compiles its edges (compile_edge.go) and their terms (compile.go)
// to the instructions of instructions.go. Terms wider than 64 bits are evaluated by the term store (wide.go).
// Live says which registers are read again (live.go).
package bytecode
