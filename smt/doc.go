// Package smt holds the contract between those who ask questions about terms and the solvers that answer
// them: satisfiability modulo the theories of SMT-LIB 2.
//
// # Main types
//
//	Solver    assert, push, pop, check under assumptions, model values, failed assumptions
//	Result    Sat, Unsat, or Unknown with a reason
//	Orderer   optional: nodes and edges guarded by literals whose union must be acyclic
//	ForAller  optional: assertions with universally quantified symbols
//	Interpolator
//	          optional: interpolants of two formulas or along a sequence
//	Statser   optional: named counters
//	Cores     optional: minimal and smallest cores; MinimalCore and SmallestCore serve any Solver
//	Model     reads the values of many terms as a term.Assignment
//
// A Solver is bound to one term.Store when it is created, and belongs to the goroutine that owns the store.
// Optional capabilities are small interfaces that callers probe with a type assertion.
//
// # Example
//
//	st := term.NewStore()
//	s := native.New(st, native.Config{})
//	x := st.Symbol("x", term.BitVec(8))
//	if err := s.Assert(st.BVUlt(x, st.BV(8, 10))); err != nil {
//		return err // an operator or sort that the solver does not know
//	}
//	big := st.BVUgt(x, st.BV(8, 20))
//	switch r := s.Check(ctx, big); r.Status {
//	case smt.Sat:
//		v, _ := s.Value(x)
//		fmt.Println("x =", v)
//	case smt.Unsat:
//		fmt.Println("because of", s.Failed()) // [big]
//	default:
//		fmt.Println("unknown:", r.Reason)
//	}
//
// # Implementations
//
// Package smt/native solves Bool, bit-vectors and arrays in process;
// smt/process asks another solver in a process of its own; smt/lib runs
// SMT-LIB 2 scripts with any of them;
// smt/exists adds the capability ForAller to any of them;
// smt/audit is a decorator that re-checks the answers of another solver. The program
// examples/library puts some of them together.
//
// # Source
//
// The meaning of operators is that of the SMT-LIB 2.6 theories Core, FixedSizeBitVectors, ArraysEx, Ints and
// Reals (https://smt-lib.org). The ordering capability follows the ordering-consistency theory for concurrent
// programs (He, Sun, Fan: "Satisfiability modulo ordering consistency theory for multi-threaded program
// verification", PLDI 2021).
//
// # Known limits
//
// There is at most one alternation of quantifiers, there are no floats or strings, and
// no interpolation capability yet.
package smt
