// Package clang finds the compilers clang of a machine and has them write LLVM's intermediate representation.
// Only tests use it; they are skipped where there is none.
//
//	for _, cc := range clang.Installed() {
//		text, err := clang.Compile(cc, "-O1", "a.c")
//	}
package clang
