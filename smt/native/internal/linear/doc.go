// Package linear has linear forms over Int and Real unknowns, the atoms that compare them with numbers, and
// what decides conjunctions of such atoms.
//
// # Main types
//
//	Vars     the unknowns and their sorts
//	Form     a sum of unknowns with coefficients, and a number
//	Atom     a form in normal form that is at most, or less than, a number
//	Backend  decides conjunctions of atoms: a theory for a SAT solver
//
// # Example
//
//	var vs linear.Vars
//	x, y := vs.Add(true), vs.Add(true)
//	f := linear.Of(x).Scale(rational.Of(2)).Add(linear.Of(y).Scale(rational.Of(-4)))
//	a, _ := vs.Compare(f.Plus(rational.Of(-3)), false) // 2x - 4y - 3 <= 0 is x - 2y <= 1
//
// # Normal form
//
// The coefficients of an atom are integers without a common divisor, the unknowns ascend, and the first
// coefficient is positive: at-least constraints are negations. If all unknowns are integers, the bound is one
// and the atom is not strict (the tightening of R. E. Gomory's cuts, 1958). So equal constraints are one
// atom, and bounds of one sum have one form.
//
// # Limits
//
// [Difference] takes atoms x - y <= c and x <= c of unknowns of one sort, as long as sums of bounds do not
// overflow; others are for a backend on the simplex.
package linear
