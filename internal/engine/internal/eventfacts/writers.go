package eventfacts

import (
	"whittle.dev/internal/engine/internal/events"
)

// Writers knows which threads write where in a graph, and which locks they hold. It makes claims: that a
// place is written by one thread only, or only under a lock. They answer the questions of events.Options, so
// that the graph of the next unrolling is smaller: a load from such a place needs no event.
type Writers struct {
	g      *events.Graph
	order  *HappensBefore
	byKey  map[string]int
	bucket map[uint64][]writer // constant addresses, by words
	// Unknown addresses: ordinary places, and the life bytes of objects.
	other, life unknownWriters
	locks       map[lock]*lockInfo
	seen        map[lock]bool // see findSeen
}

// Claims says which claims may be made, besides those about places that one thread writes.
type Claims struct {
	Guarded  bool // see events.Options.Guarded
	Distinct bool // see events.Options.Distinct
	Unseen   bool // see events.Options.Unseen
}

// Options returns options of an unrolling that relies on what w knows.
func (w *Writers) Options(opts events.Options, c Claims) events.Options {
	opts.Exclusive = w.exclusive
	if c.Guarded {
		opts.Guarded = w.guarded
	}
	if c.Distinct {
		opts.Distinct = w.distinct
	}
	if c.Unseen {
		opts.Unseen = w.unseen
	}
	return opts
}

// unknownWriters are those that write at unknown addresses in a region, or anywhere.
type unknownWriters struct {
	region map[uint64][]writer
	all    []writer
}

// writer is a thread, the locks that it holds while it writes, and the last
// node of its chain in which it does.
type writer struct {
	thread int
	index  int
	held   []events.Hold
}

// NewWriters finds the writers of a graph.
func NewWriters(g *events.Graph, order *HappensBefore, a *PointsTo) *Writers {
	w := &Writers{g: g, order: order, byKey: map[string]int{}, bucket: map[uint64][]writer{},
		other: unknownWriters{region: map[uint64][]writer{}},
		life:  unknownWriters{region: map[uint64][]writer{}}}
	for _, t := range g.Threads {
		if !t.Idle {
			w.byKey[t.Key] = t.ID
		}
	}
	add := func(list []writer, ev *events.Event) []writer {
		index := g.Nodes[ev.Node].Index
		for i := range list {
			if list[i].thread == ev.Thread && sameLocks(list[i].held, ev.Held) {
				list[i].index = max(list[i].index, index)
				return list
			}
		}
		return append(list, writer{ev.Thread, index, ev.Held})
	}
	for _, ev := range g.Events {
		if !ev.Write {
			continue
		}
		if c, ok := g.Terms.ConstUint64(ev.Addr); ok {
			for b := c / events.ExclusiveWord; b <= (c+uint64(ev.Size)-1)/events.ExclusiveWord; b++ {
				w.bucket[b] = add(w.bucket[b], ev)
			}
			continue
		}
		at := a.of(ev.Addr)
		u := &w.other
		if ev.Life {
			u = &w.life
		}
		if a.anywhere(at) {
			u.all = add(u.all, ev)
			continue
		}
		for _, r := range at.regions {
			u.region[r] = add(u.region[r], ev)
		}
	}
	w.findLocks()
	w.findSeen(a)
	return w
}

// at visits the writers that may write any of size bytes at addr until visit returns false, and reports
// whether it never did. known: they write at constant addresses.
func (w *Writers) at(addr uint64, size int, visit func(x writer, known bool) bool) bool {
	all := func(list []writer, known bool) bool {
		for _, x := range list {
			if !visit(x, known) {
				return false
			}
		}
		return true
	}
	u := &w.other
	if w.g.IsLife(addr) {
		u = &w.life
	}
	if !all(u.all, false) || !all(u.region[w.g.Program.RegionOf(addr)], false) {
		return false
	}
	for b := addr / events.ExclusiveWord; b <= (addr+uint64(size)-1)/events.ExclusiveWord; b++ {
		if !all(w.bucket[b], true) {
			return false
		}
	}
	return true
}

// exclusive implements events.Options.Exclusive from what is in the graph.
func (w *Writers) exclusive(key string, addr uint64, size int) bool {
	t, ok := w.byKey[key]
	if !ok {
		return false
	}
	return w.at(addr, size, func(x writer, _ bool) bool {
		return x.thread == t || w.order.started(x.thread, x.index, t)
	})
}

// Confirms reports whether the claims that a graph relies on hold in it. w is of that graph. This suffices:
// up to the first write that breaks a claim all loads were resolved rightly, so the graph has that write.
func (w *Writers) Confirms(g *events.Graph) bool {
	for _, use := range g.Uses {
		if !w.exclusive(use.Thread, use.Addr, use.Size) {
			return false
		}
	}
	for _, use := range g.Guarded {
		if !w.guarded(use) {
			return false
		}
	}
	for _, use := range g.Unseen {
		if !w.unseen(use.Addr, use.Size) {
			return false
		}
	}
	for _, use := range g.Distinct {
		if !w.distinct(use) {
			return false
		}
	}
	return true
}

// News reports whether there is a claim that was not made before and that can
// change the graph: about a place that is read, or about one that is written
// while it matters whether iterations of loops change anything. before is nil where no claims were made.
func (w *Writers) News(before *Writers, c Claims) bool {
	loops := false
	again := repeats{}
	for _, goal := range w.g.Goals {
		loops = loops || goal.Kind == events.BoundGoal
	}
	if loops && c.Unseen && w.newlyUnseen(before) {
		return true
	}
	for _, ev := range w.g.Events {
		if c.Guarded && w.newlyGuarded(before, ev, again) {
			return true
		}
		if ev.Write && !loops {
			continue
		}
		addr, ok := w.g.Terms.ConstUint64(ev.Addr)
		if !ok {
			continue
		}
		key := w.g.Threads[ev.Thread].Key
		if !w.exclusive(key, addr, ev.Size) {
			continue
		}
		if before == nil || !before.exclusive(key, addr, ev.Size) {
			return true
		}
		use := events.Use{Thread: key, Addr: addr, Size: ev.Size}
		if c.Distinct && !before.distinct(use) && w.distinct(use) {
			return true
		}
	}
	return false
}
