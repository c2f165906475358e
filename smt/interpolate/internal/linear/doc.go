// Package linear computes with linear constraints over rational and integer variables, as interpolation needs
// it: exact projections, contradictions with the multipliers that show them, and systems of equations without
// integer solutions.
//
// # Main types
//
//	Row      a linear constraint
//	Project  eliminates variables
//	Parity   why equations have no integer solution
//
// # Example
//
//	x, y, z := linear.Var(0), linear.Var(1), linear.Var(2)
//	one := rational.Of(1)
//	rows := []linear.Row{ // x <= y, y + 1 <= z
//		{Sum: []linear.Mono{{x, one}, {y, one.Neg()}}},
//		{Sum: []linear.Mono{{y, one}, {z, one.Neg()}}, Const: one}}
//	rows, ok := linear.Project(ctx, rows, keep, integral, 100) // without y: x + 1 <= z
//
// # Sources
//
// Elimination of inequalities: J. B. J. Fourier (1826), T. S. Motzkin (1936); redundant combinations:
// S. N. Černikov (1960), J.-L. Imbert, "Fourier's elimination: which to choose?" (PPCP 1993). Equations over
// integers: H. Jain, E. Clarke, O. Grumberg, "Efficient Craig interpolation for linear Diophantine
// (dis)equations and linear modular equations" (CAV 2008).
//
// # Known limits
//
// Projections of integers are those of rationals: they may be too weak, never too strong.
package linear
