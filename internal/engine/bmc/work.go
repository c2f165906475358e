package bmc

import (
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/sat"
	"whittle.dev/smt/native"
)

// What pieces of work count, in the units of engine.Task.Work: nanoseconds that they took on average in runs
// over many programs.
const (
	edgeUnits  = 500  // walked while unrolling
	eventEdges = 16   // edges that an event counts as: it is looked at several times
	stepUnits  = 50   // of the encoder and the analysis of values, see encoder.tick
	termUnits  = 4000 // made by the encoder, with their gates and clauses
	tickUnits  = 75   // of the search, with the theory of the order
)

// worker tells how much was done. Its zero value tells nobody.
type worker struct {
	task engine.Task
	// sampler tells of the search of a solver; nil: nobody wants to know.
	sampler *sampler
}

// edges tells of edges that were walked.
func (w worker) edges(n int64) { w.task.Did(edgeUnits * n) }

// solver returns the configuration of a solver that tells of its work.
func (w worker) solver() native.Config {
	return native.Config{SAT: sat.Config{Work: func(ticks int64) {
		w.task.Did(tickUnits * ticks)
		w.sampler.tick()
	}}}
}

// steps tells of steps of the encoding and of the analysis of values.
func (w worker) steps(n int) { w.task.Did(stepUnits * int64(n)) }

// tellEvents tells of the events of a graph that was made.
func tellEvents(opts events.Options, g *events.Graph) {
	if opts.Work != nil {
		opts.Work(eventEdges * int64(len(g.Events)))
	}
}

// terms tells of terms that were made.
func (w worker) terms(n int) { w.task.Did(termUnits * int64(n)) }
