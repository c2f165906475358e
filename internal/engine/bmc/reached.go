package bmc

import (
	"slices"

	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/smt"
)

const (
	// maxAgain bounds how often it is asked in a round which further bounds are
	// reached. Beyond that all bounds count as reached of which nothing is known.
	maxAgain = 4
	// againConflicts bounds the effort of these questions together, and so does this
	// part of what was spent on the round before.
	againConflicts = 200
	againPart      = 4
)

// findReached finds out which bounds are reached. The last reply of the solver was that some are.
func (r *round) findReached() error {
	b, e, solver, goals := r.bounds, r.e, r.ours, r.known.Graph.Goals
	b.reset()
	if b.one {
		return nil
	}
	var rest []int // goals of which nothing is known
	for i, goal := range goals {
		if goal.Kind == events.BoundGoal && !r.known.Values.Dead(goal) {
			rest = append(rest, i)
		}
	}
	known := map[events.BoundID]bool{}
	unknown := func(id events.BoundID) bool { return !known[id] }
	defer solver.LimitConflicts(0)
	start := solver.Conflicts()
	left := againConflicts + start/againPart
	for asked := 0; ; asked++ {
		for _, i := range rest {
			if e.Reaches(i) {
				b.reach(known, goals[i])
			}
		}
		rest = slices.DeleteFunc(rest, func(i int) bool {
			return !slices.ContainsFunc(goals[i].Bounds, unknown)
		})
		if len(rest) == 0 || asked == maxAgain || left <= 0 {
			break
		}
		solver.LimitConflicts(left)
		reply, err := e.AskAgain(rest)
		if err != nil {
			return err
		}
		if err := r.ctx.Err(); err != nil {
			return err
		}
		left, start = left-(solver.Conflicts()-start), solver.Conflicts()
		if reply.Status == smt.Unsat {
			rest = nil
		}
		if reply.Status != smt.Sat {
			break
		}
	}
	for _, i := range rest {
		b.reach(known, goals[i])
	}
	for _, goal := range goals {
		for _, id := range goal.Bounds {
			if !known[id] && id.Kind != events.FixedBound {
				known[id] = true
				b.unreached = append(b.unreached, id)
			}
		}
	}
	return nil
}
