package work

import "whittle.dev/internal/cluster/bus"

// SignsEvery is the time between two signs of life of a task that runs.
const SignsEvery = bus.Patience / 4

// deaths is how many workers may die under a task.
const deaths = 4

// Decision is what a worker does with a task that it is given.
type Decision int

// The decisions.
const (
	Execute Decision = iota // run it
	IsDone                  // take it out of the queue: somebody has stored its result
	GiveUp                  // it counts as failed, since workers die of it
)

// Decide says what to do with a task that is delivered for the given time, counted from 1.
func Decide(delivered int, finished bool) Decision {
	switch {
	case delivered > 1 && finished:
		return IsDone
	case delivered > deaths:
		return GiveUp
	}
	return Execute
}
