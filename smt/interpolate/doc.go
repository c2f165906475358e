// Package interpolate finds out in which words two formulas contradict each other: Craig interpolants, and
// single literals that separate. It asks any smt.Solver whether formulas are satisfiable, and needs no proofs
// of it.
//
// # Main types
//
//	Interpolator  implements smt.Interpolator; Separate is the question of abstraction refinement
//	Config        the solver that decides, limits
//	Options       what is preferred among interpolants: known predicates, strength
//	Separator     a predicate that separates, and of which kind it is
//
// # Example
//
//	p := interpolate.New(st, interpolate.Config{Solver: func(st *term.Store) smt.Solver { ... }})
//	x, y, z := ... symbols of sort Real
//	i, r := p.Interpolate(ctx,
//		[]term.Term{st.Lt(x, y), st.Lt(y, z)}, // y occurs here alone
//		[]term.Term{st.Lt(z, x)})
//	// r.Status is smt.Unsat, i is x < z
package interpolate
