package unset

import (
	"maps"

	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
)

// place is what a register holds for certain: an address in the newest object of an allocation, or null. An
// access through null ends the execution, so the two may be joined.
type place struct {
	obj   pointsto.ObjID // null if negative
	off   int64
	maybe bool // it may be null instead
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
	consts map[cfa.RegID]uint64 // values of registers
	// prefixes are the parts of arrays that loops have written; true: and the element for the counter.
	prefixes map[prefix]bool
	// elements are those that registers point to; their size is 0.
	elements map[cfa.RegID]prefix
}

func newState() *state {
	return &state{map[cfa.RegID]uint64{}, map[cfa.RegID]place{}, map[pointsto.ObjID]object{},
		map[cfa.RegID]uint64{}, map[prefix]bool{}, map[cfa.RegID]prefix{}}
}

func (s *state) clone() *state {
	return &state{maps.Clone(s.masks), maps.Clone(s.places), maps.Clone(s.objs), maps.Clone(s.consts),
		maps.Clone(s.prefixes), maps.Clone(s.elements)}
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
	changed = s.joinPrefixes(t) || changed
	for r, p := range s.elements {
		if t.elements[r] != p {
			delete(s.elements, r)
			changed = true
		}
	}
	for r, p := range s.places {
		q, ok := t.places[r]
		may := p
		may.maybe = p.maybe || q.maybe || q.obj == null
		switch {
		case ok && q == p:
		case ok && p.obj != null && (q.obj == null || q.obj == p.obj && q.off == p.off):
			if may != p {
				s.places[r] = may
				changed = true
			}
		case ok && p.obj == null:
			q.maybe = true
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

// joinPrefixes does that for counters. One that is zero in one of the states has all prefixes there.
func (s *state) joinPrefixes(t *state) bool {
	changed := false
	zero := func(x *state, p prefix) bool { n, ok := x.consts[p.counter]; return ok && n == 0 }
	for p, done := range s.prefixes {
		more, ok := t.prefixes[p]
		switch {
		case !ok && !zero(t, p):
			delete(s.prefixes, p)
			changed = true
		case done && !(ok && more):
			s.prefixes[p] = false
			changed = true
		}
	}
	for p := range t.prefixes {
		if _, ok := s.prefixes[p]; !ok && zero(s, p) {
			s.prefixes[p] = false
			changed = true
		}
	}
	for r, n := range s.consts {
		if m, ok := t.consts[r]; !ok || m != n {
			delete(s.consts, r)
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
	s.unfill(o)
	for r, p := range s.elements {
		if p.obj == o {
			delete(s.elements, r)
		}
	}
}

// unfill drops what loops have written of an object.
func (s *state) unfill(o pointsto.ObjID) {
	for p := range s.prefixes {
		if p.obj == o {
			delete(s.prefixes, p)
		}
	}
}
