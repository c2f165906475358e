package events

import (
	"whittle.dev/term"
)

// knowledge says what a path may know of the content of memory, and for how long.
type knowledge struct {
	g       *Graph
	s       *term.Store
	b       *builder
	objects *objects
	claims  *claims
}

// lasting reports whether no other thread can change a place while the current one runs on: the object is
// private, or the place was found to be written by no other thread after the current one has started.
func (k *knowledge) lasting(p place, spawned bool) bool {
	return k.objects.private(k.g.Program.RegionOf(p.addr), spawned) || k.objects.ownLife(p.addr) ||
		k.claims.exclusive(p)
}

// steady is like lasting, for as long as the path holds the locks that it holds.
func (k *knowledge) steady(p place, st *state) bool {
	return k.lasting(p, st.spawned) || k.claims.guarded(p, st.held)
}

// purge forgets what was known of objects that have become shared, and what was
// known only for the time of a section, or while a lock was held.
func (k *knowledge) purge(st *state, always bool) {
	if m := &st.mem; always || m.passing || m.escapes != k.objects.escapes {
		m.keep(func(p place) bool { return k.steady(p, st) })
		m.escapes = k.objects.escapes
	}
}

// content is what a path knows to stand at a place; None if nothing.
func (k *knowledge) content(m *memory, spawned bool, p place) term.Term {
	region := k.g.Program.RegionOf(p.addr)
	v, known, initial := m.lookup(p, region, k.claims.distinct)
	switch {
	case known:
		return v
	case initial && (k.objects.private(region, spawned) || k.objects.ownLife(p.addr) ||
		k.b.th.ID == 0 && k.claims.exclusive(p)):
		// Of a thread that was spawned it is only known that no other thread
		// writes the place since it started, not what was done before.
		return k.objects.initial(region, p)
	}
	return term.None
}

// trackable returns the constant place of an access whose content may be
// remembered: no other thread can change it before the path goes on.
func (k *knowledge) trackable(addr term.Term, size int, st *state) (place, bool) {
	c, ok := k.s.ConstUint64(addr)
	if !ok || size > maxAccess || size&(size-1) != 0 {
		return place{}, false
	}
	if in, known := k.objects.within(c, size); !in || !known {
		return place{}, false
	}
	p := place{c, uint8(size)}
	return p, st.sec != nil || k.steady(p, st)
}

// remember notes the content of a trackable place.
func (k *knowledge) remember(st *state, p place, v term.Term) {
	st.mem.set(p, k.g.Program.RegionOf(p.addr), v)
	if st.sec != nil && !st.mem.passing && !k.steady(p, st) {
		st.mem.passing = true
	}
}

// lifePlace is trackable for the address of a life byte.
func (k *knowledge) lifePlace(at term.Term, st *state) (place, bool) {
	c, ok := k.s.ConstUint64(at)
	if !ok {
		return place{}, false
	}
	p := place{c, lifeSize}
	return p, st.sec != nil || k.steady(p, st)
}

// inherit is what a new thread knows of memory: what its parent knows for sure at the moment of the spawn.
// What others have done to further places is not known, even if they do nothing to them from now on.
func (k *knowledge) inherit(st *state) memory {
	m := memory{}
	m.own()
	if st.sec != nil {
		// The thread starts after the section, which may go on to write.
		return m
	}
	for p, v := range st.mem.cells {
		if v != term.None && k.lasting(p, st.spawned) {
			m.cells[p] = v
			m.regions[k.g.Program.RegionOf(p.addr)] = true
		}
	}
	return m
}
