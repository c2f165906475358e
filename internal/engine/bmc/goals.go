package bmc

import (
	"slices"

	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// active is the condition that an event takes place.
func (e *encoder) active(ev *events.Event) term.Term {
	return e.s.And(e.g.Guards.Term(ev.Guard), e.committed(ev.Section, ev.Thread), e.includes(ev.Node))
}

// committed is the condition that a section (nil: none) of a thread takes
// place, and that the thread was really started.
func (e *encoder) committed(sec *events.Section, thread int) term.Term {
	t := e.s.True()
	if sec != nil {
		t = e.commit(sec)
	}
	for th := e.g.Threads[thread]; th.Parent >= 0; th = e.g.Threads[th.Parent] {
		if th.Section != nil {
			t = e.s.And(t, e.commit(th.Section))
		}
	}
	return t
}

// commit is the condition that a section takes place: it reaches an end, or
// the goal that is asked for.
func (e *encoder) commit(sec *events.Section) term.Term {
	if t, ok := e.commits[sec]; ok {
		return t
	}
	end := events.Guard(-1)
	known := e.g.Guards.Len()
	for _, g := range sec.Ends {
		if end < 0 {
			end = g
		} else {
			end = e.g.Guards.Or(end, g)
		}
	}
	t := e.s.False()
	if end >= 0 {
		t = e.g.Guards.Term(end)
	}
	// The disjunctions of many ends are made of others, which are new too.
	e.symbols.AddGuards(e.g.Guards, known)
	for i, goal := range e.g.Goals {
		if goal.Section == sec && !e.values.Dead(e.g.Goals[i]) {
			t = e.s.Or(t, e.lits[i])
		}
	}
	if lit, ok := e.races.unfinished[sec]; ok {
		t = e.s.Or(t, lit)
	}
	e.commits[sec] = t
	return t
}

// goal defines the literal of a goal: if it is true the goal is reached. Of
// the goals inside sections only one may be, since only the goal's own section
// may stay unfinished.
func (e *encoder) goal(i int) error {
	goal, lit := e.g.Goals[i], e.lits[i]
	if err := e.assert(e.s.Implies(lit, e.s.And(e.g.Guards.Term(goal.Guard),
		e.committed(nil, goal.Thread)))); err != nil {
		return err
	}
	if e.exact != nil {
		if err := e.exact.ends(i); err != nil {
			return err
		}
	}
	if goal.Section == nil {
		return nil
	}
	e.inside = append(e.inside, i)
	return e.alone(lit)
}

// alone asserts that of all literals that let a section take place without an
// end at most one is true.
func (e *encoder) alone(lit term.Term) error {
	next := e.s.Fresh("ladder", term.Bool)
	for _, t := range []term.Term{
		e.s.Implies(lit, next), e.s.Implies(e.ladder, next), e.s.Implies(e.ladder, e.s.Not(lit)),
	} {
		if err := e.assert(t); err != nil {
			return err
		}
	}
	e.ladder = next
	return nil
}

// ask decides whether a goal of a kind is reachable.
func (e *encoder) ask(kind events.GoalKind) (smt.Result, error) {
	ask := e.s.Fresh("ask", term.Bool)
	any := []term.Term{e.s.Not(ask)}
	for i, goal := range e.g.Goals {
		if goal.Kind == kind && !e.values.Dead(e.g.Goals[i]) {
			any = append(any, e.lits[i])
		}
	}
	if len(any) == 1 {
		return smt.Result{Status: smt.Unsat}, nil
	}
	if err := e.assert(e.s.Or(any...)); err != nil {
		return smt.Result{}, err
	}
	if err := e.flush(); err != nil {
		return smt.Result{}, err
	}
	if e.exact != nil {
		if err := e.exact.needed(ask, kind); err != nil {
			return smt.Result{}, err
		}
	}
	assumptions := []term.Term{ask}
	for _, i := range e.inside {
		if e.g.Goals[i].Kind != kind {
			assumptions = append(assumptions, e.s.Not(e.lits[i]))
		}
	}
	for _, lit := range e.races.open {
		assumptions = append(assumptions, e.s.Not(lit))
	}
	e.asked = assumptions
	return e.solver.Check(e.ctx, assumptions...), nil
}

// askAgain decides whether one of some goals is reachable, of those that the
// last question was about.
func (e *encoder) askAgain(goals []int) (smt.Result, error) {
	again := e.s.Fresh("again", term.Bool)
	any := []term.Term{e.s.Not(again)}
	for _, i := range goals {
		any = append(any, e.lits[i])
	}
	if err := e.assert(e.s.Or(any...)); err != nil {
		return smt.Result{}, err
	}
	return e.solver.Check(e.ctx, append(slices.Clip(e.asked), again)...), nil
}

// reaches reports whether the execution of the model reaches a goal, also if it is
// not the one that was asked for. Not all of those inside sections are found.
func (e *encoder) reaches(i int) bool {
	if e.holds(e.lits[i]) {
		return true
	}
	goal := e.g.Goals[i]
	return e.exact == nil && goal.Section == nil &&
		e.holds(e.s.And(e.g.Guards.Term(goal.Guard), e.committed(nil, goal.Thread)))
}
