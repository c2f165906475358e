package ceds

import "whittle.dev/internal/engine"

// What pieces of work count, in the units of engine.Task.Work: nanoseconds that they took on average, without
// the questions to solvers that some of them need.
const (
	stepUnits = 15_000 // a step of a thread, with the comparison of the states behind it
	edgeUnits = 300
)

// did tells of a step with its edges.
func did(t engine.Task, edges int) { t.Did(stepUnits + edgeUnits*int64(edges)) }
