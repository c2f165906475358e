package eventfacts

import (
	"slices"

	"whittle.dev/internal/engine/internal/events"
)

// lock is a lock word: see events.Hold.
type lock struct {
	addr uint64
	size int
}

// lockInfo is what a graph tells about a lock.
type lockInfo struct {
	first map[int]int // by thread: the index of the first node that takes it
	// exclusive: only one thread holds it at a time.
	exclusive bool
}

// sameLocks reports whether two lists name the same locks.
func sameLocks(a, b []events.Hold) bool {
	return slices.EqualFunc(a, b, func(x, y events.Hold) bool { return lockOf(x) == lockOf(y) })
}

// holds reports whether a writer holds a lock.
func (x writer) holds(l lock) bool {
	return slices.ContainsFunc(x.held, func(h events.Hold) bool { return lockOf(h) == l })
}

// lockOf is the lock that is held.
func lockOf(h events.Hold) lock { return lock{h.Addr, h.Size} }

// exclusiveLock reports whether only one thread holds a lock at a time.
func (w *Writers) exclusiveLock(l lock) bool {
	in := w.locks[l]
	return in != nil && in.exclusive
}

// excludes reports whether two events of different threads are never both the next ones of their threads,
// since both threads hold a lock then that one at a time holds. An event that takes a lock counts as one of
// its holder. That is right although its thread does not hold the lock before: while another thread holds it,
// the section of the event does not come further than to the read that finds the lock word zero. That read
// is not the holder's, so whoever writes the word beside it is found out.
func (w *Writers) excludes(a, b *events.Event) bool {
	return w != nil && slices.ContainsFunc(a.Held, func(h events.Hold) bool {
		return b.Holds(h.Addr, h.Size) && w.exclusiveLock(lockOf(h))
	})
}

// findLocks finds the words that are used as locks, and which of them only one thread holds at a time: every
// write to the word takes the lock, is by its holder, or is before all that take it; and those at unknown
// addresses that may be to the word are before all that take it.
func (w *Writers) findLocks() {
	w.locks = map[lock]*lockInfo{}
	for _, ev := range w.g.Events {
		if !ev.Takes {
			continue
		}
		c, _ := w.g.Terms.ConstUint64(ev.Addr)
		l := lock{c, ev.Size}
		in := w.locks[l]
		if in == nil {
			in = &lockInfo{first: map[int]int{}}
			w.locks[l] = in
		}
		if _, ok := in.first[ev.Thread]; !ok {
			in.first[ev.Thread] = w.g.Nodes[ev.Node].Index
		}
	}
	for l, in := range w.locks {
		in.exclusive = w.at(l.addr, l.size, func(x writer, known bool) bool {
			if known && x.holds(l) {
				return true
			}
			for t, first := range in.first {
				before := w.order.started(x.thread, x.index, t)
				if x.thread == t {
					before = x.index < first
				}
				if !before {
					return false
				}
			}
			return true
		})
	}
}

// guarded implements events.Options.Guarded from what is in the graph: each
// writer that the thread does not know to be done holds the lock.
func (w *Writers) guarded(use events.GuardedUse) bool {
	l := lock{use.Lock, use.LockSize}
	t, ok := w.byKey[use.Thread]
	if !ok || !w.exclusiveLock(l) {
		return false
	}
	return w.at(use.Addr, use.Size, func(x writer, _ bool) bool {
		return x.thread == t || x.holds(l) || w.order.started(x.thread, x.index, t)
	})
}

// distinct implements events.Options.Distinct from what is in the graph.
func (w *Writers) distinct(use events.Use) bool {
	t, ok := w.byKey[use.Thread]
	if !ok {
		return false
	}
	u := &w.other
	if w.g.IsLife(use.Addr) {
		u = &w.life
	}
	for _, list := range [][]writer{u.all, u.region[w.g.Program.RegionOf(use.Addr)]} {
		if slices.ContainsFunc(list, func(x writer) bool { return x.thread == t }) {
			return false
		}
	}
	return true
}

// repeats notes the accesses that were made since a lock was taken.
type repeats map[repeat]bool

type repeat struct {
	thread, taken int
	addr          uint64
	size          int
}

// newlyGuarded reports whether an event is an access to a place that its thread has accessed since it took a
// lock which guards it, if that was not known before. It is called for all events in their order.
func (w *Writers) newlyGuarded(before *Writers, ev *events.Event, again repeats) bool {
	if len(ev.Held) == 0 {
		return false
	}
	c, ok := w.g.Terms.ConstUint64(ev.Addr)
	if !ok {
		return false
	}
	found := false
	for _, h := range ev.Held {
		k := repeat{ev.Thread, h.Taken, c, ev.Size}
		seen := again[k]
		again[k] = true
		if !seen || ev.Write {
			continue
		}
		use := events.GuardedUse{
			Use:  events.Use{Thread: w.g.Threads[ev.Thread].Key, Addr: c, Size: ev.Size},
			Lock: h.Addr, LockSize: h.Size,
		}
		found = found || w.guarded(use) && (before == nil || !before.guarded(use))
	}
	return found
}

// findSeen finds out which locks are seen to be taken by a thread that does not hold them: by a read of the
// lock word, in a step that takes place also if the word is not zero.
func (w *Writers) findSeen(a *PointsTo) {
	w.seen = map[lock]bool{}
	for _, ev := range w.g.Events {
		if ev.Write || ev.Life {
			continue
		}
		at := a.of(ev.Addr)
		spots, known := a.spots(ev, at)
		for l := range w.locks {
			switch {
			case w.seen[l] || ev.Holds(l.addr, l.size):
			case known:
				exact := len(spots) == 1 && spots[0] == l.addr && ev.Size == l.size
				overlaps := func(c uint64) bool {
					return c < l.addr+uint64(l.size) &&
						l.addr < c+uint64(ev.Size)
				}
				w.seen[l] = slices.ContainsFunc(spots, overlaps) && !(exact && w.g.FoundZero(ev))
			case a.anywhere(at) || slices.Contains(at.regions, w.g.Program.RegionOf(l.addr)):
				w.seen[l] = true
			}
		}
	}
}

// unseen implements events.Options.Unseen from what is in the graph.
func (w *Writers) unseen(addr uint64, size int) bool {
	l := lock{addr, size}
	return w.exclusiveLock(l) && !w.seen[l]
}

// newlyUnseen reports whether a lock has become one that Options.Unseen allows.
func (w *Writers) newlyUnseen(before *Writers) bool {
	for l := range w.locks {
		if w.unseen(l.addr, l.size) && (before == nil || !before.unseen(l.addr, l.size)) {
			return true
		}
	}
	return false
}
