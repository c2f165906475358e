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
}

// unknownWriters are those that write at unknown addresses in a region, or
// anywhere.
type unknownWriters struct {
	region map[uint64][]writer
	all    []writer
}

// writer is a thread and the last node of its chain that writes.
type writer struct {
	thread int
	index  int
}

func newWriters(g *events.Graph, a *shapes) *writers {
	w := &writers{g: g, order: newOrder(g), byKey: map[string]int{}, bucket: map[uint64][]writer{},
		other: unknownWriters{region: map[uint64][]writer{}}, life: unknownWriters{region: map[uint64][]writer{}}}
	for _, t := range g.Threads {
		if !t.Idle {
			w.byKey[t.Key] = t.ID
		}
	}
	add := func(list []writer, ev *events.Event) []writer {
		index := g.Nodes[ev.Node].Index
		for i := range list {
			if list[i].thread == ev.Thread {
				list[i].index = max(list[i].index, index)
				return list
			}
		}
		return append(list, writer{ev.Thread, index})
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
	return w
}

// exclusive implements events.Options.Exclusive from what is in the graph.
func (w *writers) exclusive(key string, addr uint64, size int) bool {
	t, ok := w.byKey[key]
	if !ok {
		return false
	}
	start := w.order.startClock(t)
	only := func(list []writer) bool {
		for _, x := range list {
			if x.thread != t && int32(x.index) >= start[w.order.slot[x.thread]] {
				return false
			}
		}
		return true
	}
	u := &w.other
	if w.g.IsLife(addr) {
		u = &w.life
	}
	if !only(u.all) || !only(u.region[w.g.Program.RegionOf(addr)]) {
		return false
	}
	for b := addr / events.ExclusiveWord; b <= (addr+uint64(size)-1)/events.ExclusiveWord; b++ {
		if !only(w.bucket[b]) {
			return false
		}
	}
	return true
}

// maxPasses bounds how often a program is unrolled for one bound.
const maxPasses = 4

// unroll builds the event graph, several times: what is found out about the
// writers in one graph resolves loads in the next, which resolves addresses,
// which leaves fewer possible writers. A claim that a graph relies on is checked
// in that graph itself. That suffices: up to the first write that breaks a
// claim all loads were resolved rightly, so the graph has that write.
func unroll(ctx context.Context, plan *events.Plan, opts events.Options) (*events.Graph, *shapes, error) {
	g, err := events.Unroll(ctx, plan, opts)
	if err != nil {
		return nil, nil, err
	}
	stop := func() bool { return ctx.Err() != nil }
	a := newShapes(g)
	a.run(stop)
	w := newWriters(g, a)
	var before *writers
	for pass := 1; pass < maxPasses && ctx.Err() == nil && w.news(before); pass++ {
		opts.Exclusive = w.exclusive
		next, err := events.Unroll(ctx, plan, opts)
		if err != nil {
			return nil, nil, err
		}
		b := newShapes(next)
		b.run(stop)
		check := newWriters(next, b)
		for _, use := range next.Uses {
			if !check.exclusive(use.Thread, use.Addr, use.Size) {
				return g, a, nil
			}
		}
		g, a, before, w = next, b, w, check
	}
	return g, a, ctx.Err()
}

// news reports whether there is a claim that was not made before and that can
// change the graph: about a place that is read, or about one that is written
// while it matters whether iterations of loops change anything.
func (w *writers) news(before *writers) bool {
	loops := false
	for _, goal := range w.g.Goals {
		loops = loops || goal.Kind == events.BoundGoal
	}
	for _, ev := range w.g.Events {
		if ev.Write && !loops {
			continue
		}
		c, ok := w.g.Terms.ConstUint64(ev.Addr)
		if !ok {
			continue
		}
		key := w.g.Threads[ev.Thread].Key
		if w.exclusive(key, c, ev.Size) && (before == nil || !before.exclusive(key, c, ev.Size)) {
			return true
		}
	}
	return false
}
