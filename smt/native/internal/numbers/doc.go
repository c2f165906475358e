// Package numbers translates Int and Real expressions into linear forms, and comparisons of them into gates
// whose inputs are the atoms of package linear. It knows no terms: operands are forms and literals of gates.
//
// # Main types
//
//	Table  the unknowns, what they stand for, and the atoms
//	Atom   an input of the graph of gates, with what it means
//
// # Example
//
//	g := aig.NewGraph()
//	t := numbers.NewTable(g, func(id int32) aig.Lit { return g.Input() })
//	x := t.Unknown(true)
//	q := t.Div(x, rational.Of(3))            // a further unknown, with an axiom
//	l := t.AtMost(x.Sub(q), false)           // x - q <= 0
//
// # Unknowns that stand for something
//
// A choice, a quotient and a rounded real are unknowns with an axiom, a gate that must hold as soon as the
// unknown matters ([Table.Axiom]). Comparisons of few choices need none: they are choices of comparisons.
//
// The bits of a number are inputs; that they are its bits is an axiom over the sum of the bits as numbers,
// with a multiple of 2^w beside it.
//
// # Limits
//
// Products of unknowns have no linear form; the caller refuses them.
package numbers
