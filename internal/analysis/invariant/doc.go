// Package invariant finds what the registers and the memory of a program with threads may hold, whatever the threads do, and
// proves by it that no execution makes an invalid access or comes to a violation.
//
// [Analyse] is the entry; [Invariant] says what may be asked of the result.
//
// # Sources
//
// A. Miné, "Static analysis of run-time errors in embedded real-time parallel C programs" (2012); G. Balakrishnan and T. Reps,
// "Recency-abstraction for heap-allocated storage" (2006).
package invariant
