// Package llvm makes programs of LLVM's intermediate representation, as clang writes it for C and C++.
//
//	prog, diags, err := llvm.Load(ctx, llvm.Config{Files: []string{"prog.ll"},
//		Lowering: c.Config{Property: "unreach-call"}})
//
// # How it works
//
// Package ir reads the text. Of the functions that can be reached a shadow in C is written, which has
// their calls and nothing else (shadow.go); frontend/c compiles it with the library models and asks this
// package for the bodies (see c.Foreign). So a call of pthread_mutex_lock, printf or memcpy means here
// what it means in C. Several modules see each other by a table of symbols (symbols.go), which everything
// that names something asks.
//
// A value is a list of parts, each a term (types.go); results are terms over other results where they are
// small, and registers else (inline.go). Scalars whose address goes nowhere are registers (variables.go).
//
// What C++ programs find in libsupc++ is in runtime/cxx.c. After a call that may throw the lowering asks
// whether an exception is in flight (exceptions.go), and types of handlers are compared by their
// information (typeinfo.go). A virtual call is one of the functions at that place of the tables
// (virtual.go).
//
// # Known limits
//
// What is not supported ends a path as such where it is reached; docs/llvm.md lists it. That a result is
// poison because of a flag is not followed: it has the value that the machine computes. A value that was
// loaded from memory that was never set is the same at each use. A pointer is not put together again of
// distances of pointers, to which its bytes were made as indices.
//
// # Source
//
// The LLVM Language Reference Manual, versions 14 to 19.
package llvm
