package bmc

import (
	"maps"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// A data race is a pair of accesses of different threads that conflict (they
// share a byte, one of them writes, and not both are atomic) and that some
// execution makes next to each other. With sequential consistency that is the
// same as: in some state both are the next step of their threads.
//
// Which accesses need not be events. The loads that the unrolling resolves are
// in no race with a write of the graph: either no other thread runs yet, no
// other thread has the address of the object, or the place was shown to be
// written by no other thread after this one has started (so that what wrote it
// is ordered before); or the load is in an atomic section behind another access
// of that section to the same place, which is in the same races. A loop iteration
// that spin reduction drops has its accesses in the graph once: an execution
// that goes through several iterations without effect exists without all but
// the last. Accesses by threads that do not run yet are behind a bound.

// racePair is a pair of accesses that may race. first is plain and outside of
// atomic sections if second is inside one; otherwise one of them is plain.
type racePair struct {
	first, second *events.Event
	overlap       term.Term // the two share a byte
	lit           term.Term // true: the two race
	// disputed is set when whether the plain accesses of the pair are atomic is
	// disputed: that is neither reported as a race nor left out of a proof.
	disputed bool
}

// harmless reports whether an access races with none like it if disputed ones do not race.
func harmless(ev *events.Event) bool {
	switch op := ev.Edge.Op.(type) {
	case cfa.Load:
		return op.Disputed || !plainAccess(ev)
	case cfa.Store:
		return op.Disputed || !plainAccess(ev)
	}
	return false
}

// plainAccess reports whether an access is neither atomic nor in a section.
func plainAccess(ev *events.Event) bool {
	if ev.Section != nil {
		return false
	}
	switch op := ev.Edge.Op.(type) {
	case cfa.Load:
		return op.Order == cfa.Plain
	case cfa.Store:
		return op.Order == cfa.Plain
	}
	return false
}

// raceMaxConst is events.Options.MaxConst at the first bound: every access of a
// loop counts here, and races show in the first iterations.
const raceMaxConst = 2_000

// maxRacePairs bounds the pairs of one graph.
const maxRacePairs = 200_000

// racers are the accesses of one thread to one group of cells.
type racers struct {
	all   []*events.Event
	other []*events.Event            // at unknown addresses
	words map[uint64][]*events.Event // at known addresses, by the words that they touch
}

// raceWord is the size in bytes of the words of racers.
const raceWord = 8

// racePairs lists the pairs that may race, without those that cannot share a
// byte and those that program order, thread creation and joins keep apart.
func (e *encoder) racePairs() ([]racePair, error) {
	groups := make([]map[int]*racers, len(e.groups)) // by thread
	for i, ev := range e.g.Events {
		if ev.Life {
			continue
		}
		ac := &e.cuts.acc[i]
		if groups[ac.group] == nil {
			groups[ac.group] = map[int]*racers{}
		}
		r := groups[ac.group][ev.Thread]
		if r == nil {
			r = &racers{words: map[uint64][]*events.Event{}}
			groups[ac.group][ev.Thread] = r
		}
		r.all = append(r.all, ev)
		if !ac.fixed {
			r.other = append(r.other, ev)
			continue
		}
		for w := ac.konst / raceWord; w <= (ac.konst+uint64(ev.Size)-1)/raceWord; w++ {
			r.words[w] = append(r.words[w], ev)
		}
	}
	var out []racePair
	for _, group := range groups {
		threads := slices.Sorted(maps.Keys(group))
		for i, s := range threads {
			for _, t := range threads[i+1:] {
				for _, a := range group[s].all {
					for _, list := range e.opponents(a, group[t]) {
						if err := e.tick(1 + len(list)); err != nil {
							return nil, err
						}
						for _, b := range list {
							if p, ok := e.racePair(a, b); ok {
								out = append(out, p)
							}
						}
						if len(out) > maxRacePairs {
							return nil, events.ErrTooLarge
						}
					}
				}
			}
		}
	}
	return out, nil
}

// opponents lists the accesses of another thread that may be to a byte of a.
func (e *encoder) opponents(a *events.Event, r *racers) [][]*events.Event {
	ac := &e.cuts.acc[a.ID]
	if !ac.fixed {
		return [][]*events.Event{r.all}
	}
	first, last := ac.konst/raceWord, (ac.konst+uint64(a.Size)-1)/raceWord
	lists := [][]*events.Event{r.words[first], r.other}
	for w := first + 1; w <= last; w++ {
		var more []*events.Event // without those that were in the word before
		for _, b := range r.words[w] {
			if e.cuts.acc[b.ID].konst/raceWord == w {
				more = append(more, b)
			}
		}
		lists = append(lists, more)
	}
	return lists
}

// racePair makes the pair of two accesses of different threads, if they may
// race.
func (e *encoder) racePair(a, b *events.Event) (p racePair, ok bool) {
	if !a.Write && !b.Write || !plainAccess(a) && !plainAccess(b) || e.before(a, b) || e.before(b, a) ||
		!e.mayOverlap(a, b) {
		return p, false
	}
	p = racePair{first: a, second: b, overlap: e.overlapping(a, b), disputed: harmless(a) && harmless(b)}
	if a.Section != nil {
		p.first, p.second = b, a
	}
	return p, !e.s.IsFalse(p.overlap)
}

// mayOverlap reports whether the objects that two accesses may be to have one
// in common.
func (e *encoder) mayOverlap(a, b *events.Event) bool {
	x, y := &e.cuts.acc[a.ID], &e.cuts.acc[b.ID]
	if x.fixed && y.fixed {
		return true
	}
	return e.shapeOf(x).meets(e.shapes, e.shapeOf(y))
}

// shapeOf is the shape of the address of an access.
func (e *encoder) shapeOf(a *access) shape {
	if a.fixed {
		return shape{regions: []uint64{a.konst >> e.g.Program.OffsetBits}}
	}
	return a.at
}

// meets reports whether two addresses may point into one object.
func (a shape) meets(all *shapes, b shape) bool {
	if all.anywhere(a) || all.anywhere(b) {
		return true
	}
	for _, r := range a.regions {
		if _, ok := slices.BinarySearch(b.regions, r); ok {
			return true
		}
	}
	return false
}

// overlapping is the condition that two accesses share a byte.
func (e *encoder) overlapping(a, b *events.Event) term.Term {
	w := e.g.Program.PtrWidth
	return e.s.Or(
		e.s.BVUlt(e.s.BVSub(b.Addr, a.Addr), e.s.BV(w, uint64(a.Size))),
		e.s.BVUlt(e.s.BVSub(a.Addr, b.Addr), e.s.BV(w, uint64(b.Size))))
}
