// Package batch has the tasks of a run done by a cluster: it does what tasks.Run does, elsewhere.
//
//	recs, err := batch.Run(ctx, b, "nightly", items, cfg)
//
// A run has a name. The same tasks under the same name go on with the run: what has a result is not done
// again, and what is queued is not queued twice. A client that gives up waiting loses nothing.
//
// Known limits: configurations that are other tools are refused, since a worker executes nothing but whittle.
package batch
