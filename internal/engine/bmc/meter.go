package bmc

import (
	"whittle.dev/internal/engine"
	"whittle.dev/sat"
	"whittle.dev/smt/native"
)

// What pieces of work count, in the units of engine.Task.Work: nanoseconds that they took on average in runs
// over many programs.
const (
	edgeUnits = 500  // walked while unrolling
	stepUnits = 50   // of the encoder and the analysis of values, see eventfacts.Meter
	termUnits = 4000 // made by the encoder, with their gates and clauses
	tickUnits = 75   // of the search, with the theory of the order
)

// A meter tells the work of a run to its task. That of the zero value is not told.
type meter struct {
	task    engine.Task
	history *history // of the search of a solver; may be nil
}

// edges tells of edges that were walked.
func (m meter) edges(n int64) { m.task.Did(edgeUnits * n) }

// solver returns the configuration of a solver that tells of its work.
func (m meter) solver() native.Config {
	return native.Config{SAT: sat.Config{Work: func(ticks int64) {
		m.task.Did(tickUnits * ticks)
		m.history.tick()
	}}}
}

// steps tells of steps of the encoding and of the analysis of values.
func (m meter) steps(n int) { m.task.Did(stepUnits * int64(n)) }

// terms tells of terms that were made.
func (m meter) terms(n int) { m.task.Did(termUnits * int64(n)) }
