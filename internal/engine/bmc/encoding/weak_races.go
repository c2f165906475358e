package encoding

import (
	"slices"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// weakRace is a pair of accesses to one place, one of them a write and one of them not atomic, that may be
// ordered by happens-before neither way: a data race of C11.
type weakRace struct {
	a, b *point
	lit  term.Term
}

// FindWeakRaces collects the pairs of accesses that may race in C11, and counts them. It must come after
// InModel, before anything is asked.
func (e *Encoder) FindWeakRaces() (int, error) {
	w := e.weak
	for i, v := range w.units {
		for _, u := range w.units[:i] {
			if err := w.Meter.Tick(1); err != nil {
				return 0, err
			}
			if u.thread == v.thread || !w.Cells.Alike(u.cell, v.cell) {
				continue
			}
			if err := w.findRaces(u, v); err != nil {
				return 0, err
			}
		}
	}
	return len(w.races), nil
}

func (w *weak) findRaces(u, v *unit) error {
	if w.Order.Before(u.first().ev, v.first().ev) || w.Order.Before(v.first().ev, u.first().ev) {
		return nil
	}
	apart := w.s.And(w.s.Not(w.before(u, v)), w.s.Not(w.before(v, u)), w.Cells.Same(u.cell, v.cell))
	for _, a := range u.points {
		for _, b := range v.points {
			if a.atomic && b.atomic || a.kind != axioms.Write && b.kind != axioms.Write {
				continue
			}
			lit := w.s.Fresh("race", term.Bool)
			if err := w.assert(w.s.Implies(lit, w.s.And(a.when, b.when, apart))); err != nil {
				return err
			}
			w.races = append(w.races, weakRace{a, b, lit})
		}
	}
	return nil
}

// AskWeakRaces decides whether some pair races.
func (e *Encoder) AskWeakRaces() (smt.Result, error) {
	ask := e.s.Fresh("ask", term.Bool)
	any := []term.Term{e.s.Not(ask)}
	for _, r := range e.weak.races {
		any = append(any, r.lit)
	}
	if err := e.assert(e.s.Or(any...)); err != nil {
		return smt.Result{}, err
	}
	if err := e.flush(); err != nil {
		return smt.Result{}, err
	}
	assumptions := []term.Term{ask}
	for _, i := range e.goals.inSection {
		assumptions = append(assumptions, e.s.Not(e.goals.lits[i]))
	}
	return e.check(e.ctx, assumptions)
}

// WeakRaceTrace turns the solver's model into a trace that ends in two accesses that race: what is before
// either, and the one that is not before the other as the violation.
func (e *Encoder) WeakRaceTrace() (*trace.Trace, error) {
	i := slices.IndexFunc(e.weak.races, func(r weakRace) bool { return e.holds(r.lit) })
	if i < 0 {
		return nil, errNoRace
	}
	first, last := e.weak.races[i].a.ev, e.weak.races[i].b.ev
	x := &execution{e: e, value: map[term.Term]term.Value{}, guards: map[events.Guard]bool{},
		mem: map[uint64]byte{}}
	if err := x.order([]events.NodeID{first.Node, last.Node}); err != nil {
		return nil, err
	}
	// What is last is needed by nothing else, so it is one of the two.
	if x.nodes[len(x.nodes)-1] == first.Node {
		first, last = last, first
	}
	x.goal = &events.Goal{Kind: events.ViolationGoal, Thread: last.Thread, Guard: last.Guard,
		Node: last.Node, Instance: last.Instance}
	if err := x.run(); err != nil {
		return nil, err
	}
	tr := x.describe(property.NoDataRace)
	racing := x.key(first)
	tr.Schedule = slices.DeleteFunc(tr.Schedule, func(k trace.Key) bool { return k == tr.Violation })
	if err := e.weak.describe(x, tr); err != nil {
		return nil, err
	}
	tr.Weak.Racing = &racing
	return tr, nil
}
