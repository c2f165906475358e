// Package term holds hash-consed terms of SMT-LIB: over Bool, bit-vectors, Int,
// Real and arrays.
package term
