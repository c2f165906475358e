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
	b, e, solver := r.bounds, r.e, r.ours
	b.reset()
	if b.one {
		return nil
	}
	var rest []int // goals of which nothing is known
	for i, goal := range e.g.Goals {
		if goal.Kind == events.BoundGoal && !e.values.Dead(goal) {
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
			if e.reaches(i) {
				b.reach(known, e.g.Goals[i])
			}
		}
		rest = slices.DeleteFunc(rest, func(i int) bool {
			return !slices.ContainsFunc(e.g.Goals[i].Bounds, unknown)
		})
		if len(rest) == 0 || asked == maxAgain || left <= 0 {
			break
		}
		solver.LimitConflicts(left)
		reply, err := e.askAgain(rest)
		if err != nil {
			return err
		}
		if err := e.ctx.Err(); err != nil {
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
		b.reach(known, e.g.Goals[i])
	}
	for _, goal := range e.g.Goals {
		for _, id := range goal.Bounds {
			if !known[id] && id.Kind != events.FixedBound {
				known[id] = true
				b.unreached = append(b.unreached, id)
			}
		}
	}
	return nil
}
