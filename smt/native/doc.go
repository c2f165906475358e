// Package native decides terms over Bool, bit-vectors and arrays in process: it
// translates them into a network of gates, the network into clauses for package
// sat, and instantiates the axioms of arrays as candidate models ask for them.
//
// # Main types
//
//	Solver    implements smt.Solver, smt.Orderer and smt.Statser
//	Config    limits and switches; the zero value is the recommended one
//
// # Example
//
//	st := term.NewStore()
//	s := native.New(st, native.Config{})
//	x, y := st.Symbol("x", term.BitVec(32)), st.Symbol("y", term.BitVec(32))
//	s.Assert(st.Eq(st.BVMul(x, y), st.BV(32, 899)))
//	s.Assert(st.BVUgt(x, st.BV(32, 1)))
//	if s.Check(ctx).Status == smt.Sat {
//		v, _ := s.Value(x)
//		fmt.Println(v)
//	}
//
// # From terms to an answer
//
//	words      words.go                 small queries are asked of smt/internal/words first; the rest waits till then
//	           oneshot.go               what it leaves open of a level about to be popped: gates and clauses for once
//	facts      prep*.go                 assertions of a level together: definitions, in any order and without cycles
//	           internal/rewrite         sums of products modulo 2^w, division, chains of stores
//	term       blast*.go, divide.go     one vector of literals for each term, cached in slab.go
//	gates      internal/aig             hash-consed gates with two-level rewriting; the circuits of arithmetic;
//	                                    64 assignments computed along: many easy queries end here
//	clauses    cnf.go                   Tseitin; wide conjunctions, three-way xor
//	levels     levels.go, garbage.go    push and pop by activation literals, or by starting afresh if that is cheaper
//	arrays     arrays.go, refine.go     lemmas on demand
//	           arrays_small.go          tables of registers if there are few elements
//	order      order.go                 the capability smt.Orderer on sat/order
//	models     model.go                 values of any term by evaluation
//	cores      core.go                  minimal and smallest ones, by package smt
//
// An equation asserted at level 0 whose left or right side is a symbol that was
// not seen before defines the symbol: it costs no clauses. A symbol that an assertion
// of a higher level defines is replaced while that level is open.
//
// Multipliers are rows of ripple adders. Against the best of carry-save arrays and trees
// of full adders they took from a third fewer to a third more conflicts on six identities, factors
// and quotients, without a clear winner; and they share the gates of programs that multiply by
// shifts and additions.
//
// # Sources
//
// Two-level rewriting: Brummayer and Biere, MEMICS 2006. Lemmas on demand
// for arrays with extensionality: Brummayer and Biere, "Lemmas on demand for
// the extensional theory of arrays", JSAT 6 (2009). Incremental solving with
// activation literals: Eén and Sörensson, "Temporal induction by incremental
// SAT solving", ENTCS 89 (2003).
//
// # Known limits
//
// Int, Real, quantifiers, and arrays of arrays or with index or element sorts
// other than Bool and bit-vectors are not supported: Assert names them and Check
// answers Unknown. Memory held for terms that are no longer asserted is given
// back when it outweighs the rest, but not once the ordering capability is in use.
// Polynomials end at 128 bits. Terms have no uninterpreted functions; smt/lib
// expands them into equations before they come here.
package native
