package events

import (
	"slices"

	"whittle.dev/internal/analysis/live"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// state is a symbolic state of one thread at a location, on one or several merged paths.
type state struct {
	guard  Guard
	locals []term.Term // by slot of the procedure; None: not set or not live
	shared []term.Term // registers of scope Thread, by slot
	mem    memory
	sec    *Section
	held   []Hold // never changed in place
	depth  int    // of atomic sections
	// spawned is set once the path may have started a thread.
	spawned bool
	// progress tells for each loop around the location (those of the callers first) under which condition its
	// current iteration changed anything but registers.
	progress []term.Term
	// begin is the state at the begin of the current section, and inside the condition that the section has
	// changed something since. rests tell what was done since locks were taken.
	begin  *snapshot
	inside term.Term
	rests  []rest
}

func (st *state) fork() *state {
	c := *st
	c.locals = slices.Clone(st.locals)
	c.shared = slices.Clone(st.shared)
	c.progress = slices.Clone(st.progress)
	c.rests = slices.Clone(st.rests)
	c.mem = st.mem.share()
	return &c
}

// merge joins b into a; both are at the same location of the same frame. live, if not nil, says which local
// registers still matter. Paths that are in different atomic sections cannot be joined: then a is left as it
// is, and going on from b is not supported.
func (u *unroller) merge(a, b *state, live live.Set, regs []cfa.RegID) {
	if a.sec != b.sec || a.depth != b.depth {
		u.b.goal(UnsupportedGoal, b, nil, -1, "atomic sections that begin on different paths end together")
		return
	}
	guards := u.g.Guards
	cond := guards.choose(a.guard, b.guard)
	choose := func(x, y term.Term) term.Term {
		if x == y {
			return x
		}
		return u.s.Ite(cond, x, y)
	}
	for i := range a.locals {
		x, y := a.locals[i], b.locals[i]
		switch {
		case x == y:
		case live != nil && !live.Has(regs[i]):
			a.locals[i] = term.None
		case x == term.None:
			// A register that a path has not set may have any value there.
			a.locals[i] = choose(u.s.Fresh("unset", u.s.Sort(y)), y)
		case y == term.None:
			a.locals[i] = choose(x, u.s.Fresh("unset", u.s.Sort(x)))
		default:
			a.locals[i] = choose(x, y)
		}
	}
	for i := range a.shared {
		a.shared[i] = choose(a.shared[i], b.shared[i])
	}
	n := min(len(a.progress), len(b.progress))
	a.progress = a.progress[:n]
	for i := range n {
		a.progress[i] = choose(a.progress[i], b.progress[i])
	}
	a.mem.merge(&b.mem, u.g.Program.OffsetBits, func(m *memory, p place) term.Term {
		return u.known.content(m, a.spawned ||
			b.spawned, p)
	}, choose)
	a.spawned = a.spawned || b.spawned
	u.locks.meetHolds(a, b)
	u.waits.meetRests(a, b, choose)
	a.guard = guards.Or(a.guard, b.guard)
}
