// Package ir reads the textual form of LLVM's intermediate representation as LLVM 14 to 19 write it.
//
// # Main types
//
//	Module    what a file has: types, global variables, functions, metadata
//	Function  a definition or a declaration; Body reads the instructions when they are asked for
//	Body      basic blocks of instructions; local values are numbered slots
//	Instr     an instruction: an operation, operands, flags
//	Value     an operand: a slot, a constant, the address of something global
//	Type      a type; all pointers are one sort, with or without the type that they point to
//	Node      a node of metadata, read when it is asked for
//	Layout    sizes, alignments and offsets of types, from the data layout of the module
//
// # Example
//
//	m, err := ir.Read("prog.ll", text)
//	body, err := m.Functions[0].Body()
//	for _, b := range body.Blocks {
//		for i := range b.Instrs {
//			fmt.Println(b.Instrs[i].Op)
//		}
//	}
//
// # How it reads
//
// In one pass over the text. A function's body is skipped by counting braces and read by Body, so that what a
// program does not reach costs next to nothing; neither do nodes of metadata, of which only the places are
// kept. Pointers with types (up to LLVM 14) and without (from 15 on) give the same Module, since loads,
// stores and getelementptr say the types that they need.
//
// A mistake is a *source.FileError with line and column. No text makes the reader panic.
//
// # Known limits
//
// Types are not checked beyond what reading needs: the text is taken to come from LLVM, which verifies what
// it writes. Summaries (^0 = ...), use-list orders, comdats and the code of inline assembly are skipped.
//
// # Source
//
// The LLVM Language Reference Manual, versions 14 to 19.
package ir
