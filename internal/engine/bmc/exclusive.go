package bmc

import (
	"context"

	"whittle.dev/internal/engine/internal/events"
)

// writers knows which threads write where in a graph, to answer whether a place
// is written by one thread only. Loads from such places need no event.
type writers struct {
	g      *events.Graph
	order  *order
	byKey  map[string]int
	bucket map[uint64][]writer // constant addresses, by words
	// Unknown addresses: ordinary places, and the life bytes of objects.
	other, life unknownWriters
	locks       map[lock]*lockInfo
	seen        map[lock]bool // see findSeen
}

// unknownWriters are those that write at unknown addresses in a region, or
// anywhere.
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

func newWriters(g *events.Graph, a *shapes) *writers {
	w := &writers{g: g, order: newOrder(g), byKey: map[string]int{}, bucket: map[uint64][]writer{},
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

// at visits the writers that may write any of size bytes at addr until visit
// returns false, and reports whether it never did. known: they write at
// constant addresses.
func (w *writers) at(addr uint64, size int, visit func(x writer, known bool) bool) bool {
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
func (w *writers) exclusive(key string, addr uint64, size int) bool {
	t, ok := w.byKey[key]
	if !ok {
		return false
	}
	start := w.order.startClock(t)
	return w.at(addr, size, func(x writer, _ bool) bool {
		return x.thread == t || int32(x.index) < start[w.order.slot[x.thread]]
	})
}

// maxPasses bounds how often a program is unrolled for one bound.
const maxPasses = 4

// unroll builds the event graph, several times: what is found out about the
// writers in one graph resolves loads in the next, which resolves addresses,
// which leaves fewer possible writers. A claim that a graph relies on is checked
// in that graph itself. That suffices: up to the first write that breaks a
// claim all loads were resolved rightly, so the graph has that write.
func unroll(ctx context.Context, plan *events.Plan, opts events.Options, cfg *Config) (*events.Graph, *shapes,
	error) {
	g, err := events.Unroll(ctx, plan, opts)
	if err != nil {
		return nil, nil, err
	}
	tellEvents(opts, g)
	stop := func() bool { return ctx.Err() != nil }
	a := newShapes(g, cfg)
	a.run(stop)
	if err := ctx.Err(); err != nil {
		return nil, nil, err // the shapes may be unfinished
	}
	w := newWriters(g, a)
	var before *writers
	for pass := 1; pass < maxPasses && ctx.Err() == nil && w.news(before, cfg); pass++ {
		opts.Exclusive = w.exclusive
		if !cfg.NoLockedReads {
			opts.Guarded = w.guarded
		}
		if !cfg.NoDistinctStores {
			opts.Distinct = w.distinct
		}
		if !cfg.NoRetakes {
			opts.Unseen = w.unseen
		}
		next, err := events.Unroll(ctx, plan, opts)
		if err != nil {
			return nil, nil, err
		}
		tellEvents(opts, next)
		b := newShapes(next, cfg)
		b.run(stop)
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		check := newWriters(next, b)
		if !check.confirm(next) {
			return g, a, nil
		}
		g, a, before, w = next, b, w, check
	}
	return g, a, ctx.Err()
}

// confirm checks the claims that a graph relies on.
func (w *writers) confirm(g *events.Graph) bool {
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
	if !w.confirmUnseen(g) {
		return false
	}
	for _, use := range g.Distinct {
		if !w.distinct(use) {
			return false
		}
	}
	return true
}

// news reports whether there is a claim that was not made before and that can
// change the graph: about a place that is read, or about one that is written
// while it matters whether iterations of loops change anything.
func (w *writers) news(before *writers, cfg *Config) bool {
	loops := false
	again := repeats{}
	for _, goal := range w.g.Goals {
		loops = loops || goal.Kind == events.BoundGoal
	}
	if loops && !cfg.NoRetakes && w.newlyUnseen(before) {
		return true
	}
	for _, ev := range w.g.Events {
		if !cfg.NoLockedReads && w.newlyGuarded(before, ev, again) {
			return true
		}
		if ev.Write && !loops {
			continue
		}
		c, ok := w.g.Terms.ConstUint64(ev.Addr)
		if !ok {
			continue
		}
		key := w.g.Threads[ev.Thread].Key
		if !w.exclusive(key, c, ev.Size) {
			continue
		}
		if before == nil || !before.exclusive(key, c, ev.Size) {
			return true
		}
		use := events.Use{Thread: key, Addr: c, Size: ev.Size}
		if !cfg.NoDistinctStores && !before.distinct(use) && w.distinct(use) {
			return true
		}
	}
	return false
}
