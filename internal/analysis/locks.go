package analysis

import (
	"context"
	"slices"

	"whittle.dev/internal/cfa"
)

// LockSet is a set of objects that are used as locks, ascending.
type LockSet []ObjID

// Has reports whether a lock is in the set.
func (s LockSet) Has(o ObjID) bool {
	_, ok := slices.BinarySearch(s, o)
	return ok
}

// Locks returns, for each location of a procedure, the locks that the thread
// must hold there according to the Sync labels "lock" and "unlock" of its
// atomic sections. Only objects that hold nothing but one lock at their start
// are followed. Any other label, and any call, lets go of what it may concern.
//
// Labels carry no meaning, so the sets may guide and explain, but no verdict
// may depend on them.
func Locks(ctx context.Context, pts *PointsTo, proc *cfa.Proc, order *Order) ([]LockSet, error) {
	f, err := Forward[LockSet](ctx, proc, order, lockDomain{pts}, nil)
	if err != nil {
		return nil, err
	}
	return f.states, nil
}

type lockDomain struct{ pts *PointsTo }

func (d lockDomain) Join(a, b LockSet) (LockSet, bool) {
	var out LockSet
	for _, o := range a {
		if b.Has(o) {
			out = append(out, o)
		}
	}
	return out, len(out) != len(a)
}

func (d lockDomain) Transfer(e *cfa.Edge, s LockSet) (LockSet, bool) {
	if _, call := e.Op.(cfa.Call); call {
		return nil, true
	}
	if e.Sync == nil {
		return s, true
	}
	if e.Sync.Object == 0 {
		return nil, true
	}
	v := d.pts.Of(e.Sync.Object)
	if e.Sync.Kind == "lock" {
		ref, ok := v.Only()
		if !ok || ref.Off != exactly(0) || d.pts.Objects[ref.Obj].Static == nil || s.Has(ref.Obj) {
			return s, true
		}
		i, _ := slices.BinarySearch(s, ref.Obj)
		return slices.Insert(slices.Clone(s), i, ref.Obj), true
	}
	if e.Sync.Kind != "unlock" {
		return nil, true
	}
	var out LockSet
	for _, o := range s {
		if !v.MayPointTo(o) {
			out = append(out, o)
		}
	}
	return out, true
}
