package engine

import (
	"fmt"

	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
)

// Reason is the kind of what a verdict rests on, or of what is in the way of one. Result.Why has the words
// for people; programs decide by the kind.
type Reason uint8

// The reasons. Of unknown:
const (
	// Limit: a limit of time, memory, bounds or effort was hit. More of it may help.
	Limit Reason = iota
	// NotSupported: the program has a construct that is not supported, in a place that can be reached.
	NotSupported
	// Undefined: undefined behaviour that is no violation of the property was not excluded.
	Undefined
	// Inexact: a violation rests on what is not known exactly: the result of a library function, the layout
	// of memory.
	Inexact
	// OtherTask: the engine does not answer such tasks, whatever the program.
	OtherTask
	// Failed: an engine failed, or gave an answer that is wrong.
	Failed
)

// Of true and false:
const (
	// Found: an execution was found.
	Found Reason = iota + 16
	// ByBounds: all executions end within the bounds that were looked at.
	ByBounds
	// BySummaries: so do those that meet loops which have a summary of all their iterations.
	BySummaries
	// ByIntervals: intervals of values exclude every violation.
	ByIntervals
	// ByStates: all states were visited.
	ByStates
	// ByInvariant: an inductive invariant excludes every violation.
	ByInvariant
	// ByPaths: every path was executed, or is excluded by a reason that was learnt from one.
	ByPaths
	// ByOrder: locks, atomic sections and the order of threads keep all accesses apart that could race.
	ByOrder
	// ByLockOrder: each lock is taken in its place in one order, and nothing else is waited for.
	ByLockOrder
	// ByMeasures: each loop decreases something that has finitely many values.
	ByMeasures
	// ByStructure: the program has nothing by which the property could be violated.
	ByStructure
)

var reasonNames = map[Reason]string{
	Limit: "limit", NotSupported: "not-supported", Undefined: "undefined-behaviour", Inexact: "inexact",
	OtherTask: "other-task", Failed: "internal-error",
	Found: "found", ByBounds: "bounds", BySummaries: "summaries", ByIntervals: "intervals",
	ByStates:    "states",
	ByInvariant: "invariant", ByPaths: "paths", ByOrder: "order", ByLockOrder: "lock-order",
	ByMeasures: "measures", ByStructure: "structure",
}

// String is the word for programs: "not-supported".
func (r Reason) String() string { return reasonNames[r] }

// InProgram reports whether something in the program is in the way of a verdict, so that more time or memory
// does not help.
func (r Reason) InProgram() bool { return r == NotSupported || r == Undefined || r == Inexact }

// Unknown is the result "unknown" because of a limit, unless another reason is given with Because.
func Unknown(format string, args ...any) Result {
	return Result{Why: fmt.Sprintf(format, args...)}
}

// Unsupported is the result "unknown" because of a construct of the program.
func Unsupported(pos source.Pos, what string) Result {
	return Result{Why: "not supported: " + what, What: what, Pos: pos, Reason: NotSupported}
}

// Unfollowed is the result "unknown" because of a construct that this engine does not follow; others may.
func Unfollowed(pos source.Pos, what string) Result {
	r := Unsupported(pos, what)
	r.Unfollowed, r.Why = true, "the engine does not follow "+what
	return r
}

// UndefinedBehaviour is the result "unknown" because of undefined behaviour that was not excluded: it may be
// that it cannot occur.
func UndefinedBehaviour(pos source.Pos, what string) Result {
	return Result{Why: "undefined behaviour was not excluded: " + what, What: what, Pos: pos,
		Reason: Undefined}
}

// NoSystems is the result of an engine for programs when the task is about a transition system.
func NoSystems(engine string) Result {
	return Unknown("the engine %s does not check transition systems", engine).Because(OtherTask)
}

// Because returns the result with the kind of its reason.
func (r Result) Because(reason Reason) Result {
	r.Reason = reason
	return r
}

// Holds is the result "true" with what it rests on.
func Holds(by Reason, format string, args ...any) Result {
	return Result{Verdict: property.Holds(), Why: fmt.Sprintf(format, args...), Reason: by}
}
