package events

import (
	"slices"

	"whittle.dev/term"
)

// Nothing here knows of library functions. A thread takes a lock by finding a word of memory zero and making
// it another constant, in one atomic section; it holds the lock until it writes that word again. If all other
// writes to the word are by threads that hold the lock, then only one thread holds it at a time. Whether they
// are is to be found out from the graph: Event.Held says what is needed for that.

// Hold is a lock that a thread surely holds, if none of its stores at unknown addresses is to the lock word.
type Hold struct {
	// Addr and Size are those of the lock word.
	Addr uint64
	Size int
	// Taken is the Event.ID of the write that took the lock; -1 when paths that
	// meet have taken it in different places.
	Taken int
}

// GuardedUse is a claim of Options.Guarded that the graph relies on.
type GuardedUse struct {
	Use
	Lock     uint64
	LockSize int
}

// holds returns the hold of a lock in a list.
func holds(held []Hold, addr uint64, size int) (Hold, bool) {
	i, ok := slices.BinarySearchFunc(held, addr, func(h Hold, a uint64) int {
		switch {
		case h.Addr < a:
			return -1
		case h.Addr > a:
			return 1
		}
		return 0
	})
	if !ok || held[i].Size != size {
		return Hold{}, false
	}
	return held[i], true
}

// Holds reports whether an event takes place only while no other thread holds the lock with the given word.
func (ev *Event) Holds(addr uint64, size int) bool {
	_, ok := holds(ev.Held, addr, size)
	return ok
}

// locks follows which locks a path holds.
type locks struct {
	g     *Graph
	s     *term.Store
	known *knowledge
}

// takes reports whether the store of value to a trackable place, which has not been made yet, takes a lock.
func (lk *locks) takes(p place, value term.Term, st *state) bool {
	if st.sec == nil {
		return false
	}
	if v, ok := lk.s.ConstUint64(value); !ok || v == 0 {
		return false
	}
	old := lk.known.content(&st.mem, st.spawned, p)
	if old == term.None {
		return false
	}
	free := lk.s.Eq(old, lk.s.BV(8*int(p.size), 0))
	return lk.s.IsTrue(free) || lk.g.Guards.Requires(st.guard, free)
}

// holding updates the locks that are held at the store ev.
func (lk *locks) holding(ev *Event, p place, track, takes bool, st *state) {
	if takes {
		held := slices.DeleteFunc(slices.Clone(st.held), func(h Hold) bool {
			return h.Addr < p.addr+uint64(p.size) && p.addr < h.Addr+uint64(h.Size)
		})
		i := slices.IndexFunc(held, func(h Hold) bool { return h.Addr > p.addr })
		if i < 0 {
			i = len(held)
		}
		st.held = slices.Insert(held, i, Hold{Addr: p.addr, Size: int(p.size), Taken: ev.ID})
		// No other thread holds the lock when it is taken.
		ev.Held, ev.Takes = st.held, true
		return
	}
	if len(st.held) == 0 {
		return
	}
	if track {
		// Writing something else than zero keeps the lock.
		if v, ok := lk.s.ConstUint64(ev.Value); ok && v != 0 {
			if _, ok := holds(st.held, p.addr, int(p.size)); ok {
				return
			}
		}
	}
	if c, constant := lk.s.ConstUint64(ev.Addr); constant {
		lk.release(st, func(h Hold) bool { return h.Addr < c+uint64(ev.Size) && c < h.Addr+uint64(h.Size) })
	}
}

// release lets go of the locks for which lost is true.
func (lk *locks) release(st *state, lost func(Hold) bool) {
	if !slices.ContainsFunc(st.held, lost) {
		return
	}
	st.held = slices.DeleteFunc(slices.Clone(st.held), lost)
	lk.forget(st)
}

// forget purges what was known only while locks were held that are not held any
// more; inside an atomic section that waits for its end.
func (lk *locks) forget(st *state) {
	st.mem.passing = true
	if st.sec == nil {
		lk.known.purge(st, false)
	}
}

// meetHolds gives a the locks that are held on both of two paths which meet.
func (lk *locks) meetHolds(a, b *state) {
	if slices.Equal(a.held, b.held) {
		return
	}
	var both []Hold
	for _, h := range a.held {
		if k, ok := holds(b.held, h.Addr, h.Size); ok {
			if k.Taken != h.Taken {
				h.Taken = -1
			}
			both = append(both, h)
		}
	}
	lost := len(both) < len(a.held) || len(both) < len(b.held)
	a.held = both
	if lost {
		lk.forget(a)
	}
}
