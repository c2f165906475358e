// Package helping finds workers of a cluster that help a run with one hard question. It queues a task for
// each of them, which is the run's own task with a flag that says under which name the run listens, so that
// a helper is a task like others: its sources are sent once, it runs in a process with limits, and another
// worker gets it if its own dies.
//
//	c := &helping.Caller{Server: s, Build: build, Item: it, Args: args, Count: 2}
//	c.Call(ctx, property.UnreachCall, answer)    // until ctx ends
//
// and in the process of the task:
//
//	reply, err := helping.Ask(ctx, b, s, id, message)
//
// Both need a token, since what helpers say is believed: see bus.Server.Key.
package helping
