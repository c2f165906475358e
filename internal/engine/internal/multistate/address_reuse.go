package multistate

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Addresses that come again.
//
// Where the program can tell (cfa.Alloc.Reuse) an allocation may also get the region of a heap object that
// was freed and is still pointed to. What depends on such an allocation is what frees heap objects, makes
// others in their place or accesses them, so it counts as a write of all of them.

// reuses reports whether an edge allocates an object that may get the address of another one.
func reuses(e *cfa.Edge) bool {
	op, ok := e.Op.(cfa.Alloc)
	return ok && op.Reuse && op.Kind.IsHeap()
}

// reused marks the choice of a region in a script, where the choice of a size may stand for the same edge.
const reused = 1 << 63

// reusedRegion returns the region of a new object, next, and puts runs on the stack in which it gets that of
// a freed one. Garbage is left out: its regions are as good as a new one.
func (x *expansion) reusedRegion(r *run, next uint64) uint64 {
	if r.reusing.edge == r.edges {
		return r.reusing.value
	}
	if x.rec != nil {
		if v, ok := x.rec.reused(r); ok {
			return v
		}
		return next
	}
	heap := func(o *object) bool { return o.kind.IsHeap() }
	garbage := r.st.garbage(heap)
	for _, o := range slices.Backward(r.st.made()) {
		old := x.p.RegionOf(o.addr)
		if o.live || !heap(o) || garbage[old] {
			continue
		}
		w := r.fork()
		w.script.add(w.edges, old|reused)
		w.reusing = choice{w.edges, old}
		w.again()
		x.stack = append(x.stack, w)
	}
	return next
}

// excluded reports whether an input that says whether an object has the address of one that is gone is false:
// for the heap such addresses are tried, and elsewhere there must be an object that is gone.
func (x *expansion) excluded(st *State, th *thread, op cfa.Havoc) bool {
	return op.Stale || len(op.Gone) > 0 && !slices.ContainsFunc(op.Gone, func(addr term.Term) bool {
		a, ok := x.s.ConstUint64(x.registers.eval(addr, th))
		if !ok {
			return true
		}
		o := st.pointed(a)
		return o != nil && !o.live
	})
}

// looksAtLives reports whether an edge takes an input that depends on which objects live.
func looksAtLives(e *cfa.Edge) bool {
	op, ok := e.Op.(cfa.Havoc)
	return ok && len(op.Gone) > 0 && !op.Stale
}

// heap lists the objects of the heap for the act of an allocation that reuses addresses.
func (f *effects) heap() []int32 {
	var list []int32
	for i, o := range f.pts.Objects {
		if a, ok := o.Alloc(); ok && a.Kind.IsHeap() {
			list = append(list, int32(i))
		}
	}
	return list
}
