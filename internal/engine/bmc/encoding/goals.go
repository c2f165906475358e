package encoding

import (
	"slices"

	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// goalSet holds the literals by which goals are asked for. Of the goals inside atomic sections
// at most one is true, because only the section of that goal may stay unfinished.
type goalSet struct {
	lits      []term.Term // by goal
	inSection []int       // goals inside sections whose literal is in use
	// atMostOne is true if one of the literals is that let a section stay unfinished, of those so far.
	atMostOne term.Term
	asked     []term.Term // assumptions of the last question, see AskAgain
}

// goal defines the literal of a goal: if it is true the goal is reached.
func (e *Encoder) goal(i int) error {
	goal, lit := e.Graph.Goals[i], e.goals.lits[i]
	if err := e.assert(e.s.Implies(lit, e.reached(goal))); err != nil {
		return err
	}
	if goal.Section == nil {
		return nil
	}
	e.goals.inSection = append(e.goals.inSection, i)
	return e.unfinished(lit)
}

// reached is the condition that a goal is reached, if its section takes place up to it.
func (e *Encoder) reached(goal *events.Goal) term.Term {
	return e.s.And(e.Graph.Guards.Term(goal.Guard), e.creatorsComplete(goal.Thread))
}

// unfinished asserts that of all literals that let a section take place without an end at most one is true.
func (e *Encoder) unfinished(lit term.Term) error {
	next := e.s.Fresh("ladder", term.Bool)
	for _, t := range []term.Term{
		e.s.Implies(lit, next), e.s.Implies(e.goals.atMostOne, next),
		e.s.Implies(e.goals.atMostOne, e.s.Not(lit)),
	} {
		if err := e.assert(t); err != nil {
			return err
		}
	}
	e.goals.atMostOne = next
	return nil
}

// Ask decides whether a goal of a kind is reachable.
func (e *Encoder) Ask(kind events.GoalKind) (smt.Result, error) {
	ask := e.s.Fresh("ask", term.Bool)
	lits := e.goalLits(kind)
	if len(lits) == 0 {
		return smt.Result{Status: smt.Unsat}, nil
	}
	if err := e.assert(e.s.Or(append([]term.Term{e.s.Not(ask)}, lits...)...)); err != nil {
		return smt.Result{}, err
	}
	if err := e.flush(); err != nil {
		return smt.Result{}, err
	}
	assumptions := []term.Term{ask}
	for _, i := range e.goals.inSection {
		if e.Graph.Goals[i].Kind != kind {
			assumptions = append(assumptions, e.s.Not(e.goals.lits[i]))
		}
	}
	for _, lit := range e.races.open {
		assumptions = append(assumptions, e.s.Not(lit))
	}
	e.goals.asked = assumptions
	return e.check(e.ctx, assumptions)
}

// goalLits lists the literals of the goals of a kind that may be reachable.
func (e *Encoder) goalLits(kind events.GoalKind) []term.Term {
	var out []term.Term
	for i, goal := range e.Graph.Goals {
		if goal.Kind == kind && !e.Values.Dead(goal) {
			out = append(out, e.goals.lits[i])
		}
	}
	return out
}

// AskAgain decides whether one of some goals is reachable, of those that the last question was about.
func (e *Encoder) AskAgain(goals []int) (smt.Result, error) {
	again := e.s.Fresh("again", term.Bool)
	any := []term.Term{e.s.Not(again)}
	for _, i := range goals {
		any = append(any, e.goals.lits[i])
	}
	if err := e.assert(e.s.Or(any...)); err != nil {
		return smt.Result{}, err
	}
	return e.solver.Check(e.ctx, append(slices.Clip(e.goals.asked), again)...), nil
}

// Reaches reports whether the execution of the model reaches a goal, also if it is
// not the one that was asked for. Not all of those inside sections are found.
func (e *Encoder) Reaches(i int) bool {
	if e.holds(e.goals.lits[i]) {
		return true
	}
	goal := e.Graph.Goals[i]
	return goal.Section == nil && e.holds(e.reached(goal))
}

// ReachedGoal returns the goal of a kind that the model reaches: one inside a
// section if there is one, since then its section alone is unfinished.
func (e *Encoder) ReachedGoal(kind events.GoalKind) *events.Goal {
	var found *events.Goal
	for i, goal := range e.Graph.Goals {
		if goal.Kind == kind && e.holds(e.goals.lits[i]) &&
			(found == nil || found.Section == nil && goal.Section != nil) {
			found = goal
		}
	}
	return found
}
