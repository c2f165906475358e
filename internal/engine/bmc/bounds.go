package bmc

import (
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/events"
)

// bounds are those of a round, one for each loop, recursion and spawn. All begin at 1. A round whose bounds
// can be reached finds out which of them can; those of which it shows that they cannot stay as they are, and
// the others become twice the greatest of the round. Where loops are of different length, what is unrolled so
// fits the program: one loop of 64 iterations does not make 64 copies of all the others. A bound that was
// left behind and is then reached catches up at once, since rounds are dear: loops that follow each other
// would otherwise be deepened one after the other.
//
// A proof needs that no bound is reached in one and the same graph, so it does not matter for it which bounds
// are chosen. No violation is lost in the end: as long as a bound can be reached it grows, and one that stays
// is not reached by any execution that keeps to all bounds of its round. If such an execution is made
// possible by the growth of others, the bound is found reached then.
type bounds struct {
	one   bool // one bound for all
	max   int  // of any bound; 0: none
	round int  // counted from 0; the greatest bound is 1<<round, if max allows that
	// smaller are the bounds that were left behind; all others are the greatest.
	smaller map[events.BoundID]int

	// Of the last round, if there is not one bound for all: the bounds that were reached, or of which nothing
	// was found out; those that were not reached; and a goal at a bound that was reached and cannot grow.
	reached, unreached []events.BoundID
	fixed              *events.Goal
}

func newBounds(max int, one bool) *bounds {
	return &bounds{one: one, max: max, smaller: map[events.BoundID]int{}}
}

// greatestIn is the greatest bound of a round.
func (b *bounds) greatestIn(round int) int {
	if b.max > 0 {
		return min(1<<round, b.max)
	}
	return 1 << round
}

// greatest is the bound of all that have no smaller one.
func (b *bounds) greatest() int { return b.greatestIn(b.round) }

// of is a bound.
func (b *bounds) of(id events.BoundID) int {
	if n, ok := b.smaller[id]; ok {
		return n
	}
	return b.greatest()
}

// covered is the bound up to which every execution was looked at: the least of those that
// were reached. An execution that keeps to it would have to reach a bound
// of this round first to exceed a smaller one that was not reached.
func (b *bounds) covered() int {
	out := b.greatest()
	for _, id := range b.reached {
		out = min(out, b.of(id))
	}
	return out
}

// maxRound is far more than can be unrolled: where Task.MaxUnwind keeps the bounds
// small there can be many rounds.
const maxRound = 30

// grow makes the bounds of the next round. It returns false, and changes nothing, if none can grow.
func (b *bounds) grow() bool {
	next := b.greatestIn(b.round + 1)
	more := b.one && next > b.greatest()
	for _, id := range b.reached {
		more = more || next > b.of(id)
	}
	if !more {
		return false
	}
	for _, id := range b.unreached {
		b.smaller[id] = b.of(id)
	}
	for _, id := range b.reached {
		delete(b.smaller, id)
	}
	b.round = min(b.round+1, maxRound)
	return true
}

// exhausted is what to say when no bound can grow.
func (b *bounds) exhausted() engine.Result {
	if b.fixed != nil && len(b.reached) == 0 {
		res := engine.Unknown("the bound on the %s can be reached", b.fixed.What)
		res.Pos = b.fixed.Pos
		return res
	}
	return engine.Unknown("the bound %d on loops and recursion was reached", b.max)
}

// reset forgets which bounds were reached.
func (b *bounds) reset() { b.reached, b.unreached, b.fixed = nil, nil, nil }

// reach notes the bounds of a goal that may be reached, but for those that are known to be.
func (b *bounds) reach(known map[events.BoundID]bool, goal *events.Goal) {
	for _, id := range goal.Bounds {
		switch {
		case known[id]:
			continue
		case id.Kind == events.FixedBound:
			b.fixed = goal
		default:
			b.reached = append(b.reached, id)
		}
		known[id] = true
	}
}
