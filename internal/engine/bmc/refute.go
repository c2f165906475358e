package bmc

import (
	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// refuteConflicts bounds the search of refute.
const refuteConflicts = 5000

// refute tries to show that no goal of a kind is reachable without looking at
// who reads from whom: of a read it is only said that it has a value of its
// interval and, where the place is counted, that it is at most the greatest base
// plus what those links add that take place, and at least as much. Every execution is
// a model of that, so if there is none no goal is reachable.
func (r *round) refute(kind events.GoalKind) (bool, error) {
	cfg := r.work.solver()
	cfg.Conflicts = refuteConflicts
	e := r.e
	var solver Solver = native.New(e.s, cfg)
	if r.cfg.Wrap != nil {
		solver = r.cfg.Wrap(e.s, solver)
	}
	describe(solver, "%s by counts alone, loop bound %d", kind, r.bound)
	lits := e.lits(kind)
	if len(lits) == 0 {
		return true, nil
	}
	f := &refutation{formula: newFormula(e.s, e.symbols, solver, meter{}), e: e}
	if err := f.assert(e.s.Or(lits...)); err != nil {
		return false, err
	}
	for i := 0; i < len(f.queue); i++ {
		if err := f.define(f.queue[i], f.meaning[f.queue[i]]); err != nil {
			return false, err
		}
	}
	if !f.counts {
		return false, nil // nothing that the intervals alone did not tell
	}
	return solver.Check(r.ctx).Status == smt.Unsat, nil
}

// refutation is a formula without read-from choices.
type refutation struct {
	formula
	e      *encoder
	counts bool // a read of a place that is counted was met
}

// define says what is known of a symbol. Those of which nothing is said may
// have any value.
func (f *refutation) define(sym term.Term, is eventfacts.Symbol) error {
	g, values := f.e.g, f.e.values
	if err := f.e.meter.Tick(1); err != nil {
		return err
	}
	switch is.Kind {
	case eventfacts.GuardSymbol:
		return f.equate(sym, g.Guards.Definition(events.Guard(is.Index)))
	case eventfacts.GoalSymbol:
		goal := g.Goals[is.Index]
		if values.Dead(goal) {
			return f.assert(f.s.Not(sym))
		}
		return f.assert(f.s.Implies(sym, g.Guards.Term(goal.Guard)))
	case eventfacts.ReadSymbol:
		list, counted := values.Constraints(sym, f.e.active)
		f.counts = f.counts || counted
		for _, t := range list {
			if err := f.assert(t); err != nil {
				return err
			}
		}
	}
	return nil
}
