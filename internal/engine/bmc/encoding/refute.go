package encoding

import (
	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Refute tries to show that no goal of a kind is reachable without looking at which write a read sees: of a
// read it is only said that it has a value of its interval and, where the place is counted, that it is at
// most the greatest base plus what those links add that take place, and at least as much. Every execution
// is a model of that, so if there is none no goal is reachable. The solver is another one than that of the
// encoder.
func (e *Encoder) Refute(kind events.GoalKind, solver Solver) (bool, error) {
	lits := e.goalLits(kind)
	if len(lits) == 0 {
		return true, nil
	}
	f := &refutation{formula: newFormula(e.s, e.Symbols, solver, nil), e: e}
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
	return solver.Check(e.ctx).Status == smt.Unsat, nil
}

// refutation is a formula without read-from choices.
type refutation struct {
	formula
	e      *Encoder
	counts bool // a read of a place that is counted was met
}

// define says what is known of a symbol. Those of which nothing is said may have any value.
func (f *refutation) define(sym term.Term, is eventfacts.Symbol) error {
	g, values := f.e.Graph, f.e.Values
	if err := f.e.Meter.Tick(1); err != nil {
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
