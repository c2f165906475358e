package events

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// A thread that waits for a condition under a lock takes the lock, looks, lets it go, and takes it again in
// the place and the state in which it took it before. What it did in between can be left out of any
// execution, see Options.Unseen, so here the thread stops. This is spin reduction for loops that wait with a
// lock, or with a condition variable.

// lockWord is the place of a lock.
type lockWord struct {
	addr uint64
	size int
}

// snapshot is what the path knows at the begin of an atomic section.
type snapshot struct {
	at     *cfa.Edge
	calls  []*cfa.Edge
	values []term.Term // live registers, those of the callers first
	held   []Hold
	rests  []rest // of the path at that point
	// objects is how many objects there were.
	objects int
}

// rest is what has happened since a lock was taken.
type rest struct {
	snap *snapshot // of the section that took it
	lock lockWord
	// progress is the condition that something else than locks has changed.
	progress term.Term
	taken    []lockWord // since then, and not yet released
	used     []lockWord // taken since then
}

// maxRests bounds the locks that are remembered on a path.
const maxRests = 8

// waits finds threads that take a lock again in the state in which they took it before.
type waits struct {
	g      *Graph
	s      *term.Store
	claims *claims
}

// begin notes the state at the begin of an atomic section.
func (f *frame) begin(e *cfa.Edge, st *state) {
	u := f.u
	if u.opts.Unseen == nil {
		return
	}
	s := &snapshot{at: e, held: st.held, rests: slices.Clone(st.rests), objects: len(u.g.Objects)}
	live := func(f *frame, loc cfa.LocID, dst cfa.RegID, locals []term.Term) {
		for i, v := range locals {
			if r := f.in.locals[i]; r != dst && f.in.live[loc].Has(r) {
				s.values = append(s.values, v)
			}
		}
	}
	for _, c := range u.callers {
		s.calls = append(s.calls, c.call)
		live(c.f, c.call.To, c.dst, c.locals)
	}
	live(f, e.From, cfa.NoReg, st.locals)
	s.values = append(s.values, st.shared...)
	st.begin, st.inside = s, u.s.False()
}

// same is the condition that two snapshots, which are of one thread, are of one state but for memory.
func (wt *waits) same(a, b *snapshot) term.Term {
	if a.at != b.at || !slices.Equal(a.calls, b.calls) || len(a.values) != len(b.values) ||
		!slices.Equal(a.held, b.held) {
		return wt.s.False()
	}
	var eqs []term.Term
	for i, x := range a.values {
		switch y := b.values[i]; {
		case x == y:
		case x == term.None || y == term.None:
			return wt.s.False()
		default:
			eqs = append(eqs, wt.s.Eq(x, y))
		}
	}
	return wt.s.And(eqs...)
}

// goesOn is called when the current section is about to take a lock. It reports whether the path goes on.
func (wt *waits) goesOn(p place, st *state) bool {
	b := st.begin
	if b == nil {
		return true
	}
	w := lockWord{p.addr, int(p.size)}
	for _, r := range b.rests {
		if r.lock != w || len(r.taken) > 0 {
			continue
		}
		again := wt.s.And(wt.s.Not(r.progress), wt.same(r.snap, b))
		if wt.s.IsFalse(again) || !wt.claims.unseen(r.used) {
			continue
		}
		g, ok := wt.g.Guards.And(st.guard, wt.s.Not(again))
		if !ok {
			return false
		}
		st.guard = g
	}
	var rests []rest
	for _, r := range st.rests {
		if r.lock == w && r.snap.at == b.at && slices.Equal(r.snap.calls, b.calls) {
			continue // the newer one will do
		}
		r.taken = append(slices.Clip(r.taken), w)
		if !slices.Contains(r.used, w) {
			r.used = append(slices.Clip(r.used), w)
		}
		rests = append(rests, r)
	}
	rests = append(rests, rest{snap: b, lock: w, progress: st.inside, taken: []lockWord{w},
		used: []lockWord{w}})
	st.rests = rests[max(0, len(rests)-maxRests):]
	return true
}

// releases reports whether a store of value at a place, if it is known, lets go of a lock that is held.
func (wt *waits) releases(p place, value term.Term, st *state) bool {
	if v, ok := wt.s.ConstUint64(value); p.size == 0 || !ok || v != 0 {
		return false
	}
	_, ok := holds(st.held, p.addr, int(p.size))
	return ok
}

// released notes that a lock was let go of. What has happened since a time at which it was
// already held cannot be left out any more.
func (wt *waits) released(p place, st *state) {
	w := lockWord{p.addr, int(p.size)}
	var rests []rest
	for _, r := range st.rests {
		if i := slices.Index(r.taken, w); i >= 0 {
			r.taken = slices.Delete(slices.Clone(r.taken), i, i+1)
			rests = append(rests, r)
		}
	}
	st.rests = rests
}

// meetRests gives a what has happened on either of two paths since locks were taken that were taken on both.
func (wt *waits) meetRests(a, b *state, choose func(x, y term.Term) term.Term) {
	var both []rest
	for _, r := range a.rests {
		i := slices.IndexFunc(b.rests, func(q rest) bool { return q.snap == r.snap && q.lock == r.lock })
		if i < 0 || !slices.Equal(b.rests[i].taken, r.taken) {
			continue
		}
		r.progress = choose(r.progress, b.rests[i].progress)
		for _, w := range b.rests[i].used {
			if !slices.Contains(r.used, w) {
				r.used = append(slices.Clip(r.used), w)
			}
		}
		both = append(both, r)
	}
	a.rests = both
	if a.begin != b.begin {
		a.begin = nil
		return
	}
	if a.begin != nil {
		a.inside = choose(a.inside, b.inside)
	}
}

// FoundZero reports whether the section of a read takes place only if the read gives zero.
func (g *Graph) FoundZero(ev *Event) bool {
	if ev.Section == nil {
		return false
	}
	zero := g.Terms.Eq(ev.Value, g.Terms.BV(8*ev.Size, 0))
	for _, end := range ev.Section.Ends {
		if !g.Guards.Requires(end, zero) {
			return false
		}
	}
	for _, goal := range ev.Section.Goals {
		if !g.Guards.Requires(goal.Guard, zero) {
			return false
		}
	}
	return true
}
