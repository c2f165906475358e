// Package native decides terms over Bool, bit-vectors, Int, Real, uninterpreted sorts and functions, and
// arrays in process: it translates them into a network of gates, the network into clauses for package sat
// with theories of numbers and of equality, and instantiates the axioms of arrays as candidate models ask for
// them.
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
// The [Solver] is made of these parts; each knows only those that it is made with.
//
//	wordQueue   words.go        small queries are asked of smt/internal/words first, the rest waits till then;
//	            oneshot.go      what words leave open of a level about to be popped: gates for once
//	prep        prep*.go        the assertions of a level together: definitions, in any order, without cycles;
//	            internal/rewrite: sums of products modulo 2^w, division, chains of stores
//	assertions  levels.go       what is in force, and definitions of level 0
//	blaster     blast*.go       terms to gates, one vector of literals each; divide.go: shared dividers
//	vectors     slab.go         which gates are the bits of a term
//	aig.Graph   internal/aig    gates, two-level rewriting, the circuits of arithmetic; 64 assignments
//	                            computed along: many easy queries end here
//	atoms       atoms.go        inputs that stand for something: reads, comparisons of numbers
//	places      places.go       where values of all sorts are, and what can be done with all of them
//	arithmetic  numbers.go      numbers to linear forms: internal/numbers, internal/linear
//	numberTheory numbers_theory.go  which backend decides the atoms about numbers
//	elements    elements.go     terms of uninterpreted sorts, and their equations
//	functions   functions.go    applications of functions
//	equalityTheory equality.go  both for internal/congruence, inside the search
//	arrays      arrays.go       reads and equations of arrays; arrays_small.go: tables of registers if there are
//	                            few elements; prep_differ.go: indices that are known to differ
//	encoder     encode.go       what becomes clauses when; garbage.go: starting afresh if that is cheaper
//	cnf         cnf.go          Tseitin; wide conjunctions, three-way xor
//	refinement  activate.go     what the clauses depend on, down to reads and applications
//	            refine*.go      lemmas on demand: the axioms of arrays that a model breaks;
//	                            refine_functions.go: equations that functions of numbers and bits need
//	valuation   model.go        the last model, of gates
//	numberValues numbers_model.go   the last model, of numbers
//	model       model.go        the last model, of terms; values.go: of arrays
//	ordering    order.go        the capability smt.Orderer on sat/order
//	            check.go        the loop of a Check; core.go: cores, by package smt
//
// A comparison of numbers is a linear atom in normal form, an input of the network whose value a theory
// inside the search decides (internal/linear): a graph as long as all atoms are differences, then the
// simplex (internal/arith), which gets all atoms. Choices,
// quotients and the numbers of bit-vectors are unknowns with axioms, or vanish in choices of comparisons
// (internal/numbers).
//
// The theories share no equations but those that a model makes necessary: where two operands of a function,
// or two indices of an array, have the same value, their equation becomes an atom, and the search goes on.
//
// An equation asserted at level 0 whose left or right side is a symbol that was
// not seen before defines the symbol: it costs no clauses. A symbol that an assertion
// of a higher level defines is replaced while that level is open.
//
// Multipliers are rows of ripple adders. Against the best of carry-save arrays and trees of full adders they
// took from a third fewer to a third more conflicts on six identities, factors and quotients, without a clear
// winner; and they share the gates of programs that multiply by shifts and additions.
//
// # Sources
//
// Two-level rewriting: Brummayer and Biere, MEMICS 2006. Lemmas on demand for arrays with extensionality:
// Brummayer and Biere, "Lemmas on demand for the extensional theory of arrays", JSAT 6 (2009). Incremental
// solving with activation literals: Eén and Sörensson, "Temporal induction by incremental SAT solving", ENTCS
// 89 (2003). Combination of theories: de Moura and Bjørner, "Model-based theory combination", SMT 2007.
//
// # Known limits
//
// Products and quotients of unknown numbers, divisions of numbers by zero and quantifiers are not supported:
// Assert names them and Check answers Unknown. It does so too where constant arrays would have to be told
// apart at an index of an uninterpreted sort, whose size is open, or of an array sort. Memory held for terms
// that are no longer asserted is given back when it outweighs the rest, but not once the ordering capability
// is in use. Polynomials end at 128 bits.
package native
