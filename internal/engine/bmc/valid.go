package bmc

import (
	"slices"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// valid is the condition that the address of an access lies in a live object
// that the address was computed from.
func (e *encoder) valid(ev *events.Event) term.Term {
	at := e.cuts.acc[ev.ID].at
	regions := at.regions
	if e.shapes.anywhere(at) {
		regions = e.shapes.allRegions()
	}
	var any []term.Term
	w := e.g.Program.PtrWidth
	for _, r := range regions {
		var base uint64
		var size term.Term
		if o := e.g.StaticObject(r); o != nil {
			if o.ReadOnly && ev.Write || o.Kind == cfa.Func || o.Size < uint64(ev.Size) {
				continue
			}
			base, size = o.Addr, e.s.BV(w, o.Size)
		} else if o := e.g.DynamicObject(r); o != nil {
			if o.Private() && o.Thread != ev.Thread {
				continue
			}
			base, size = o.Addr, o.Size
		} else {
			continue
		}
		// addr-base <= size-n, and size >= n
		n := e.s.BV(w, uint64(ev.Size))
		off := e.s.BVSub(ev.Addr, e.s.BV(w, base))
		any = append(any, e.s.And(e.s.BVUle(n, size), e.s.BVUle(off, e.s.BVSub(size, n))))
	}
	valid := e.s.Or(any...)
	if k := min(at.known, w); at.soft && k > 0 {
		valid = e.s.And(valid, e.s.Eq(e.s.Extract(k-1, 0, ev.Addr), e.s.BV(k, at.low&mask(k))))
	}
	return valid
}

// starts is the condition that an address is that of a heap object.
func (e *encoder) starts(addr term.Term) term.Term {
	at := e.shapes.of(addr)
	var any []term.Term
	for _, o := range e.g.Objects {
		r := e.g.Program.RegionOf(o.Addr)
		_, listed := slices.BinarySearch(at.regions, r)
		if o.Op.Kind == cfa.Heap && (listed || e.shapes.anywhere(at)) {
			any = append(any, e.s.Eq(addr, e.s.BV(e.g.Program.PtrWidth, o.Addr)))
		}
	}
	return e.s.Or(any...)
}
