package bmc

import (
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/smt"
)

// bounds are those of a round, one for each loop, recursion and spawn. A round
// whose bounds can be reached tells which of them; these are doubled for the next
// round, and the others stay. Where loops are of different length, what is
// unrolled so fits the program: one loop of 64 iterations does not
// make 64 copies of all the others.
//
// A proof needs that no bound is reached in one and the same graph, so it does not
// matter for it which bounds are chosen. No violation is lost in the end: as long
// as a bound can be reached some bound grows, and one that stays is not
// reached by any execution that keeps to all bounds of its round. If such an
// execution is made possible by the growth of others, the bound is found
// reached then.
type bounds struct {
	one  bool // one bound for all
	most int  // the last bound of all; 0: none
	pace int  // doubled in each round: what one bound for all would be
	of   map[events.Limit]int

	// Of the last round: the limits that were reached, or for which it was not
	// found out that they are not; and those of them that can grow.
	reached, open []events.Limit
	fixed         *events.Goal // one that no bound moves, if there is one
}

// maxPace bounds what options that are made from the pace may become.
const maxPace = 1 << 20

func newBounds(most int, one bool) *bounds {
	return &bounds{one: one, most: most, pace: 1, of: map[events.Limit]int{}}
}

// cap keeps a bound within the last one.
func (b *bounds) cap(n int) int {
	if b.most > 0 {
		return min(n, b.most)
	}
	return n
}

// base is the bound of a limit that has not been reached yet.
func (b *bounds) base() int {
	if b.one {
		return b.cap(b.pace)
	}
	return 1
}

func (b *bounds) bound(l events.Limit) int {
	if n, ok := b.of[l]; ok {
		return n
	}
	return b.base()
}

// greatest is the greatest bound of loops and recursions.
func (b *bounds) greatest() int {
	out := b.base()
	for l, n := range b.of {
		if l.Kind != events.ThreadLimit {
			out = max(out, n)
		}
	}
	return out
}

// threads is the greatest bound of spawns.
func (b *bounds) threads() int {
	out := b.base()
	for l, n := range b.of {
		if l.Kind == events.ThreadLimit {
			out = max(out, n)
		}
	}
	return out
}

// shown is the bound up to which every execution was looked at: the least of those that
// were reached. An execution that keeps to it would have to reach a bound
// of this round first to exceed a smaller one that was not reached.
func (b *bounds) shown() int {
	out := 0
	for _, l := range b.reached {
		if n := b.bound(l); l.Kind != events.FixedLimit && (out == 0 || n < out) {
			out = n
		}
	}
	if out == 0 {
		return b.greatest()
	}
	return out
}

// grow makes the bounds of the next round. It returns false and what to say if
// none can grow.
func (b *bounds) grow() (engine.Result, bool) {
	more := false
	if b.one {
		more = b.most == 0 || b.pace < b.most
	}
	for _, l := range b.open {
		n := b.bound(l)
		b.of[l] = b.cap(2 * n)
		more = more || b.of[l] > n
	}
	b.pace = min(2*b.pace, maxPace)
	if more {
		return engine.Result{}, true
	}
	if len(b.open) == 0 && b.fixed != nil {
		res := engine.Unknown("the bound on the %s can be reached", b.fixed.What)
		res.Pos = b.fixed.Pos
		return res, false
	}
	return engine.Unknown("the bound %d on loops and recursion was reached", b.most), false
}

const (
	// maxAgain bounds how often it is asked in a round which further bounds are
	// reached, and againConflicts the effort of each question. Beyond
	// that all bounds count as reached of which nothing is known.
	maxAgain       = 4
	againConflicts = 1000
)

// find finds out which bounds are reached. The last answer was that some are;
// limit bounds the conflicts of the next question, 0 lifts it.
func (b *bounds) find(e *encoder, limit func(int64)) error {
	b.reached, b.open, b.fixed = nil, nil, nil
	if b.one {
		return nil
	}
	var rest []int
	for i, goal := range e.g.Goals {
		if goal.Kind == events.BoundGoal && !e.dead(i) {
			rest = append(rest, i)
		}
	}
	found := map[events.Limit]bool{}
	for asked := 0; ; asked++ {
		for _, i := range rest {
			if e.reaches(i) {
				b.add(found, e.g.Goals[i])
			}
		}
		rest = unfound(found, e.g.Goals, rest)
		if len(rest) == 0 {
			return nil
		}
		if asked == maxAgain {
			break
		}
		limit(againConflicts)
		r, err := e.askAgain(rest)
		limit(0)
		if err != nil {
			return err
		}
		if r.Status == smt.Unsat {
			return nil
		}
		if r.Status == smt.Unknown {
			if err := e.ctx.Err(); err != nil {
				return err
			}
			break
		}
	}
	for _, i := range rest {
		b.add(found, e.g.Goals[i])
	}
	return nil
}

// add notes the limits of a goal that may be reached.
func (b *bounds) add(found map[events.Limit]bool, goal *events.Goal) {
	for _, l := range goal.Limits {
		if found[l] {
			continue
		}
		found[l] = true
		b.reached = append(b.reached, l)
		if l.Kind == events.FixedLimit {
			b.fixed = goal
			continue
		}
		b.open = append(b.open, l)
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
