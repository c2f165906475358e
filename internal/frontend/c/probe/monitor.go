package probe

import (
	"fmt"

	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
)

// Monitor is an automaton that runs beside the program and watches it. It is in one state, a number from 0
// on, which all threads share. Probes say where the program is looked at, and what that does to the monitor
// or to the execution. The program itself does not change: a monitor reads variables, and it ends
// executions.
type Monitor struct {
	// Probes at one place are looked at in their order, and at most one of
	// them changes the state on each visit.
	Probes []Probe
	// Targets are places at which a violation of the property counts. A
	// violation elsewhere ends its execution, and so do all if there are none.
	Targets []Target
	// Race says that the property is no-data-race. It is violated when the next accesses of two threads
	// conflict, of which one is at a target, or both at different ones if there are two.
	Race bool
	// Threads makes Probe.Thread and Target.Thread mean something. The numbers of threads are 0 for the
	// initial one and K for the one that is created by the call at the K-th probe of kind ProbeEnter, among
	// those that are at such calls and change the state. If there are none, threads are counted in the order
	// in which their creation begins.
	Threads bool
	// Tight ends executions in which a thread comes to a place too early: there is a
	// probe for it there, in a later state, and none in the present one.
	Tight bool
	// Endless says that executions are in question that do not end. The state of the monitor is an object
	// then in programs with one thread as well, so that a trace shows how it changes.
	Endless bool
	// Fail is the property that a failing probe, or a race, violates.
	Fail property.Property

	// Notes and Sites are set by Load: remarks about places, and where the
	// expressions of probes are evaluated.
	Notes []Note
	Sites []source.Pos
}

// StateName is the name of the object that holds the state.
const StateName = "witness segment"

// Anyone and Always say that a probe is for every thread, and for every state.
const (
	Anyone = -1
	Always = -1
)

// Kind says what a probe looks at.
type Kind uint8

// The kinds of probes.
const (
	// Statement evaluates Expr before a statement or a declaration.
	Statement Kind = iota
	// Loop evaluates Expr before each evaluation of a loop's controlling expression.
	Loop
	// Enter is at the closing parenthesis of a call, when the arguments
	// have been evaluated. It has no expression.
	Enter
	// Return is there, too, when the call has returned; \result in Expr is its value.
	Return
	// Branch is at a keyword if, while, for, do or switch, or at the question mark of a conditional
	// expression, when the controlling expression has been evaluated. Expr is "true", "false", or, for a
	// switch, an integer or "default".
	Branch
)

// Place is a place in the program as a file about the program names it.
type Place struct {
	// File is one of the files of the program, or its last element.
	File string
	Line int
	// Col counts characters from 1; 0: the first suitable place of the line.
	Col int
}

// Probe looks at the program at a place. All of it, the state of the monitor,
// the expression and the new state, is one atomic section.
type Probe struct {
	Kind  Kind
	Place Place
	// Expr is a C expression without side effects, in the scope of the place.
	Expr string
	// Text describes the probe in traces and messages.
	Text string
	// State is the state in which the probe is looked at, or Always. Thread is
	// the number of the thread that it is for, or Anyone.
	State, Thread int
	// Then is done where Expr holds, Else where it does not.
	Then, Else Action
	// May makes it possible that Then is not done although Expr holds.
	May bool
}

// Action is what a probe does.
type Action struct {
	Do Do
	// Next is the new state, for ProbeGo.
	Next int
}

// Do says what a probe does.
type Do uint8

// What a probe does: nothing, change the state, end the execution, or violate Monitor.Fail.
const (
	Nothing Do = iota
	Go
	Cut
	Fail
)

// Target is a place where a violation of the property counts: the statement,
// declaration or full expression that begins there.
type Target struct {
	Place Place
	// State and Thread are those in which it does; see Probe.
	State, Thread int
}

// Error is an error of a probe or target, none of the program.
type Error struct {
	// Probe and Target are indexes into the Monitor; one of them is -1.
	Probe, Target int
	// Expr says that the expression is wrong, not the place.
	Expr bool
	Msg  string
}

// Error returns the message.
func (e *Error) Error() string {
	if e.Probe < 0 {
		return fmt.Sprintf("target %d: %s", e.Target, e.Msg)
	}
	return fmt.Sprintf("probe %d: %s", e.Probe, e.Msg)
}

// Note is a remark about a probe or target that did not fit exactly.
type Note struct {
	Probe, Target int
	Msg           string
}

// createsThread reports whether a function of this name creates a thread.
func createsThread(name string) bool { return name == "pthread_create" || name == "thrd_create" }
