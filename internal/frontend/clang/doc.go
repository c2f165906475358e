// Package clang has clang compile C++ (and C, on request) to LLVM's intermediate representation, which
// package llvm reads.
//
//	m, err := clang.Compile(ctx, clang.Config{Files: []string{"queue.cpp"}})
//	fmt.Println(m.Command) // clang++-19, for a note
//
// # How it works
//
// The newest clang++ of the machine is taken, or the one that Config names. Each file is compiled by
// itself. After the text of a C++ file comes one of ours (support/*.hpp), which defines what programs
// find in libstdc++.so: threads, condition variables, the trees and lists below the containers,
// exceptions of the library, futures. It looks at what the file has included, so that it adds nothing
// else. What clang complains about comes back as a *source.FileError.
//
// A module is remembered in a folder, if Config names one: under the command, the texts of all files that
// were read, and the compiler. So a second run of the same program does not call clang.
//
// # Known limits
//
// Only libstdc++ is supported, not libc++. Streams keep nothing: output is dropped, input is an input.
package clang
