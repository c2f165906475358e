package interp

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// OutcomeKind says how an execution ended.
type OutcomeKind uint8

// The ways an execution ends. Running is not one: it has not ended.
const (
	Running      OutcomeKind = iota
	Violated                 // a Violation edge was reached
	Exited                   // the process exited, or all threads have finished
	Deadlock                 // threads are left and all are disabled
	AssumeFailed             // no Assume edge of a location holds
	Undefined                // undefined behaviour
	Unsupported              // an Unsupported edge was reached
	StepLimit                // more edges than Config.MaxSteps
	Canceled                 // the context ended
	MemoryLimit              // memory, addresses or call stack ran out
	Failed                   // the decider made an impossible choice, see Outcome.Err
)

var outcomeNames = [...]string{"running", "violation", "exited", "deadlock", "assumption failed",
	"undefined behaviour",
	"not supported", "step limit", "canceled", "memory limit", "failed"}

// String returns words for people.
func (k OutcomeKind) String() string {
	if int(k) < len(outcomeNames) {
		return outcomeNames[k]
	}
	return fmt.Sprintf("OutcomeKind(%d)", uint8(k))
}

// Outcome is the end of an execution.
type Outcome struct {
	Kind OutcomeKind
	// Key and Edge are where it ended, and Pos is the edge's position; a deadlock, a limit and the end of all
	// threads have none (Edge nil). The occurrence of Key is right only with Config.Count.
	Key  trace.Key
	Edge *cfa.Edge
	Pos  source.Pos
	// User is the position of the innermost call outside of the library
	// models; it is Pos itself where no model is involved.
	User source.Pos
	// Property is the violated property of Violated, and of Undefined that part of memory safety that it
	// breaks, if any.
	Property property.Property
	// Behaviour is, of Violated, the kind of undefined behaviour, if it is one.
	Behaviour property.Behaviour
	// What is the message of a violation, or what is undefined, not supported, or exhausted.
	What string
	// Status is the exit status of Exited.
	Status int
	// Err is the reason of Failed and Canceled.
	Err error
}

// String describes the outcome in one line, without its position.
func (o *Outcome) String() string {
	s := o.Kind.String()
	switch o.Kind {
	case Violated:
		s += " of " + string(o.Property)
	case Exited:
		s += fmt.Sprintf(" with status %d", o.Status)
	}
	if o.What != "" {
		s += ": " + o.What
	}
	if o.Err != nil {
		s += ": " + o.Err.Error()
	}
	return s
}
