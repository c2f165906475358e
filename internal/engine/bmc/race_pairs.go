package bmc

import (
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
	// volatile is set when both accesses are volatile. C calls that a race,
	// many programs and tasks rely on it as on atomic accesses, so it is
	// neither reported as a race nor left out of a proof.
	volatile bool
}

func isVolatile(ev *events.Event) bool {
	switch op := ev.Edge.Op.(type) {
	case cfa.Load:
		return op.Volatile
	case cfa.Store:
		return op.Volatile
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

// maxRacePairs bounds the pairs of one graph.
const maxRacePairs = 200_000

// racePairs lists the pairs that may race, without those that cannot share a
// byte and those that program order, thread creation and joins keep apart.
func (e *encoder) racePairs() ([]racePair, error) {
	groups := make([][]*events.Event, len(e.groups))
	for i, ev := range e.g.Events {
		if !ev.Life {
			groups[e.cuts.acc[i].group] = append(groups[e.cuts.acc[i].group], ev)
		}
	}
	var out []racePair
	for _, list := range groups {
		for j, b := range list {
			for _, a := range list[:j] {
				if err := e.tick(1); err != nil {
					return nil, err
				}
				if a.Thread == b.Thread || !a.Write && !b.Write || !plainAccess(a) && !plainAccess(b) {
					continue
				}
				if e.before(a, b) || e.before(b, a) || !e.mayOverlap(a, b) {
					continue
				}
				p := racePair{first: a, second: b, overlap: e.overlapping(a, b), volatile: isVolatile(a) && isVolatile(b)}
				if e.s.IsFalse(p.overlap) {
					continue
				}
				if a.Section != nil {
					p.first, p.second = b, a
				}
				if out = append(out, p); len(out) > maxRacePairs {
					return nil, events.ErrTooLarge
				}
			}
		}
	}
	return out, nil
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
