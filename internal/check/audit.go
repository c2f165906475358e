package check

import (
	"context"

	"whittle.dev/internal/engine"
	"whittle.dev/sat"
	"whittle.dev/smt"
	"whittle.dev/smt/audit"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// secondSolver makes the solver that answers are checked with: the built-in one
// without the short cuts that it takes before and beside the search, other
// heuristics, and with a proof.
func secondSolver(st *term.Store, p sat.Proof) smt.Solver {
	return native.New(st, native.Config{
		NoWords: true, NoSimulation: true, NoDefinitions: true, NoPreprocess: true, LazyArrays: true,
		SAT: sat.Config{Proof: p, Phase: true, NoStable: true, NoShrink: true, NoWalk: true, NoVivify: true,
			NoProbe:   true,
			NoSubsume: true, NoEquate: true, NoEliminate: true},
	})
}

// auditedEngine is an engine whose solvers are audited: the first wrong answer is
// the error of the run, whatever the engine made of it.
type auditedEngine struct {
	engine.Engine
	wrong *error // set by the audit
}

// Check implements engine.Engine.
func (e auditedEngine) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	res, err := e.Engine.Check(ctx, t)
	if *e.wrong != nil {
		return res, *e.wrong
	}
	return res, err
}

// auditConfig returns how solvers are audited; the first discrepancy goes to wrong.
func auditConfig(wrong *error) audit.Config {
	return audit.Config{Second: secondSolver, Report: func(err error) {
		if *wrong == nil {
			*wrong = err
		}
	}}
}

// auditedFactory makes solvers as make does, each of them audited.
func auditedFactory(make func(*term.Store) (smt.Solver, error), wrong *error) func(*term.Store) (smt.Solver,
	error) {
	return func(st *term.Store) (smt.Solver, error) {
		s, err := make(st)
		if err != nil {
			return nil, err
		}
		return audit.New(st, s, auditConfig(wrong)), nil
	}
}
