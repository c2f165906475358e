package liveness

import "whittle.dev/internal/engine/internal/multistate"

// Executions are infinite here. One that ends stays in its last state for ever, and so does one in which all
// threads that are left wait. Where a thread comes to a failing assumption instead there is no execution.

// exit adds the end of the process by a thread.
func (x *explorer) exit(at int32, thread int) {
	x.last(at, int32(thread))
}

// stutter lets an execution stay in its state if no thread can go on: in a deadlock, or at the end of all
// threads.
func (x *explorer) stutter(at int32, turns []multistate.Turn) {
	ended := true
	for _, t := range turns {
		switch t {
		case multistate.Runs, multistate.Exits, multistate.Stuck:
			return
		case multistate.Waits, multistate.Joins, multistate.Unsure:
			ended = false
		}
	}
	if ended {
		x.last(at, nobody)
		return
	}
	x.nodes[at].edges = append(x.nodes[at].edges, edge{to: at, thread: nobody})
}

// last adds a node for the end of the program, in which the program stays.
func (x *explorer) last(at, thread int32) {
	to := int32(len(x.nodes))
	x.nodes = append(x.nodes, node{letter: x.nodes[at].letter | x.end, parent: at,
		via: int32(len(x.nodes[at].edges)), edges: []edge{{to: to, thread: nobody}}})
	x.nodes[at].edges = append(x.nodes[at].edges, edge{to: to, thread: thread})
}
