// Package sat is an incremental CDCL solver for propositional clauses with a
// hook for theories. It imports nothing but the standard library.
//
//	s := sat.New(sat.Config{})
//	a, b := s.NewVar(), s.NewVar()
//	s.AddClause(a.Pos(), b.Pos())
//	s.AddClause(a.Neg(), b.Pos())
//	switch s.Solve(ctx, b.Neg()) {
//	case sat.Sat:
//		fmt.Println(s.Value(a.Pos()))
//	case sat.Unsat:
//		fmt.Println(s.Failed()) // [-2]
//	case sat.Unknown:
//		fmt.Println(s.Stopped())
//	}
//
// # Contract
//
// A [Solver] belongs to one goroutine; a search is stopped from outside by its
// context. It is in one of the states ready, sat, unsat and unknown:
//
//	call                                   legal in        leads to
//	NewVar, SetPhase, Prefer, Freeze,      any             same
//	Melt, Fixed, Statistics, LimitConflicts
//	AddClause, AddTheory, Observe          any             ready
//	Solve                                  any             sat, unsat or unknown
//	Value                                  sat             same
//	Failed                                 unsat           same
//	Stopped                                any             same
//
// Clauses are never retracted; a clause that shall go away again gets an
// activation literal that is assumed. Calls outside the table, literals of
// variables that were not created and consequences that a [Theory] cannot
// stand for are errors of the program and panic.
//
// The same calls in the same order give the same answers, models and cores:
// nothing depends on time, addresses or unseeded randomness, except where a
// context ends a search.
//
// # Inside
//
// One technique per file; each begins with its idea and source: the arena of
// clauses (arena.go, collect.go), propagation (propagate.go), analysis of
// conflicts (analyze.go, minimize.go, final.go), decisions (decide.go, heap.go,
// queue.go, phases.go), restarts and modes (restart.go), reduction (reduce.go,
// subsume.go), inprocessing (inprocess.go, vivify.go, probe.go) with occurrence
// lists (condense.go, dense.go, backward.go, equivalent.go, eliminate.go, gate.go)
// and the way back (extend.go), theories (theory.go, search.go, lemma.go,
// explain.go), proofs (proof.go).
//
// Inprocessing eliminates variables. A caller sees nothing of it: [Solver.Value]
// extends the model, and a variable that is named again comes back with its
// clauses, which costs about as much as adding them once more. [Solver.Freeze]
// spares that for variables that are known to be named again. Clauses that
// wait for the return of an eliminated variable are not deleted in the proof.
//
// # Limits
//
// There are at most 2^30-1 literals and 2^31 words of clauses. Eliminated
// variables have no value during a search: a theory that reads the value of one
// that it does not observe must freeze it.
package sat
