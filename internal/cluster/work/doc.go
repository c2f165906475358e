// Package work is a worker of a cluster: it takes tasks of its build from the queue, runs each in a process
// of its own with the limits that it came with, and stores the results.
//
//	w := work.Worker{Bus: b, Name: "host-1", Build: build, Slots: 2, Config: cfg, Allow: allowed}
//	err := w.Run(ctx)
//
// While a task runs the worker tells the queue so; if it dies, the task is another's after bus.Patience. A
// task under which so many workers have died that it must be the cause counts as failed. When ctx ends what
// runs is killed and given back.
//
// A worker executes nothing but its own command, with arguments that Allow lets pass, on files that lie in a
// folder of the task. Messages that are no jobs are counted and thrown away.
package work
