// Package unset finds where a program may use what was never written: a decision, an address, a divisor,
// output or the status of the process depends on it. Copies are no uses.
//
//	r, err := unset.Analyse(ctx, inlined)
//	checked, err := r.Instrument(ctx)
//
// [Analyse] follows bits: in each procedure those of registers and of the newest object of each allocation,
// whose address a register holds; elsewhere, what objects lacked when their addresses became known. That is
// enough where memory is filled before others know of it. Up to the next head of a loop it tells apart what
// was written in different cases, along with constants: what a function that fails has not written.
//
// [Result.Instrument] leaves the rest to engines and to the interpreter: registers that may be undefined get
// another one beside them, and objects a second half, a fixed distance past the first, whose bits are set
// where those of the first have been written. What is undefined has the value zero, since it decides nothing.
//
// # Sources
//
// J. Seward, N. Nethercote, "Using Valgrind to detect undefined value errors with bit-precision" (2005): what
// operators make of undefined bits.
//
// # Known limits
//
// Arguments and results of recursive functions, arguments of threads that are undefined themselves, and
// accesses through addresses that are not followed are refused where they matter.
package unset
