package multistate

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Step is what one step of a thread can lead to.
type Step struct {
	// Successors are not empty; one that is contained in another may be there too.
	Successors []Successor
	// Violations are the ways in which the step violates the property.
	Violations []Stop
	// Ends are the ways in which it comes to undefined behaviour, or to something
	// that is not supported. Each edge and kind is listed once.
	Ends []Stop
	// Edges is the number of edges that were executed.
	Edges int
}

// What pieces of work count, in the units of engine.Task.Work: nanoseconds that they took on average, without
// the questions to solvers that some of them need.
const (
	stepUnits = 15_000 // a step, with the comparison of the states after it
	edgeUnits = 300
)

// Work is how much work the step was, in the units of engine.Task.Work.
func (out *Step) Work() int64 { return stepUnits + edgeUnits*int64(out.Edges) }

// Successor is a state after a step.
type Successor struct {
	State *State
	// Script says how the step went, for Follow.
	Script Script
	// Loops are the edges back to heads of loops that the step took.
	Loops []*cfa.Edge
	// Started are the numbers of the threads that the step has started, if there are crowds.
	Started []int
	// Acts is what the step does that others can tell, if Config.Told is set.
	Acts Acts
}

// StopKind says why a path ends.
type StopKind uint8

// The reasons.
const (
	// Violated: the property is violated, by an edge that says so or by one that cannot be executed.
	Violated StopKind = iota
	// Invalid: an access to memory that is no part of a live object, or a free of what is no live object.
	Invalid
	// Undefined: another undefined behaviour, which is assumed not to occur.
	Undefined
	// Contested: a race of accesses that are plain or atomic depending on whom one asks.
	Contested
	// Unsupported: something that cannot be executed, or a limit.
	Unsupported
)

// Stop is the end of a path.
type Stop struct {
	Kind StopKind
	// Property is the one that is violated, or part of it; empty: none is.
	Property property.Property
	Edge     *cfa.Edge
	What     string
	Script   Script
	// Opponent is the thread that a race is with.
	Opponent int
	// Term is what had more values than may be told apart; None: the path ended for another reason.
	Term term.Term
}

// Pos is the place of the edge at which the path ends; the zero Pos: it ends at none.
func (s Stop) Pos() source.Pos {
	if s.Edge == nil {
		return source.Pos{}
	}
	return s.Edge.Pos
}

// races reports whether the path ends in a data race.
func (s *Stop) races() bool { return s.Property == property.NoDataRace }

// report adds an end of a path.
func (out *Step) report(s Stop) {
	if s.Kind == Violated {
		if s.Property == "" {
			s.Property = cfa.Violated(s.Edge.Op)
		}
		out.Violations = append(out.Violations, s)
		return
	}
	for _, t := range out.Ends {
		if t.Kind == s.Kind && t.Edge == s.Edge {
			return
		}
	}
	out.Ends = append(out.Ends, s)
}
