// Package exists decides formulas with one alternation of quantifiers over Bool and
// bit-vectors, ∃x ∀y φ(x,y), by solvers without quantifiers that work together: one
// proposes values of x, others look for values of y that refute them.
//
// # Main types
//
//	Solver     an smt.Solver with the capability smt.ForAller: any number of assertions with
//	           and without bound symbols; the free symbols are the existential ones
//	Config     the solvers to use, a limit, switches
//	Counts     what was done
//	Valid      ∀x ∃y φ
//	Eliminate  a formula without the bound symbols that is equivalent, where there is a simple one
//
// # Example
//
// Is every value of x below 200 that is a multiple of 6 also a sum of two multiples of 3?
//
//	s, err := exists.New(st, exists.Config{Solver: func(st *term.Store) (smt.Solver, error) {
//		return native.New(st, native.Config{}), nil
//	}})
//	x, y, z := symbol("x"), symbol("y"), symbol("z")
//	s.Assert(st.And(st.BVUlt(x, bv(200)), st.Eq(st.BVURem(x, bv(6)), bv(0))))
//	sum := st.BVMul(bv(3), st.BVAdd(y, z))
//	s.AssertForAll([]term.Term{y, z}, st.Not(st.Eq(x, sum)))
//	switch s.Check(ctx).Status {
//	case smt.Unsat: // yes: no x is left that for all y and z differs from the sum
//	case smt.Sat: // s.Value(x) is not
//	}
//
// The validity of ∀x ∃y φ is the unsatisfiability of ∃x ∀y ¬φ.
//
// # Method
//
//	prepare.go        conjunctions apart, miniscoping, small domains
//	resolve.go        destructive equality resolution, after solving equations (invert.go)
//	unconstrained.go  operations on bound symbols that occur once
//	refinement.go     proposals and counterexamples
//	generalize.go     a counterexample becomes terms over x where equations and bounds allow it
//	match.go          terms guessed before the first counterexample: two formulas that
//	                  describe runs of one program match, up to their inputs (unify.go)
//
// Whatever a term for y is, the instance φ(x, t(x)) is a consequence of ∀y φ; so the
// guesses of the last two can cost time, but never an answer. Each instance is false for
// the proposal it was made for, so with finite domains the loop ends.
//
// # Sources
//
// Counterexample-guided loop: Solar-Lezama et al., "Combinatorial sketching for finite programs", ASPLOS
// 2006; Janota and Marques-Silva, "Abstraction-based algorithm for 2QBF", SAT 2011. Terms by solving for the
// bound symbol: Niemetz, Preiner, Reynolds, Barrett, Tinelli, "Solving quantified bit-vectors using
// invertibility conditions", CAV 2018. Destructive equality resolution and miniscoping for bit-vectors:
// Wintersteiger, Hamadi, de Moura, "Efficiently solving quantified bit-vector formulas", FMCAD 2010.
// Unconstrained symbols: Brummayer, "Efficient SMT solving for bit-vectors and the extensional theory of
// arrays", 2009. The questions it is made for, whether one set of program states is part of another: Mrázek,
// Jonáš, Barnat, "SMT queries decomposition and caching in semi-symbolic model checking", section 2.5.
//
// # Known limits
//
// Bound symbols are Bool or bit-vectors; free ones may have any sort that the solvers know. Two alternations
// are not supported (smt/lib reduces some to one). Failed names assumptions, never quantified assertions:
// guard them by a free Bool symbol to see which ones matter. A question that needs a function of x that no
// equation and no match suggests may take as many counterexamples as there are values.
package exists
