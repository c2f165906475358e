package events

import (
	"cmp"
	"maps"
	"slices"

	"whittle.dev/term"
)

// memory is what a path knows about the content of memory that no other thread
// can change right now: places with constant addresses and their values.
type memory struct {
	cells map[place]term.Term
	// dirty regions have been written through unknown addresses, so that
	// absent places need not hold their initial value any more.
	dirty map[uint64]bool
	all   bool // every region is dirty
	// regions are those that cells may have places in.
	regions map[uint64]bool
	// sizes has a bit for each size of the places in cells, and unaligned is set
	// when some of these are not at a multiple of their size.
	sizes     uint8
	unaligned bool
	// passing is set when cells may hold places that are known only while an atomic section lasts.
	passing bool
	// escapes is the unroller's count of escapes up to which cells were purged.
	escapes int
	owned   bool // the maps belong to this path alone
	// id names the content of the maps: equal ids, equal content.
	id *byte
}

// place is a constant address and a size in bytes.
type place struct {
	addr uint64
	size uint8
}

// crosses reports whether p lies in more than one word of Options.Exclusive.
func (p place) crosses() bool { return p.addr/ExclusiveWord != (p.addr+uint64(p.size)-1)/ExclusiveWord }

func (m *memory) own() {
	if m.owned {
		return
	}
	m.cells, m.dirty = maps.Clone(m.cells), maps.Clone(m.dirty)
	if m.cells == nil {
		m.cells = make(map[place]term.Term)
	}
	if m.dirty == nil {
		m.dirty = make(map[uint64]bool)
	}
	m.regions = maps.Clone(m.regions)
	if m.regions == nil {
		m.regions = make(map[uint64]bool)
	}
	m.owned = true
	m.id = new(byte)
}

// share returns a copy for another path.
func (m *memory) share() memory {
	m.owned = false
	return *m
}

// maxAccess is the size in bytes of the largest access that is tracked.
const maxAccess = 16

// lookup returns the value at p; known is false when nothing is known, and initial is true when p was not
// written since the start. other reports whether it surely was not by a store at an unknown address.
func (m *memory) lookup(p place, region uint64, other func(place) bool) (v term.Term, known, initial bool) {
	if v, ok := m.cells[p]; ok {
		return v, v != term.None, false
	}
	if m.all && !other(p) || m.dirty[region] || m.overlaps(p) {
		return term.None, false, false
	}
	return term.None, false, true
}

// overlaps reports whether a place that is not p but shares bytes with it was written.
func (m *memory) overlaps(p place) bool {
	found := false
	m.neighbours(p, func(place) bool {
		found = true
		return false
	})
	return found
}

// neighbours visits the places in cells, other than p, that share bytes with p, until visit returns false.
func (m *memory) neighbours(p place, visit func(place) bool) {
	if len(m.cells) == 0 {
		return
	}
	for size := uint64(1); size <= maxAccess; size *= 2 {
		if m.sizes&uint8(size) == 0 {
			continue
		}
		first, step := p.addr-p.addr%size, size
		if m.unaligned {
			first, step = p.addr-size+1, 1
		}
		for a := first; a-p.addr+size-1 < uint64(p.size)+size-1; a += step {
			if q := (place{a, uint8(size)}); q != p {
				if _, ok := m.cells[q]; ok && !visit(q) {
					return
				}
			}
		}
	}
}

// set records that p holds v.
func (m *memory) set(p place, region uint64, v term.Term) {
	m.own()
	m.regions[region] = true
	m.neighbours(p, func(q place) bool {
		m.cells[q] = term.None
		return true
	})
	m.sizes |= p.size
	m.unaligned = m.unaligned || p.addr%uint64(p.size) != 0
	m.cells[p] = v
}

// clobberAll forgets all places but those that are known to be others.
func (m *memory) clobberAll(other func(place) bool) {
	m.own()
	for p := range m.cells {
		if !other(p) {
			delete(m.cells, p)
		}
	}
	if len(m.cells) == 0 {
		clear(m.regions)
	}
	m.all = true
}

// clobber forgets all about the given regions.
func (m *memory) clobber(regions []uint64, bits int) {
	m.own()
	for _, r := range regions {
		m.dirty[r] = true
	}
	for _, r := range regions {
		if !m.regions[r] {
			continue
		}
		delete(m.regions, r)
		for p := range m.cells {
			if p.addr>>bits == r {
				delete(m.cells, p)
			}
		}
	}
}

// keep forgets the places that do not satisfy lasting. They must not be asked for any more, so they need no
// mark; except where a place reaches over a word of Options.Exclusive, so that a part of it may be lasting.
func (m *memory) keep(lasting func(place) bool) {
	m.passing = false
	drop := false
	for p, v := range m.cells {
		if !lasting(p) && (v != term.None || !p.crosses()) {
			drop = true
			break
		}
	}
	if !drop {
		return
	}
	m.own()
	for p := range m.cells {
		switch {
		case lasting(p):
		case p.crosses():
			m.cells[p] = term.None
		default:
			delete(m.cells, p)
		}
	}
}

// merge joins what two paths know. value gives the content of a place on a
// path that has not written it; choose builds the merged value.
func (m *memory) merge(o *memory, bits int, value func(x *memory, p place) term.Term,
	choose func(a, b term.Term) term.Term) {
	if m.id == o.id {
		m.owned, o.owned = false, false
		return
	}
	m.own()
	merged := make(map[place]term.Term, len(m.cells))
	var differ []place
	for p, v := range m.cells {
		if w, ok := o.cells[p]; ok && v == w {
			merged[p] = v
		} else {
			differ = append(differ, p)
		}
	}
	for p := range o.cells {
		if _, ok := m.cells[p]; !ok {
			differ = append(differ, p)
		}
	}
	// In a fixed order, since it decides that of the terms that are made.
	slices.SortFunc(differ, func(p, q place) int {
		return cmp.Or(cmp.Compare(p.addr, q.addr), cmp.Compare(p.size, q.size))
	})
	for _, p := range differ {
		a, b := value(m, p), value(o, p)
		if a == term.None || b == term.None {
			merged[p] = term.None
			continue
		}
		merged[p] = choose(a, b)
	}
	m.cells = merged
	for r := range o.regions {
		m.regions[r] = true
	}
	for r := range o.dirty {
		m.dirty[r] = true
	}
	m.sizes |= o.sizes
	m.unaligned = m.unaligned || o.unaligned
	m.all = m.all || o.all
	m.passing = m.passing || o.passing
	m.escapes = min(m.escapes, o.escapes)
}
