// Package ieee computes with the floating-point numbers of IEEE 754 as terms of bit-vectors.
//
//	f := ieee.New(ts, ieee.Binary64)
//	sum := f.Add(x, y) // x, y and sum are bit-vectors of 64 bits: the representations of numbers
//
// The terms are circuits without loops, so every engine that knows bit-vectors can do with them, and the
// store folds constants. Results are rounded to the nearest number, to the even one in the middle. What the
// standard leaves open is as in the SSE unit of x86: an operation on a NaN gives the first operand that is
// one, made quiet, and an invalid operation the NaN whose sign is set and that has no payload.
//
// A number is taken apart, computed with exactly or with enough bits and a sticky one, and rounded in one
// place (round). See Handbook of Floating-Point Arithmetic, J.-M. Muller et al., chapter 8.
package ieee
