package races

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Locks of arrays.
//
// Of an access to an element of an array it may be known that its thread holds a lock at a fixed distance
// from it: the one in the element, or that with the same index in an array of locks with elements of the same
// size. Two such accesses that share a byte are then under the same lock: if its places lie mod bytes apart,
// the places of the two locks differ by less than mod, so not at all.

// guard is a lock of a family that is held during an access, which is dist bytes past it, modulo 2^64.
type guard struct {
	family word
	dist   uint64
}

// guards are the locks of families that are held during an access whatever the path.
func (l *locks) guards(hs []*holding, addr term.Term) []guard {
	of := func(h *holding) (out []guard) {
		at := l.substitute(h.sums, addr)
		for _, w := range h.held {
			if w.exact() || l.terms.Sort(at) != l.terms.Sort(w.at) {
				continue
			}
			if d, ok := l.terms.ConstUint64(l.terms.BVSub(at, w.at)); ok {
				out = append(out, guard{w.family(), d})
			}
		}
		return out
	}
	all := of(hs[0])
	for _, h := range hs[1:] {
		here := of(h)
		all = slices.DeleteFunc(all, func(g guard) bool { return !slices.Contains(here, g) })
	}
	return all
}

// sameLock reports whether the locks of two accesses are the same if the accesses share a byte.
func sameLock(g guard, n uint64, h guard, m uint64) bool {
	apart := g.dist - h.dist
	if int64(apart) < 0 {
		apart = -apart
	}
	return g.family == h.family && apart < g.family.mod && max(n, m) <= g.family.mod-apart
}

// guarded reports whether two accesses are under the same lock if they share a byte.
func (a *access) guarded(b *access) bool {
	return slices.ContainsFunc(a.guards, func(g guard) bool {
		return slices.ContainsFunc(b.guards, func(h guard) bool { return sameLock(g, a.size, h, b.size) })
	})
}

// families are those of the locks that guard an access.
func (a *access) families() (out words) {
	for _, g := range a.guards {
		out = out.with(g.family)
	}
	return out
}

// exclusiveFamilies removes from what guards accesses the families of which some lock may have more than one
// holder.
func (x *analyser) exclusiveFamilies() {
	var families words
	for _, a := range x.all {
		for _, g := range a.guards {
			families = families.with(g.family)
		}
	}
	families = families.keep(func(f word) bool {
		for _, proc := range x.prog.Procs {
			for _, e := range proc.Edges {
				op, ok := e.Op.(cfa.Store)
				if !ok || x.threads.Alone(proc.ID, e.From) {
					continue
				}
				at := x.locks.address(e, op.Addr)
				if at.meets(x.locks.size(e), f) && !x.entitledInFamily(proc, e, op, f) {
					return false
				}
			}
		}
		return true
	})
	for _, a := range x.all {
		a.guards = slices.DeleteFunc(a.guards, func(g guard) bool { return !families.has(g.family) })
	}
}

// entitledInFamily reports whether a store that may be to a lock of a family takes it, or is by its holder.
func (x *analyser) entitledInFamily(proc *cfa.Proc, e *cfa.Edge, op cfa.Store, f word) bool {
	return !slices.ContainsFunc(x.locks.holdings(place{proc.ID, e.From}), func(h *holding) bool {
		w, known := x.locks.place(h, e, op.Addr)
		_, takes := x.locks.takes(h, e, op)
		return !known || w != f && !w.alike(f) || !takes && !h.held.has(w)
	})
}
