package events

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// silent drops a store that leaves its place as it is, see
// Options.SilentStores: changes, the condition that the value is another one
// than the path knows to stand there, does not hold where the path goes.
func (u *unroller) silent(e *cfa.Edge, addr, changes term.Term, st *state) bool {
	if !u.opts.SilentStores || !u.living(e, addr, st) {
		return false
	}
	if c, ok := u.s.ConstUint64(addr); ok {
		if o := u.g.static[c>>u.bits]; o != nil && o.ReadOnly {
			return false // an invalid access
		}
	}
	if !u.s.IsFalse(changes) && !u.g.Guards.requires(st.guard, u.s.Not(changes)) {
		return false
	}
	u.instance(Instance{Kind: AccessInstance, Origin: e.Origin, Guard: st.guard, Index: -1})
	return true
}
