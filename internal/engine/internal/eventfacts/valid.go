package eventfacts

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/internal/box"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// Valid is the condition that the address of an access lies in a live object
// that the address was computed from, and has the low bits that were guessed.
func (a *PointsTo) Valid(ev *events.Event) term.Term {
	at := a.address(ev)
	regions := at.regions
	if a.anywhere(at) {
		regions = a.allRegions()
	}
	var any []term.Term
	s, w := a.g.Terms, a.g.Program.PtrWidth
	for _, r := range regions {
		var base uint64
		var size term.Term
		if o := a.g.StaticObject(r); o != nil {
			if o.ReadOnly && ev.Write || o.Kind == cfa.Func || o.Size < uint64(ev.Size) {
				continue
			}
			base, size = o.Addr, s.BV(w, o.Size)
		} else if o := a.g.DynamicObject(r); o != nil {
			if o.Private() && o.Thread != ev.Thread {
				continue
			}
			base, size = o.Addr, o.Size
		} else {
			continue
		}
		// addr-base <= size-n, and size >= n
		n := s.BV(w, uint64(ev.Size))
		off := s.BVSub(ev.Addr, s.BV(w, base))
		any = append(any, s.And(s.BVUle(n, size), s.BVUle(off, s.BVSub(size, n))))
	}
	valid := s.Or(any...)
	if k := min(at.known, w); at.guessed && k > 0 {
		valid = s.And(valid, s.Eq(s.Extract(k-1, 0, ev.Addr), s.BV(k, at.low&box.Mask(k))))
	}
	return valid
}

// Starts is the condition that an address is that of a heap object that may have been made.
func (a *PointsTo) Starts(x events.Start) term.Term {
	at, s := a.of(x.Addr), a.g.Terms
	var any []term.Term
	for i, o := range a.g.Objects {
		if o.Thread == x.Thread && i >= x.Objects {
			continue
		}
		r := a.g.Program.RegionOf(o.Addr)
		_, listed := slices.BinarySearch(at.regions, r)
		if o.Op.Kind == x.Kind && (listed || a.anywhere(at)) {
			any = append(any, s.Eq(x.Addr, s.BV(a.g.Program.PtrWidth, o.Addr)))
		}
	}
	return s.Or(any...)
}
