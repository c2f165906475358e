// Package library has the C library that programs are given: headers, models of functions in C, and the names
// of the functions that C, POSIX and GNU lay down.
//
// No header is needed on the machine. Those in headers declare what the models define, or what the lowering
// knows by itself. The models in models/*.c are one unit that is linked to every program; they are written in
// C with a few intrinsics (__whittle_atomic_begin, __whittle_await, ...).
//
// Some models have several forms, told apart by a suffix of their names, of which a program gets the shortest
// that is right for it:
//
//	forms := library.Forms(units, library.Needs{Entry: "main", Property: property.NoDeadlock})
package library
