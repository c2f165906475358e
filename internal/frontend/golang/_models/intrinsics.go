// Package models has what programs in Go find in the runtime and in those packages of the standard library
// that are not lowered from their sources. It is never compiled: whittle lowers it along with the program.
//
// A model is called after the function that it stands for: (*sync.Mutex).Lock is sync_Mutex_Lock. Its
// receiver has the place of the real one, so that its fields must fit into that.
package models

import "unsafe"

// The intrinsics have no bodies.

func atomicBegin()
func atomicEnd()

// await disables the goroutine while its argument is false. It stands in a section, after nothing but loads.
func await(cond bool)

// label says what the section does that was begun last.
func label(kind string, object unsafe.Pointer)

// coin is an input.
func coin(what string) bool

// throw is a panic with an error of the runtime.
func throw(what string)

// fatal is an error of the runtime that nothing recovers from.
func fatal(what string)

// failed is a failure of the program in the words of its own: of a test, or log.Fatal.
func failed(what string)

// exitProcess ends the process.
func exitProcess(status int)

// goexit ends the goroutine after its deferred calls.
func goexit()

func unsupported(what string)

// array makes an array of words.
func array(n int) *[1 << 30]uint64

// bytes makes an array of bytes.
func bytes(n int) *[1 << 30]byte
