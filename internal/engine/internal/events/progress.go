package events

import (
	"whittle.dev/term"
)

// progress notes what changes while a thread walks, for spin reduction: an iteration of a loop that has
// changed nothing can be left out, and so can what was done since a lock was taken.
type progress struct {
	g *Graph
	s *term.Store
	b *builder
}

// note records that the current iterations of all loops changed something, if cond holds.
func (pr *progress) note(st *state, cond term.Term) { pr.noteSince(st, 0, -1, cond) }

// noteIn is note for a change in what an address points to. An object on the stack to which no pointer is
// left when it ends is gone at the end of the iteration that made it, so what is done to it is no change for
// that.
func (pr *progress) noteIn(st *state, addr term.Term, cond term.Term) {
	if c, ok := pr.s.ConstUint64(addr); ok {
		if o := pr.g.objectAt(c); o != nil && o.fleeting() && o.Thread == pr.b.th.ID {
			pr.noteSince(st, o.loops, o.number, cond)
			return
		}
	}
	pr.note(st, cond)
}

// noteSince is note for a change in an object, by its number, that was made inside of the first loops.
func (pr *progress) noteSince(st *state, loops, object int, cond term.Term) {
	if pr.s.IsFalse(cond) {
		return
	}
	pr.progressed(st, loops, cond)
	for i := range st.rests {
		if object < st.rests[i].snap.objects {
			st.rests[i].progress = pr.s.Or(st.rests[i].progress, cond)
		}
	}
	if st.begin != nil && object < st.begin.objects {
		st.inside = pr.s.Or(st.inside, cond)
	}
}

// noteLock is note for a store that takes a lock or releases it.
func (pr *progress) noteLock(st *state, cond term.Term) { pr.progressed(st, 0, cond) }

// progressed records a change in the iterations of all loops but the outer ones.
func (pr *progress) progressed(st *state, outer int, cond term.Term) {
	for i := outer; i < len(st.progress); i++ {
		st.progress[i] = pr.s.Or(st.progress[i], cond)
	}
}
