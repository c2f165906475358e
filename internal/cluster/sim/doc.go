// Package sim says how long a cluster would take for a set of tasks: it plays the queue, workers that fail
// or are cut off, and a network that is slow, with a simulated clock.
//
//	c := sim.Cluster{Workers: 1000, Tasks: 1e6, Times: recorded, Latency: time.Millisecond, Rate: 7400}
//	r := c.Run(ctx)
//	// r.Makespan, r.Twice, ...
//
// What a worker does with a task that it is given is decided by the code of the worker (work.Decide), with
// its patience and its signs of life (package bus). The queue is a model: it gives a task to who asked
// first, takes a bounded number of messages a second, gives a task again that nothing was heard of for
// bus.Patience, and keeps the first result.
//
// Known limits: the network has one latency and no bounds on bytes; workers have one slot and ask for a task
// when they have none.
package sim
