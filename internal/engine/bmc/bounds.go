package bmc

import (
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
)

// bounds are those of a round, one for each loop, recursion and spawn. All begin
// at 1. A round whose bounds can be reached finds out which of them can; those
// of which it shows that they cannot stay as they are, and the others become twice
// the greatest of the round. Where loops are of different length, what is unrolled so
// fits the program: one loop of 64 iterations does not make 64 copies of all the
// others. A bound that was left behind and is then reached catches up
// at once, since rounds are dear: loops that are behind each other would else be
// deepened one after the other.
//
// A proof needs that no bound is reached in one and the same graph, so it does not
// matter for it which bounds are chosen. No violation is lost in the end: as long
// as a bound can be reached it grows, and one that stays is not
// reached by any execution that keeps to all bounds of its round. If such an
// execution is made possible by the growth of others, the bound is found
// reached then.
type bounds struct {
	one  bool // one bound for all
	most int  // the last bound of all; 0: none
	pace int  // doubled in each round
	// held are the bounds that were left behind; all others are base.
	held map[events.Limit]int

	// Of the last round, if there is not one bound for all: the limits that were
	// reached, or of which nothing was found out; those that were not reached; and a goal
	// that was and that no bound moves.
	reached, unreached []events.Limit
	fixed              *events.Goal
}

func newBounds(most int, one bool) *bounds {
	return &bounds{one: one, most: most, pace: 1, held: map[events.Limit]int{}}
}

// cap keeps a bound within the last one.
func (b *bounds) cap(n int) int {
	if b.most > 0 {
		return min(n, b.most)
	}
	return n
}

// base is the bound of all that are not held, and the greatest.
func (b *bounds) base() int { return b.cap(b.pace) }

func (b *bounds) bound(l events.Limit) int {
	if n, ok := b.held[l]; ok {
		return n
	}
	return b.base()
}

// shown is the bound up to which every execution was looked at: the least of those that
// were reached. An execution that keeps to it would have to reach a bound
// of this round first to exceed a smaller one that was not reached.
func (b *bounds) shown() int {
	out := b.base()
	for _, l := range b.reached {
		out = min(out, b.bound(l))
	}
	return out
}

// grow makes the bounds of the next round. It returns false and what to say if
// none can grow.
func (b *bounds) grow() (engine.Result, bool) {
	before := b.base()
	more := b.one && b.cap(2*b.pace) > before
	for _, l := range b.reached {
		more = more || b.cap(2*b.pace) > b.bound(l)
	}
	if !more && b.fixed != nil && len(b.reached) == 0 {
		res := engine.Unknown("the bound on the %s can be reached", b.fixed.What)
		res.Pos = b.fixed.Pos
		return res, false
	}
	if !more {
		return engine.Unknown("the bound %d on loops and recursion was reached", b.most), false
	}
	for _, l := range b.unreached {
		b.held[l] = b.bound(l)
	}
	for _, l := range b.reached {
		delete(b.held, l)
	}
	b.pace = min(2*b.pace, maxPace)
	return engine.Result{}, true
}

// maxPace is far more than can be unrolled: where Task.MaxUnwind keeps the bounds
// small there can be many rounds.
const maxPace = 1 << 30

const (
	// maxAgain bounds how often it is asked in a round which further bounds are
	// reached. Beyond that all bounds count as reached of which nothing is known.
	maxAgain = 4
	// againConflicts bounds the effort of these questions together, and so does this
	// part of what was spent on the round before.
	againConflicts = 200
	againPart      = 4
)

// find finds out which bounds are reached. The last answer was that some are. The
// solver is that of the encoder, without what may be around it.
func (b *bounds) find(e *encoder, solver *native.Solver) error {
	b.reached, b.unreached, b.fixed = nil, nil, nil
	if b.one {
		return nil
	}
	var rest []int
	for i, goal := range e.g.Goals {
		if goal.Kind == events.BoundGoal && !e.values.Dead(e.g.Goals[i]) {
			rest = append(rest, i)
		}
	}
	found := map[events.Limit]bool{}
	defer solver.LimitConflicts(0)
	start := conflicts(solver)
	left := againConflicts + start/againPart
	for asked := 0; ; asked++ {
		for _, i := range rest {
			if e.reaches(i) {
				b.add(found, e.g.Goals[i])
			}
		}
		if rest = unfound(found, e.g.Goals, rest); len(rest) == 0 || asked == maxAgain || left <= 0 {
			break
		}
		solver.LimitConflicts(left)
		r, err := e.askAgain(rest)
		if err != nil {
			return err
		}
		if err := e.ctx.Err(); err != nil {
			return err
		}
		left, start = left-(conflicts(solver)-start), conflicts(solver)
		if r.Status == smt.Unsat {
			rest = nil
		}
		if r.Status != smt.Sat {
			break
		}
	}
	for _, i := range rest {
		b.add(found, e.g.Goals[i])
	}
	for _, goal := range e.g.Goals {
		for _, l := range goal.Limits {
			if !found[l] && l.Kind != events.FixedLimit {
				found[l] = true
				b.unreached = append(b.unreached, l)
			}
		}
	}
	return nil
}

// add notes the limits of a goal that may be reached.
func (b *bounds) add(found map[events.Limit]bool, goal *events.Goal) {
	for _, l := range goal.Limits {
		switch {
		case found[l]:
			continue
		case l.Kind == events.FixedLimit:
			b.fixed = goal
		default:
			b.reached = append(b.reached, l)
		}
		found[l] = true
	}
}

// unfound keeps the goals that have a limit which was not found.
func unfound(found map[events.Limit]bool, goals []*events.Goal, list []int) []int {
	var out []int
	for _, i := range list {
		for _, l := range goals[i].Limits {
			if !found[l] {
				out = append(out, i)
				break
			}
		}
	}
	return out
}

// conflicts is how many conflicts a solver had so far.
func conflicts(s smt.Statser) int64 {
	for _, x := range s.Stats() {
		if x.Name == "conflicts" {
			return x.Value
		}
	}
	return 0
}
