package events

import (
	"slices"

	"whittle.dev/internal/cfa"
)

// fence adds a fence for weak memory models; in sequential consistency it does nothing. It returns nil where
// the path ends.
func (u *unroller) fence(e *cfa.Edge, op cfa.Fence, st *state) *state {
	switch {
	case !u.opts.Weak || op.Order <= cfa.Relaxed:
	case st.sec != nil:
		u.b.goal(UnsupportedGoal, st, e, -1, "a fence in an atomic section, in a weak memory model,")
		return nil
	default:
		u.g.Fences = append(u.g.Fences, &Fence{Thread: u.b.th.ID, Node: u.g.newNode(FenceNode, u.b.th),
			Guard: st.guard, Order: op.Order})
	}
	return st
}

// looks reports whether a load is a read of the graph whatever the path knows, see Options.Weak. In an atomic
// section it is if the section has not accessed the place before.
func (ac *accesses) looks(op cfa.Load, p place, st *state) bool {
	switch {
	case !ac.opts.Weak:
		return false
	case st.sec == nil:
		return op.Order > cfa.Plain
	}
	for _, ev := range slices.Backward(ac.g.Events) {
		if ev.Section != st.sec {
			break
		}
		if a, ok := ac.s.ConstUint64(ev.Addr); ok && a == p.addr && ev.Size == int(p.size) &&
			ac.g.Guards.Implies(st.guard, ev.Guard) {
			return false
		}
	}
	return true
}
