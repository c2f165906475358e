package engine

import (
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// Note is a remark on a verdict: one of the types below. It changes nothing; package report words it.
type Note interface{ note() }

// Deadlocks says that executions that were tried after the verdict end in a state in which no thread can go
// on.
type Deadlocks struct {
	Ended, Tried int          // executions
	Example      []trace.Wait // by thread that waits
}

// NotInductive says why a proof for any number of threads is open: a step from a state that nothing found so
// far excludes leads to an error. The state may be one that no execution has.
type NotInductive struct {
	Threads []Seated
	Shared  string // what is shared, after the step
	Error   string // what is reached then
	Pos     source.Pos
}

// Seated is a thread before such a step.
type Seated struct {
	Name   string
	Pos    source.Pos
	Locals string
	// Steps says that it makes the step, which writes what Writes says; Fails that it comes to the error.
	Steps, Fails bool
	Writes       string
}

func (NotInductive) note() {}
func (Deadlocks) note()    {}
