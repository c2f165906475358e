package bmc

import (
	"slices"

	"whittle.dev/internal/engine/internal/events"
)

// findSeen finds out which locks are seen to be taken by a thread that does not
// hold them: by a read of the lock word, in a step that takes place also if the
// word is not zero.
func (w *writers) findSeen(a *shapes) {
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
func (w *writers) unseen(addr uint64, size int) bool {
	l := lock{addr, size}
	in := w.locks[l]
	return in != nil && in.exclusive && !w.seen[l]
}

// newlyUnseen reports whether a lock has become one that Options.Unseen allows.
func (w *writers) newlyUnseen(before *writers) bool {
	for l := range w.locks {
		if w.unseen(l.addr, l.size) && (before == nil || !before.unseen(l.addr, l.size)) {
			return true
		}
	}
	return false
}

// confirmUnseen checks the claims that a graph relies on.
func (w *writers) confirmUnseen(g *events.Graph) bool {
	for _, use := range g.Unseen {
		if !w.unseen(use.Addr, use.Size) {
			return false
		}
	}
	return true
}
