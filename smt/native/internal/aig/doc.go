// Package aig builds networks of gates: an and-inverter graph with exclusive ors, choices
// and majorities, hash-consed and simplified by local rules, and the circuits of arithmetic
// on bit-vectors, which is what bit-blasting makes of terms.
//
//	g := aig.NewGraph()
//	a, b := g.Input(), g.Input()
//	fmt.Println(g.And(a, b) == g.And(b, a), g.And(a, a.Neg()) == aig.False) // true true
//
//	graph       aig.go       gates, hash-consing; simulate.go: 64 assignments computed along
//	gates       gate_*.go    two-level rewriting of and, xor, ite and majority
//	circuits    circuit_*.go adders, multipliers, dividers, shifters; bits.go: vectors
//	bounds      bound.go     remainders are below constant divisors
//
// Vectors are little-endian. A graph refuses gates beyond its size limit: Full says so, and
// what was built since means nothing.
//
// Two-level rewriting: Brummayer and Biere, MEMICS 2006.
package aig
