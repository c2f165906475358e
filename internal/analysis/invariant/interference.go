package invariant

import (
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

type reader struct {
	in  *instance
	loc cfa.LocID
}

// wake has a location looked at again, and the calls that lead to it.
func (at reader) wake() {
	for in, l := at.in, at.loc; in != nil; in, l = in.caller, in.at {
		if in.states[l] == nil {
			return // it will be looked at when it is reached
		}
		in.work.Push(l)
	}
}

func wakeAll(list []reader) {
	for _, at := range list {
		at.wake()
	}
}

// readers enters a location in a list of those that depend on something.
func (x *memory) readers(list *[]reader, in *instance, l cfa.LocID) {
	if !x.narrowing() && !x.out.checking && !slices.Contains(*list, reader{in, l}) {
		*list = append(*list, reader{in, l})
	}
}

// writeTo adds a value to the shared memory of an object and wakes its readers.
func (x *memory) writeTo(o int32, p place, v value) {
	if x.narrowing() { // narrowing: what is written is gathered anew
		x.writeShared(x.fresh[o], p, v)
		return
	}
	if x.out.checking {
		return
	}
	if x.writeShared(x.shared[o], p, v) {
		wakeAll(x.space.objs[o].readers)
	}
}

// publish lets other threads see the private objects that a value points to.
func (x *memory) publish(s *state, v value) {
	for _, r := range v.refs {
		if r.old || x.space.objs[r.obj].static != nil {
			continue
		}
		if hasObj(s.dead, r.obj) {
			x.space.ends(x.space.objs[r.obj], false, true)
		}
		if m := x.own(s, r.obj); m != nil {
			s.setOwn(r.obj, nil)
			s.shared = addObj(s.shared, r.obj)
			x.expose(s, r.obj, m, ^uint64(0))
			s.forget(func(d regDef) bool { return d.term == term.None })
		}
	}
}

// expose adds the content of an object to shared memory.
func (x *memory) expose(s *state, o int32, m *content, size uint64) {
	for _, c := range m.cells {
		x.publish(s, c.val)
		x.writeTo(o, place{absint.Single(x.prog.PtrWidth, c.off), c.size}, x.space.foreign(c.val))
	}
	for _, sm := range m.smears {
		x.publish(s, sm.val)
		x.writeTo(o, place{smearPlaces(x.prog.PtrWidth, sm, size), sm.size}, x.space.foreign(sm.val))
	}
	at := uint64(0)
	raw := func(lo, hi uint64) {
		if x.narrowing() {
			x.fresh[o].expose(byteRange{lo, hi})
		} else if !x.out.checking && x.shared[o].expose(byteRange{lo, hi}) {
			wakeAll(x.space.objs[o].readers)
		}
	}
	for _, c := range m.cells {
		raw(at, c.off)
		at = c.off + uint64(c.size)
	}
	raw(at, size)
}

// smearPlaces are the places of a smear, as far as they can matter.
func smearPlaces(width int, s smear, size uint64) absint.Strided {
	limit := min(size, absint.Mask(width)>>1)
	hi := s.rem
	if s.mod > 0 && limit > s.rem {
		hi = s.rem + (limit-s.rem)/s.mod*s.mod
	}
	return absint.Stepped(absint.Span(width, s.rem, hi), s.mod)
}
