package eventfacts

import (
	"maps"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// A data race is a pair of accesses of different threads that conflict (they share a byte, one of them
// writes, and not both are atomic) and that some execution makes next to each other. With sequential
// consistency that is the same as: in some state both are the next step of their threads.
//
// Which accesses need not be events. The loads that the unrolling resolves are in no race with a write of the
// graph: either no other thread runs yet, no other thread has the address of the object, or the place was
// shown to be written by no other thread after this one has started (so that what wrote it is ordered
// before); or the load is in an atomic section after another access of that section to the same place, which
// is in the same races. A loop iteration that spin reduction drops has its accesses in the graph once: an
// execution that goes through several iterations without effect exists without all but the last. Accesses by
// threads that do not run yet are beyond a bound.

// RacePair is a pair of accesses that may race. First is plain and outside of
// atomic sections if Second is inside one; otherwise one of them is plain.
type RacePair struct {
	First, Second *events.Event
	Overlap       term.Term // the two share a byte
	// Disputed is set when whether the plain accesses of the pair are atomic is
	// disputed: that is neither reported as a race nor left out of a proof.
	Disputed bool
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

// maxRacePairs bounds the pairs of one graph.
const maxRacePairs = 200_000

// racers are the accesses of one thread to one group of cells.
type racers struct {
	all   []*events.Event
	other []*events.Event            // at unknown addresses
	words map[uint64][]*events.Event // at known addresses, by the words that they touch
}

// raceFinder looks for pairs of accesses that may race.
type raceFinder struct {
	g       *events.Graph
	cells   *Cells
	order   *HappensBefore
	writers *Writers // nil: what threads hold does not keep accesses apart
}

// raceWord is the size in bytes of the words of racers.
const raceWord = 8

// Races lists the pairs of accesses that may race, without those that cannot share a byte, those that program
// order, thread creation and joins keep apart, and, unless writers is nil, those that a lock does. What the
// front end keeps books in races with nothing: no address of the program leads there.
func Races(g *events.Graph, cells *Cells, order *HappensBefore, writers *Writers,
	meter *Meter) ([]RacePair, error) {
	f := &raceFinder{g: g, cells: cells, order: order, writers: writers}
	groups := make([]map[int]*racers, len(cells.writes)) // by thread
	for i, ev := range g.Events {
		if ev.Life || keepsBooks(g, ev) {
			continue
		}
		ac := &cells.access[i]
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
	var out []RacePair
	for _, group := range groups {
		threads := slices.Sorted(maps.Keys(group))
		for i, s := range threads {
			for _, t := range threads[i+1:] {
				for _, a := range group[s].all {
					for _, list := range f.opponents(a, group[t]) {
						if err := meter.Tick(1 + len(list)); err != nil {
							return nil, err
						}
						for _, b := range list {
							if p, ok := f.pair(a, b); ok {
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

// keepsBooks reports whether an access is one of the front end's own, to an object of its own.
func keepsBooks(g *events.Graph, ev *events.Event) bool {
	at, ok := g.Terms.ConstUint64(ev.Addr)
	if !ok {
		return false
	}
	o := g.StaticObject(g.Program.RegionOf(at))
	return o != nil && o.Made
}

// opponents lists the accesses of another thread that may be to a byte of a.
func (f *raceFinder) opponents(a *events.Event, r *racers) [][]*events.Event {
	ac := &f.cells.access[a.ID]
	if !ac.fixed {
		return [][]*events.Event{r.all}
	}
	first, last := ac.konst/raceWord, (ac.konst+uint64(a.Size)-1)/raceWord
	lists := [][]*events.Event{r.words[first], r.other}
	for w := first + 1; w <= last; w++ {
		var more []*events.Event // without those that were in the word before
		for _, b := range r.words[w] {
			if f.cells.access[b.ID].konst/raceWord == w {
				more = append(more, b)
			}
		}
		lists = append(lists, more)
	}
	return lists
}

// pair makes the pair of two accesses of different threads, if they may race.
func (f *raceFinder) pair(a, b *events.Event) (p RacePair, ok bool) {
	if !a.Write && !b.Write || !plainAccess(a) && !plainAccess(b) || f.order.Before(a, b) ||
		f.order.Before(b, a) || f.writers.excludes(a, b) || !f.mayOverlap(a, b) {
		return p, false
	}
	p = RacePair{First: a, Second: b, Overlap: f.overlapping(a, b), Disputed: harmless(a) && harmless(b)}
	if a.Section != nil {
		p.First, p.Second = b, a
	}
	return p, !f.g.Terms.IsFalse(p.Overlap)
}

// mayOverlap reports whether the objects that two accesses may be to have one in common.
func (f *raceFinder) mayOverlap(a, b *events.Event) bool {
	x, y := &f.cells.access[a.ID], &f.cells.access[b.ID]
	if x.fixed && y.fixed {
		return true
	}
	p, q := f.object(x), f.object(y)
	return f.cells.points.anywhere(p) || f.cells.points.anywhere(q) || intersect(p.regions, q.regions)
}

// object is what is known of the object of an access.
func (f *raceFinder) object(a *access) Pointer {
	if a.fixed {
		return Pointer{regions: []uint64{a.konst >> f.g.Program.OffsetBits}}
	}
	return a.at
}

// overlapping is the condition that two accesses share a byte.
func (f *raceFinder) overlapping(a, b *events.Event) term.Term {
	s, w := f.g.Terms, f.g.Program.PtrWidth
	return s.Or(
		s.BVUlt(s.BVSub(b.Addr, a.Addr), s.BV(w, uint64(a.Size))),
		s.BVUlt(s.BVSub(a.Addr, b.Addr), s.BV(w, uint64(b.Size))))
}
