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
func (b *Engine) refute(e *encoder, kind events.GoalKind, bound int) (bool, error) {
	cfg := e.work.solver()
	cfg.Conflicts = refuteConflicts
	var solver Solver = native.New(e.s, cfg)
	if b.cfg.Wrap != nil {
		solver = b.cfg.Wrap(e.s, solver)
	}
	describe(solver, "%s by counts alone, loop bound %d", kind, bound)
	r := &refuter{e: e, solver: solver, seen: map[term.Term]bool{}}
	var any []term.Term
	for i, goal := range e.g.Goals {
		if goal.Kind == kind && !e.values.Dead(e.g.Goals[i]) {
			any = append(any, e.lits[i])
		}
	}
	if len(any) == 0 {
		return true, nil
	}
	if err := r.assert(e.s.Or(any...)); err != nil {
		return false, err
	}
	for i := 0; i < len(r.queue); i++ {
		if err := e.meter.Tick(1); err != nil {
			return false, err
		}
		if err := r.define(r.queue[i]); err != nil {
			return false, err
		}
	}
	if !r.counts {
		return false, nil // nothing that the intervals alone did not tell
	}
	return solver.Check(e.ctx).Status == smt.Unsat, nil
}

type refuter struct {
	e      *encoder
	solver Solver
	seen   map[term.Term]bool
	queue  []term.Term // symbols
	counts bool        // a read of a place that is counted was met
}

// assert adds a constraint and queues its symbols.
func (r *refuter) assert(t term.Term) error {
	e := r.e
	if e.s.IsTrue(t) {
		return nil
	}
	stack := []term.Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if r.seen[t] {
			continue
		}
		r.seen[t] = true
		if e.s.Op(t) == term.OpSymbol {
			if _, ok := e.symbols[t]; ok {
				r.queue = append(r.queue, t)
			}
		}
		for i := range e.s.NumArgs(t) {
			stack = append(stack, e.s.Arg(t, i))
		}
	}
	return r.solver.Assert(t)
}

// define says what is known of a symbol. Those of which nothing is said may
// have any value.
func (r *refuter) define(sym term.Term) error {
	e := r.e
	m := e.symbols[sym]
	switch m.Kind {
	case eventfacts.GuardSymbol:
		return r.assert(e.s.Eq(sym, e.g.Guards.Definition(events.Guard(m.Index))))
	case eventfacts.GoalSymbol:
		if e.values.Dead(e.g.Goals[m.Index]) {
			return r.assert(e.s.Not(sym))
		}
		return r.assert(e.s.Implies(sym, e.g.Guards.Term(e.g.Goals[m.Index].Guard)))
	case eventfacts.ReadSymbol:
		list, counted := e.values.Constraints(sym, e.active)
		for _, t := range list {
			if err := r.assert(t); err != nil {
				return err
			}
		}
		r.counts = r.counts || counted
	}
	return nil
}
