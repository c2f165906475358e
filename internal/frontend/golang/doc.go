// Package golang makes programs of packages in Go.
//
//	prog, diags, err := golang.Load(ctx, golang.Config{Patterns: []string{"prog.go"},
//		Property: property.NoDataRace})
//
// # How it works
//
// The go command lists what the packages are made of (load.go). Packages of the program, and some plain ones
// of the standard library, are typed and built as static single assignment (golang.org/x/tools/go/ssa); of
// all others the types are known and no bodies. From the root functions it is found which functions are
// reached and which types are put into interfaces (reach.go). Each function then becomes a procedure.
//
// A value is a list of parts, each a bit-vector (types.go): a string has an address and a length, an
// interface the number of its type and a word, a slice three words. What does not fit one word is boxed where
// an interface or a channel holds it. A function value is the address of an object whose first word is the
// function and whose others are what it has captured.
//
// Channels, package sync and the like are written in Go, in package models, over a few intrinsics
// (intrinsic.go), and lowered like the program. A function of the standard library that has neither a body
// nor a model ends a path as unsupported where it is called.
//
// # Panics
//
// A panic that nothing recovers from is a violation of no-panic. Deferred functions are run nevertheless,
// since other properties are about what they do: see panic.go.
//
// # Source
//
// The Go Programming Language Specification and The Go Memory Model.
package golang
