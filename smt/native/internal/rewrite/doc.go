// Package rewrite maps terms over bit-vectors and arrays to simpler ones of the same value,
// beyond what the constructors of package term do, where words are better than bits: a
// SAT solver does not find out that two multipliers compute the same.
//
//	rw := rewrite.New(st)
//	rw.Define(x, st.BVMul(y, y))
//	fmt.Println(st.String(rw.Apply(st.Eq(x, st.BVMul(y, y))))) // true
//
// # The rules
//
//	rewrite.go       the traversal, definitions, which rule is for which operator
//	sum.go           sums of products as polynomials (poly.go) modulo 2^w
//	equation.go      equations of polynomials; unfold.go, unfold_rules.go: looking through more operators
//	remainder.go     quotients and remainders of sums with constants
//	signed.go        signed division by unsigned division and signs
//	array.go         chains of stores and reads of them
//
// # Known limits
//
// Polynomials end at 128 bits. Rewriting makes terms, and panics like the store does when it
// is full; callers use term.Recover.
package rewrite
