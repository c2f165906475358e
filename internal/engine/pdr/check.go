package pdr

import (
	"context"
	"fmt"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/ts/inductive"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// checkConflicts bounds the effort for one question about an invariant.
const checkConflicts = 20_000

// check asks a solver that took no part in the search whether an invariant is inductive and excludes goals
// (nil: all). An error says that it is not, which is a defect; what cannot be decided is left.
func (p *prover) check(ctx context.Context, invariant term.Term, goals []int) error {
	if p.cfg.NoCheck {
		return nil
	}
	p.emit(engine.Event{Stage: "check"})
	if goals == nil {
		goals = engine.Task{System: p.sys, Goal: engine.AllGoals}.Goals()
	}
	claim := inductive.Claim{System: p.sys, Invariant: invariant, Goals: goals}
	a, err := claim.Check(ctx, func(*term.Store) (smt.Solver, error) {
		s := p.solver()
		limit(s, checkConflicts)
		return s, nil
	})
	switch {
	case err != nil:
		return fmt.Errorf("pdr: %w", err)
	case a.Status == inductive.Refuted:
		return fmt.Errorf("pdr: the invariant is none: not %s", a.Which)
	case a.Status == inductive.Holds:
		p.count.checked = a.Questions
	}
	return nil
}

// limit bounds the effort for each question to a solver, if it can be.
func limit(s smt.Solver, conflicts int64) {
	if n, ok := s.(interface{ LimitConflicts(int64) }); ok {
		n.LimitConflicts(conflicts)
	}
}
