package unset

import (
	"maps"

	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
)

// place is what a register holds for certain: an address in the newest object of an allocation, or null. An
// access through null ends the execution, so the two may be joined.
type place struct {
	obj pointsto.ObjID // null if negative
	off int64
}

const null pointsto.ObjID = -1

// object is the newest object that an allocation has made.
type object struct {
	content
	escaped bool // its address is in memory, or was passed on
}

// state is what is known at a location.
type state struct {
	masks  map[cfa.RegID]uint64 // of registers that may hold what was never written
	places map[cfa.RegID]place
	objs   map[pointsto.ObjID]object
}

func newState() *state {
	return &state{map[cfa.RegID]uint64{}, map[cfa.RegID]place{}, map[pointsto.ObjID]object{}}
}

func (s *state) clone() *state {
	return &state{maps.Clone(s.masks), maps.Clone(s.places), maps.Clone(s.objs)}
}

// join adds what another state allows, and reports whether there is more than before.
func (s *state) join(t *state) bool {
	changed := false
	for r, m := range t.masks {
		if s.masks[r]|m != s.masks[r] {
			s.masks[r] |= m
			changed = true
		}
	}
	for r, p := range s.places {
		q, ok := t.places[r]
		switch {
		case ok && (q == p || q.obj == null):
		case ok && p.obj == null:
			s.places[r] = q
			changed = true
		default:
			delete(s.places, r)
			changed = true
		}
	}
	for o, x := range t.objs {
		y, ok := s.objs[o]
		if !ok {
			s.objs[o] = x // elsewhere there is none yet
			changed = true
			continue
		}
		c, more := y.join(x.content)
		if more || x.escaped && !y.escaped {
			s.objs[o] = object{c, y.escaped || x.escaped}
			changed = true
		}
	}
	return changed
}

// forget drops what registers hold that point to the object which is the newest one no more.
func (s *state) forget(o pointsto.ObjID) {
	for r, p := range s.places {
		if p.obj == o {
			delete(s.places, r)
		}
	}
}
