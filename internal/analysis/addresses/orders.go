package addresses

import (
	"context"
	"slices"

	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// The order of static objects.
//
// Threads that take two locks in the order of their addresses rely on it that the order is the same each
// time. An input for each comparison is not. Few programs compare the addresses of more than two or three
// static objects, so each order of these is a program of its own.

// maxOrdered bounds the static objects whose orders are tried.
const maxOrdered = 3

// Orders returns the program of [Free] once for each order of the static objects whose addresses are
// compared: what holds in all of them holds in p. There are none if no such objects are compared, or too
// many.
func Orders(ctx context.Context, p *cfa.Program) ([]*cfa.Program, error) {
	_, compared, err := free(ctx, p, nil)
	if err != nil || len(compared) < 2 || len(compared) > maxOrdered {
		return nil, err
	}
	var list []*cfa.Program
	var place func(ranks map[pointsto.ObjID]uint64) error
	place = func(ranks map[pointsto.ObjID]uint64) error {
		if len(ranks) == len(compared) {
			q, _, err := free(ctx, p, ranks)
			list = append(list, q)
			return err
		}
		for _, o := range compared {
			if _, placed := ranks[o]; !placed {
				ranks[o] = uint64(len(ranks))
				if err := place(ranks); err != nil {
					return err
				}
				delete(ranks, o)
			}
		}
		return nil
	}
	if err := place(map[pointsto.ObjID]uint64{}); err != nil {
		return nil, err
	}
	return list, nil
}

// inOrder reports whether the order of what two values point to is fixed. Otherwise it notes the objects, if
// their order could be.
func (w *rewriter) inOrder(a, b pointsto.Value) bool {
	var objects []pointsto.ObjID
	fixed := true
	for _, r := range slices.Concat(a.Refs, b.Refs) {
		if w.pts.Objects[r.Obj].Static == nil {
			return false
		}
		_, ranked := w.ranks[r.Obj]
		fixed = fixed && ranked
		objects = append(objects, r.Obj)
	}
	w.ordered = w.ordered || fixed
	for _, o := range objects {
		if !fixed && !slices.Contains(w.compared, o) {
			w.compared = append(w.compared, o)
		}
	}
	return fixed
}

// rank is the place in the order of the object that an address belongs to, one of those of v.
func (w *rewriter) rank(t term.Term, v pointsto.Value) term.Term {
	const bits = 8
	rank := w.s.BV(bits, 0)
	for _, r := range v.Refs {
		at := w.s.Eq(w.region(t), w.region(w.prog.Ptr(w.pts.Objects[r.Obj].Static.Addr)))
		rank = w.s.Ite(at, w.s.BV(bits, w.ranks[r.Obj]), rank)
	}
	return rank
}

// isInside is the condition that an address of a static object, one of those of v, is one of its bytes.
func (w *rewriter) isInside(t term.Term, v pointsto.Value) term.Term {
	inside := w.s.True()
	for _, r := range v.Refs {
		o := w.pts.Objects[r.Obj].Static
		if n, exact := r.Off.Exact(); exact && n >= 0 && uint64(n) < o.Size {
			continue
		}
		elsewhere := w.s.Not(w.s.Eq(w.region(t), w.region(w.prog.Ptr(o.Addr))))
		within := w.s.BVUlt(w.s.BVSub(t, w.prog.Ptr(o.Addr)), w.prog.Ptr(o.Size))
		inside = w.s.And(inside, w.s.Or(elsewhere, within))
	}
	return inside
}
