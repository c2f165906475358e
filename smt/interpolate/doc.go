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
//	// r.Status is smt.Unsat, i is x <= z
//
// # How
//
// Conjunctions of linear constraints and of equations are decided here, without a solver: pair.go has both
// sides in one tableau of the simplex method, candidates.go the literals that are tried in turn, branch.go
// what integers and inequations need, projection.go the strongest and the weakest interpolants, gap.go the
// constants between, equality.go the equations of other sorts. Everything else goes to a solver
// (question.go): disjunctions are taken apart by its models (disjunctive.go), or into clauses if they have
// too many implicants (skeleton.go, proof.go); what no theory here explains is found by generalising models
// (generalise.go).
//
// # Sources
//
// W. Craig, "Three uses of the Herbrand-Gentzen theorem in relating model theory and proof theory" (JSL
// 22(3), 1957); K. L. McMillan, "An interpolating theorem prover" (TACAS 2005), for linear arithmetic;
// H. Jain, E. Clarke, O. Grumberg (CAV 2008), for congruences; H. Chockler, A. Ivrii, A. Matsliah, "Computing
// interpolants without proofs" (HVC 2012); the preference for single literals is that of I. Brückner, K.
// Dräger, B. Finkbeiner, H. Wehrheim, "Slicing Abstractions" (section 6.2), which split by one predicate.
//
// # Known limits
//
// Integers are split on values of variables, within a limit; what needs cuts over both sides at once is left
// to models, which may enumerate. Values of uninterpreted sorts and functions are not generalised: such
// conflicts are explained by atoms of the formulas, and by relations of symbols and of applications in the
// formulas, or not at all.
package interpolate
