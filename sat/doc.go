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
//	NewVar, Freeze, Melt, Fixed,           any             same
//	Statistics, LimitConflicts
//	AddClause, AddTheory, Observe          any             ready
//	Solve                                  any             sat, unsat or unknown
//	Value                                  sat             same
//	Failed                                 unsat           same
//	Stopped                                any             same
//
// Clauses are never retracted; a clause that shall go away again gets an activation literal that is assumed.
// Calls outside the table, literals of variables that were not created and consequences that a [Theory]
// cannot stand for are errors of the program and panic.
//
// The same calls in the same order give the same answers, models and cores: nothing depends on time,
// addresses or unseeded randomness, except where a context ends a search.
//
// # Inside
//
// [Solver] is the loop of the search (solve.go). It owns the parts; each has its state, and
// pointers to those that it uses. Only [Search], the window of theories, knows the Solver.
//
//	core          core.go        clauses, assignment, decisions, theories; going back (backtrack)
//	 clauseDB     clauses.go     occurrence lists; arena.go: clauses in memory, collect.go: garbage
//	 trail        trail.go       the assignment
//	 propagation  propagate.go   unit propagation; add.go: new clauses at any level
//	 branching    decide.go      the orders are in internal/branch: heap.go (EVSIDS), queue.go (VMTF)
//	 phases       phases.go      saved, target and best phases; walk.go and internal/walk: ProbSAT
//	 theoryState  theory.go      the hook for theories; search.go, propagate_theory.go
//	 proofLog     proof.go       what a proof is told
//	analyzer      analyze.go     first UIP; minimize.go, shrink.go, subsume.go; final.go: cores
//	restarter     restart.go     restarts and modes
//	reducer       reduce.go      which learnt clauses go
//	extension     extend.go      eliminated variables: their values, and how they come back
//	inprocessing  inprocess.go   what is done when, in this order:
//	 simplifier   simplify.go    true clauses, false literals
//	 prober       probe.go       failed literals
//	 vivifier     vivify.go      vivification
//	 condenser    dense.go       occurrence lists of all clauses, for
//	  tarjan      equivalent.go  equivalent literals
//	  dense       backward.go    subsumption and strengthening
//	  eliminator  eliminate.go   bounded variable elimination; gate.go: definitions
//	              lucky.go       assignments that are tried before the first search
//
// Inprocessing eliminates variables. A caller sees nothing of it: [Solver.Value] extends the model, and a
// variable that is named again comes back with its clauses, which costs about as much as adding them once
// more. [Solver.Freeze] spares that for variables that are known to be named again. Clauses that wait for the
// return of an eliminated variable are not deleted in the proof.
//
// # Measured
//
// The seconds are CPU time. On the 96 formulas of the suite of whittle-bench gen (multipliers, dividers,
// factoring, hashes, generators, pigeons, parities, colourings, random formulas, unrollings, interleavings)
// the geometric mean of the time is 0.81 times that of CaDiCaL 1.5.3, the same over the 49 that take it a
// second or more, and that of the peak memory 2.3 times (8 MB of it are the runtime's); the worst ratios are
// 4.9 and 3.4. Against MiniSat it is 0.82 over the 91 that both answered in 100 s, measured before
// elimination with growth was restricted to variables with a definition. A conflict costs the same as in
// CaDiCaL: 60,000 take 2.7 s and 2.8 s on a multiplier of 9 bits, 5.3 s and 5.3 s on 32 steps of MD4. What
// differs on single formulas is luck, on satisfiable ones by a factor of ten either way.
//
// What brought it there, each measured on the set:
//
//   - averages of the glue for each mode of its own: with common ones focused mode
//     hardly ever restarts, since the glue of stable mode is higher; 247,000
//     conflicts became 66,000 on counters unrolled 40 times
//   - bumping the variables in the reasons of learnt literals: a fifth to a
//     third fewer conflicts on miters and random formulas
//   - shrinking: learnt clauses of multipliers become a fifth shorter; the
//     number of conflicts moves either way
//   - local search: satisfiable random formulas of 350 and 450 variables in 0.2 s
//     instead of more than 16 s; no effect elsewhere
//   - lucky phases: an arbiter over 48 steps in 0.2 s instead of 1.4 s
//   - sorting by digits: a tenth of the time on hashes
//   - memory of the arena is kept from collection to collection, and the
//     garbage collector runs twice as often in the command: a quarter less
//     memory
//   - elimination with growth for variables with a definition alone: 12 pigeons in
//     11 holes with the product encoding in 0.7 s instead of 68 s, with the
//     sequential one in 0.2 s instead of 5 s; the same on 11 circuits (1.02)
//
// What did not: raw pointers instead of slices in propagation (8 per cent, not
// worth their danger), reducing the learnt clauses by the square root of the
// number of reductions (as many wins as losses), the other initial phase (same).
//
// # Limits
//
// There are at most 2^30-1 literals and 2^31 words of clauses. Eliminated variables have no value during a
// search: a theory that reads the value of one that it does not observe must freeze it.
package sat
