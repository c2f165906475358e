package multistate

import (
	"slices"

	"whittle.dev/internal/engine/internal/emptiness"
	"whittle.dev/internal/engine/internal/symbols"
	"whittle.dev/term"
)

// State is a multi-state, the tuple (c, m, φ) of Mrázek, Jonáš and Barnat, section 2.4: an explicit control
// part, an explicit memory, whose values are terms over symbols, and a path condition over these symbols. It
// stands for all states of the program that some values of the symbols that satisfy the condition give.
// A State that was handed out does not change.
type State struct {
	control
	memory
	parts []*emptiness.Part // φ: their conjunction
	used  symbols.Numbers   // of the symbols that occur
	// pinned: the symbols with smaller numbers stand for what they did in the state that Generalise returned.
	pinned int
	logged bool        // conditions that are assumed are kept in log
	log    []term.Term // while it is found out where a thread is disabled; see disabled.go
}

// owner is the identity of a state. Threads and objects that have it belong to that state alone, which may
// change them in place; others are copied first.
type owner struct{ _ byte }

// fork returns a copy of st that may be changed. From now on neither changes what they share.
func (st *State) fork() *State {
	c := *st
	c.threads = append([]*thread(nil), st.threads...)
	c.objects = append(make([]*object, 0, len(st.objects)+1), st.objects...)
	c.parts = append([]*emptiness.Part(nil), st.parts...)
	c.used = append(symbols.Numbers(nil), st.used...)
	c.renew()
	st.renew()
	return &c
}

// renew gives a state a new identity, so that it shares all that it has.
func (st *State) renew() {
	id := new(owner)
	st.control.owner, st.memory.owner = id, id
}

// replace replaces each value of a state by its image; what does not change stays shared.
func (st *State) replace(image func(term.Term) term.Term) {
	changes := func(t term.Term) bool { return t != term.None && image(t) != t }
	apply := func(t *term.Term) {
		if *t != term.None {
			*t = image(*t)
		}
	}
	frameChanges := func(f frame) bool { return slices.ContainsFunc(f.regs, changes) }
	for i, t := range st.threads {
		if slices.ContainsFunc(t.shared, changes) || changes(t.exit) ||
			slices.ContainsFunc(t.frames, frameChanges) {
			st.thread(i).values(apply)
		}
	}
	for i, o := range st.objects {
		if !slices.ContainsFunc(o.cells, func(c cell) bool { return changes(c.val) }) {
			continue
		}
		o = st.object(i)
		for k := range o.cells {
			apply(&o.cells[k].val)
		}
	}
}
