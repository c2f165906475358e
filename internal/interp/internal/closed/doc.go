// Package closed has values of a loop in closed form: as functions of the number of the turn.
//
//	Value      a value of at most 64 bits as a polynomial in the number of the turn
//	Evaluator  terms over such values, and for how many turns what it said of them holds
//
// A polynomial is kept by its coefficients in the binomial basis, c0 + c1*i + c2*i*(i-1)/2 + ..., which are
// its forward differences at turn 0. These are integers modulo 2^width, so sums, products and shifts of
// polynomials are exact in that arithmetic, without a division (value.go).
//
// Conditions, and extensions to more bits, are not polynomial. The Evaluator takes them as they are in turn 0
// and counts for how many turns they stay so: as integers, operands are monotonic for as long as they do not
// wrap around, so that a comparison changes at most once, and a bisection finds where (evaluator.go,
// integers.go). What it cannot say this of is unknown. So nothing is approximated: all that is not unknown is
// right in each turn below Evaluator.Turns.
package closed
