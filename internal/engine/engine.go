package engine

import (
	"context"
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// Engine decides tasks. It may be used for many tasks, one after the other
// and at the same time.
type Engine interface {
	// Name is the name by which users choose the engine.
	Name() string
	// Check decides a task; see the package comment for the contract.
	Check(ctx context.Context, t Task) (Result, error)
}

// Task is one question to an engine.
type Task struct {
	// Program is the program as lowered, checked and frozen.
	Program  *cfa.Program
	Property property.Property
	// MaxUnwind is the largest loop and recursion bound that an engine that
	// unrolls may use; 0: no such limit. Reaching it is "unknown".
	MaxUnwind int
	// Memory is the memory budget in bytes; 0: none. The caller watches the
	// whole process and ends the context with ErrMemory, engines may use the
	// number to size their arenas.
	Memory uint64
	// Events receives progress; nil: nobody listens. It is called from one
	// goroutine at a time.
	Events func(Event)
}

// Emit hands an event to the listener, if there is one.
func (t Task) Emit(e Event) {
	if t.Events != nil {
		t.Events(e)
	}
}

// Result is the answer to a task.
type Result struct {
	Verdict property.Verdict
	// Trace shows the violation when the verdict is false: Schedule, Inputs
	// and Violation are set, Steps is left to the replay.
	Trace *trace.Trace
	// Why says in one line what the verdict rests on: "no loop bound was
	// reached at unwinding 4", "timeout", "not supported: long double".
	Why string
	// Pos is the place that Why speaks of; the zero Pos: none.
	Pos source.Pos
	// Facts are the strongest facts shown, for people: "no violation up to
	// loop bound 8 with 3 threads".
	Facts []string
	// Assumed lists undefined behaviour that the program may run into and
	// that ends a path without being a violation of the property.
	Assumed []Assumption
	Stats   []Stat
}

// Assumption is one "assuming that this undefined behaviour does not occur".
type Assumption struct {
	Pos  source.Pos
	What string // "invalid access", "division by zero"
}

// Unknown is the result "unknown" with a reason.
func Unknown(format string, args ...any) Result {
	return Result{Why: fmt.Sprintf(format, args...)}
}

// Holds is the result "true" with what it rests on.
func Holds(format string, args ...any) Result {
	return Result{Verdict: property.Holds(), Why: fmt.Sprintf(format, args...)}
}

// Violated is the result "false(p)" with its trace.
func Violated(p property.Property, tr *trace.Trace) Result {
	return Result{Verdict: property.Violated(p), Trace: tr}
}
