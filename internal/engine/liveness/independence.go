package liveness

import "whittle.dev/internal/engine/internal/multistate"

// What need not be interleaved.
//
// Let a be the next step of a thread that can make it, and let it commute with all that the other threads can
// do before that thread goes on. The observer is one of them, and reads for ever what propositions are about,
// so a changes none. Then it is enough to make a alone in that state, provided that each cycle of the graph
// has a state in which all threads make their steps (P. Godefroid, "Partial-order methods for the
// verification of concurrent systems", LNCS 1032, 1996, chapters 4 and 8; D. Peled, "Combining partial order
// reductions with on-the-fly model-checking", CAV 1994). For, take an execution from the state on:
//
//   - If it has a, then with a moved to its beginning it is an execution, too, as a commutes with what comes
//     before it. It has the same sequence of propositions but for states that are repeated, and the same
//     steps of each thread in the same order. What the others wait for a does not touch, so each of them can
//     go on in the same states as before, but for states that are repeated, and those in which the thread
//     itself could go on differ finitely often for each time that it steps. So it is fair if it was, weakly
//     or strongly, and a thread waits for ever in it if it did.
//   - If it has not, then a can be put before it. With fairness that is only so if the process ends, since
//     nothing disables a; then all that comes after is the last state.
//
// Doing so again and again leads along states of the graph. As each cycle has one with all steps, what comes
// next of the execution that was given comes in the end. A component of the graph stands for executions of
// the program in any case, and what threads can do in a state is noted for all of them, so fairness is what
// it was.
//
// A cycle has such a state, as a alone is made only if all states that it leads to are new: the last one of a
// cycle to be expanded leads to one that was there. Nor is it if the step has ends, in which values are lost:
// then others could have gone on with them.

// moves makes the steps of the threads of a node: of all that can go on, or of one alone if that is enough.
// step makes those of a thread, and reports whether no path ended in it; alone tells which commute.
func (x *explorer) moves(at int32, turns []multistate.Turn, step, alone func(i int) (bool, error)) error {
	made := -1 // a thread whose steps were made already
	for i, turn := range turns {
		if turn != multistate.Runs || x.cfg.NoIndependence {
			continue
		}
		if ok, err := alone(i); err != nil || !ok {
			if err != nil {
				return err
			}
			continue
		}
		before, from := len(x.nodes), len(x.nodes[at].edges)
		whole, err := step(i)
		if err != nil {
			return err
		}
		if whole && x.fresh(x.nodes[at].edges[from:], before) {
			x.alone++
			return nil
		}
		made = i
		break
	}
	for i, turn := range turns {
		switch turn {
		case multistate.Runs, multistate.Unsure:
			if i == made {
				continue
			}
			if _, err := step(i); err != nil {
				return err
			}
		case multistate.Exits:
			x.exit(at, i)
		}
	}
	x.stutter(at, turns)
	return nil
}

// fresh reports whether edges lead to nodes that are new, and there is one.
func (x *explorer) fresh(edges []edge, before int) bool {
	for _, e := range edges {
		if int(e.to) < before {
			return false
		}
	}
	return len(edges) > 0
}
