package solve

import (
	"whittle.dev/sat"
	"whittle.dev/smt"
	"whittle.dev/smt/audit"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// secondSolver makes the solver that answers are checked with: the built-in one without the short cuts that
// it takes before and beside the search, other heuristics, and with a proof.
func secondSolver(st *term.Store, p sat.Proof) smt.Solver {
	return native.New(st, native.Config{
		NoWords: true, NoSimulation: true, NoDefinitions: true, NoPreprocess: true, LazyArrays: true,
		SAT: sat.Config{Proof: p, Phase: true, NoStable: true, NoShrink: true, NoWalk: true, NoVivify: true,
			NoProbe:   true,
			NoSubsume: true, NoEquate: true, NoEliminate: true},
	})
}

// Audited is how solvers are audited: their answers are checked with a second solver, and the first
// discrepancy goes to wrong.
func Audited(wrong *error) audit.Config {
	return audit.Config{Second: secondSolver, Report: func(err error) {
		if *wrong == nil {
			*wrong = err
		}
	}}
}
