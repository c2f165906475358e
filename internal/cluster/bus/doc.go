// Package bus connects to the NATS server of a cluster, and knows the streams and buckets on it.
//
//	b, err := bus.Dial(ctx, bus.Server{URL: "nats://127.0.0.1:4222"})
//	defer b.Close()
//
// Each build of whittle has its own stream of tasks, so that workers never answer for another version:
//
//	whittle-tasks-BUILD  whittle.task.BUILD.RUN.ID  a work queue, one message for each task
//	whittle-results      whittle.result.RUN.ID      one message for each task, the first one counts
//
// and there are the buckets whittle-runs (what is known of runs), whittle-workers (who is there; entries go
// after a while) and the object store whittle-sources.
//
// What is not on this machine is reached by TLS and with credentials alone.
package bus
