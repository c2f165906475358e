// Package cluster is the folder of what runs task sets on many machines: package serve is the coordinator, a
// NATS server with JetStream, batch gives it the tasks of a run and collects the results, work runs tasks
// wherever it is started, bus connects the three, bundle finds the files of a task, and wire is what they
// say to each other.
//
// There is no protocol beyond JetStream's. A task is a message in a stream with the retention of a work
// queue, so it is there until a worker has acknowledged it, and is delivered again when the worker has died.
// A result is a message whose subject names the task, in a stream that takes one message for each subject:
// to run a task twice changes nothing. Sources lie in an object store under the hash of their content.
package cluster
