package recurrence

import (
	"whittle.dev/internal/ltl"
	"whittle.dev/internal/property"
)

// Nobody steps where an execution stays in its last state.
const Nobody = -1

// Node is a state.
type Node struct {
	Letter uint64 // the propositions that hold, by their index in Automaton.Atoms
	Edges  []Edge
	// Turns says by thread what it can do next; empty: nothing is asked, in an atomic section and after the
	// end.
	Turns  []Turn
	Inside bool // in an atomic section
}

// Edge is a step from one state to another.
type Edge struct {
	To     int32 // index of a node
	Thread int32 // the thread that steps, or Nobody
	Acts   Acts
}

// Acts says what others can tell of a step.
type Acts uint8

// What steps do.
const (
	// Computes: nothing can be told.
	Computes Acts = iota
	// Looks: the thread finds out what others have done, or may do something.
	Looks
	// Does: something is done for certain.
	Does
)

// Turn says what a thread can do next.
type Turn uint8

// The turns of threads.
const (
	// Enabled: it can make a step, ends the process, or comes to where executions are not looked at.
	Enabled Turn = iota
	// Disabled: it waits for something other than the end of a thread, for some values at least.
	Disabled
	// Gone: it has ended, or waits for the end of another one.
	Gone
)

// Proof is that nothing recurs fairly in a graph that is complete. Node 0 is before the beginning.
type Proof struct {
	Nodes     []Node
	Threads   int // the largest number of them
	Automaton *ltl.Automaton
	Fairness  property.Fairness
	// Waiting are the threads that are looked at for whether they wait for ever, one by one. Nobody: what the
	// automaton accepts is looked for.
	Waiting []int32
}
