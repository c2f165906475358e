// Package absint is a domain of abstract values over bit-vectors: finite descriptions of sets of values, with
// operations on them that never lose a value.
//
//	Interval    from one value up to another, going round the circle of unsigned numbers   64 bits at most
//	Strided     every n-th value of an interval; the domain of [Apply]                     64 bits at most
//	Hull        the least signed and the least unsigned range, for people
//	Congruence  the integers that leave a remainder; for offsets in memory                 integers
//
// [Apply] is what an operator of package term does to sets, [Compare] decides comparisons, [Bounds] is what a
// comparison says of its sides, and [Strided.Widen] ends chains. A Bool is a bit-vector of one bit. The law
// of each is tested on all sets of small widths: whatever an operation does to members is a member of its
// result.
//
// # Why there are others
//
// A few parts of the program have sets of their own, as they need what this one has not. Each says so:
// package smt/internal/words propagates backwards too and keeps known bits beside both ranges; engine/bmc
// intersects a signed and an unsigned range, and has an empty set; ts follows upper bounds alone.
//
// # Sources
//
// J. Navas et al., "Signedness-agnostic program analysis: precise integer bounds for low-level code" (2012);
// T. Reps and G. Balakrishnan, "Improved memory-access analysis for x86 executables" (2008); P. Granger,
// "Static analysis of arithmetical congruences" (1989).
package absint
