package events

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// anyRead adds a read that, where its address is invalid, gives any value, see
// Options.AnyReads. The event is nil if the address is always invalid; the
// value is None where the path ends.
func (u *unroller) anyRead(e *cfa.Edge, addr term.Term, size int, v term.Term, st *state) (*Event,
	term.Term) {
	ev := &Event{Addr: addr, Size: size, Value: v, Edge: e}
	valid, _, ok := u.validity(ev, st)
	if !ok {
		return nil, term.None
	}
	if u.s.IsTrue(valid) {
		ev.Guard = st.guard
		u.place(ev, ev.Node, st)
		return ev, v
	}
	whatever := u.s.Fresh("any", term.BitVec(8*size))
	u.g.Anys = append(u.g.Anys, whatever)
	g, ok := u.g.Guards.And(st.guard, valid)
	if !ok {
		return nil, whatever
	}
	ev.Guard = g
	u.place(ev, ev.Node, st)
	// An event that does not happen may be given some value by others that
	// hide everything else from it, so its own symbol does not do.
	return ev, u.s.Ite(valid, v, whatever)
}
