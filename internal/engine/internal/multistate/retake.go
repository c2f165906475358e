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
	return ok && op.Reuse && op.Kind == cfa.Heap
}

// retaken marks the choice of a region in a script, where the choice of a size may stand for the same edge.
const retaken = 1 << 63

// retake returns the region of a new object, next, and puts runs on the stack in which it gets that of a
// freed one. Regions that nothing points to any more are left out: they are as good as a new one.
func (x *Stepper) retake(r *run, next uint64, stack *[]*run) uint64 {
	if r.againAt == r.edges {
		return r.again
	}
	if x.rec != nil {
		for _, c := range x.rec.script.choices {
			if c.edge == r.edges && c.value&retaken != 0 {
				return c.value &^ retaken
			}
		}
		return next
	}
	var freed []uint64
	dead := map[uint64]bool{}
	for _, o := range r.st.objects[len(x.p.writable):] {
		if !o.live && o.kind == cfa.Heap {
			freed = append(freed, x.p.RegionOf(o.addr))
			dead[x.p.RegionOf(o.addr)] = true
		}
	}
	if len(freed) == 0 {
		return next
	}
	x.keepPointedTo(r.st, dead)
	for _, old := range slices.Backward(freed) {
		if dead[old] {
			continue
		}
		w := r.fork(x)
		w.script.add(w.edges, old|retaken)
		w.againAt, w.again, w.moved = w.edges, old, w.before
		w.edges--
		*stack = append(*stack, w)
	}
	return next
}

// excluded reports whether an input that says whether an object has the address of one that is gone is false:
// for the heap such addresses are tried, and elsewhere there must be an object that is gone.
func (x *Stepper) excluded(st *State, th *thread, op cfa.Havoc) bool {
	return op.Stale || len(op.Gone) > 0 && !slices.ContainsFunc(op.Gone, func(addr term.Term) bool {
		a, ok := x.s.ConstUint64(x.eval(addr, th))
		if !ok {
			return true
		}
		o := x.region(st, a>>x.p.bits)
		return o != nil && !o.live
	})
}

// looksAtLives reports whether an edge takes an input that depends on which objects live.
func looksAtLives(e *cfa.Edge) bool {
	op, ok := e.Op.(cfa.Havoc)
	return ok && len(op.Gone) > 0 && !op.Stale
}

// heap lists the objects of the heap for the act of an allocation that reuses addresses.
func (f *future) heap() []int32 {
	var list []int32
	for i, o := range f.pts.Objects {
		if a, ok := o.Alloc(); ok && a.Kind == cfa.Heap {
			list = append(list, int32(i))
		}
	}
	return list
}
