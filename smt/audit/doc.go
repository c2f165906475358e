// Package audit re-checks the answers of an smt.Solver: it evaluates the
// assertions in every model, and decides every unsatisfiable core and conjunction
// again, if that is small, with a second solver whose proof it checks.
//
// # Main types
//
//	Solver        a decorator around any smt.Solver, itself an smt.Solver
//	Orderer       the same around one with the ordering capability
//	Interpolator  a decorator around any smt.Interpolator
//	Config        the second solver, limits, and what to do with a discrepancy
//	Error         a discrepancy: what was asked, what was answered, what is wrong
//
// # Example
//
//	st := term.NewStore()
//	s := audit.New(st, native.New(st, native.Config{}), audit.Config{
//		Second: func(st *term.Store, p sat.Proof) smt.Solver {
//			return native.New(st, native.Config{NoSimulation: true, NoDefinitions: true, SAT: sat.Config{Proof: p}})
//		},
//	})
//	... s.Assert, s.Check as with any solver ...
//	if err := s.Err(); err != nil {
//		log.Fatal(err) // a wrong answer
//	}
//
// A wrong answer is turned into Unknown with the reason "audit: ...", so that it can never become a verdict.
//
// # What is checked
//
// A model: every assertion and assumption is evaluated from the values of symbols. If
// there is an order, the literals of its edges are, and the graph of the edges
// that hold, with the from-read edges that follow from them, must have no cycle.
//
// An unsatisfiable answer: the assertions with the failed assumptions, copied to a store of their own, are
// decided again, an order by clock variables (package smt/clock) that share nothing with the theory of
// orders. If the second solver writes a proof, that is checked by package sat/drat. A model of the second
// solver counts only if it evaluates; what it cannot decide in time is counted as skipped.
//
// An interpolant: the first formulas imply it, it contradicts the second ones, and its symbols occur in both;
// of a sequence, that each one follows from the one before it with the part between.
//
// # Sources
//
// Checking of models and unsatisfiable cores in debug builds: Niemetz and Preiner,
// "Bitwuzla", CAV 2023. Proofs: see package sat/drat.
//
// # Known limits
//
// The translation from terms to clauses is common to both solvers if both are smt/native;
// clauses that the arrays' axioms gave count as given. The second solver's own bugs are
// reported like those of the first. Formulas that need forall are not passed on.
package audit
