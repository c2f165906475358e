package interp

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/bytecode"
	"whittle.dev/internal/interp/internal/memory"
)

// A function of the library that is not modelled writes what it is given, and may keep it or end it: the
// objects that its arguments lead to, directly or through what these hold, are marked. The execution goes on
// with what they held before, which is as good as any value for a violation that does not depend on it.

// inexact notes what a library function does beside its result.
func (r *reliance) inexact(t *thread, e *bytecode.Edge, op cfa.Havoc, x *Inexact) {
	if op.Signals || op.Waits && r.hasOthers(t) {
		r.steer(t, x)
	}
	if len(e.Args) == 0 {
		return
	}
	f := t.top()
	var work []*memory.Object
	seen := map[uint64]bool{}
	found := func(addr uint64) {
		if o := r.m.mem.Find(addr); o != nil && o.Live && !seen[o.Addr] {
			seen[o.Addr], r.given[o.Addr] = true, x
			work = append(work, o)
		}
	}
	for i := range e.Args {
		addr, _ := r.m.code.Value(&e.Args[i], f.proc, t.slots(f), t.regs)
		found(addr)
	}
	n := uint64(r.m.code.CFA.PtrWidth / 8)
	for len(work) > 0 {
		o := work[len(work)-1]
		work = work[:len(work)-1]
		r.m.mem.Words(o, n, found)
		if o.ReadOnly {
			continue
		}
		for i := range o.Size {
			r.memory[o.Addr+i] = x
		}
	}
}

// hasOthers reports whether a thread is not the only one that has not ended.
func (r *reliance) hasOthers(t *thread) bool {
	return slices.ContainsFunc(r.m.threads, func(u *thread) bool { return u != t && !u.done })
}

// keeps is why a violation about lost blocks rests on a function of the library: it was given all of them,
// and may have ended them or lead to them.
func (r *reliance) keeps() *Inexact {
	var found *Inexact
	for _, o := range r.m.about {
		x := r.given[o.Addr]
		if x == nil {
			return nil
		}
		found = x
	}
	return found
}
