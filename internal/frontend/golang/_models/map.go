package models

// A map is a list of its entries. Keys and values are words; which keys are equal depends on their type, which
// has a number. The word races is there for data races alone: it is read where the map is looked at, and
// written where it is changed.
type hashMap struct {
	keys    int // what the lowering has set
	n       int
	writing bool
	races   uint32
	first   *entry
	last    int // the number of the entry that was added last
}

type entry struct {
	key, value uint64
	number     int
	next       *entry
}

func mapLen(m *hashMap) int {
	if m == nil {
		return 0
	}
	racingRead(&m.races)
	return m.n
}

func (m *hashMap) find(key uint64) *entry {
	e := m.first
	for e != nil && !sameKey(m.keys, e.key, key) {
		e = e.next
	}
	return e
}

func mapLookup(m *hashMap, key uint64) (value uint64, ok bool) {
	if m == nil {
		return 0, false
	}
	racingRead(&m.races)
	atomicBegin()
	clash := m.writing
	e := m.find(key)
	if e != nil {
		value, ok = e.value, true
	}
	atomicEnd()
	if clash {
		fatal("a map is read and written at the same time")
	}
	return value, ok
}

// begin is the first step of a change of a map, and each change has a second one.
func (m *hashMap) begin() {
	racingWrite(&m.races)
	atomicBegin()
	clash := m.writing
	m.writing = true
	atomicEnd()
	if clash {
		fatal("a map is written by two goroutines at the same time")
	}
}

func mapUpdate(m *hashMap, key, value uint64) {
	if m == nil {
		throw("an assignment to an entry of a nil map")
		return
	}
	m.begin()
	atomicBegin()
	m.writing = false
	if e := m.find(key); e != nil {
		e.value = value
	} else {
		m.n++
		m.last++
		at := &m.first
		for *at != nil {
			at = &(*at).next
		}
		*at = &entry{key, value, m.last, nil}
	}
	atomicEnd()
}

func mapDelete(m *hashMap, key uint64) {
	if m == nil {
		return
	}
	m.begin()
	atomicBegin()
	m.writing = false
	for at := &m.first; *at != nil; at = &(*at).next {
		if sameKey(m.keys, (*at).key, key) {
			*at = (*at).next
			m.n--
			break
		}
	}
	atomicEnd()
}

func mapClear(m *hashMap) {
	if m == nil {
		return
	}
	m.begin()
	atomicBegin()
	m.writing = false
	m.first = nil
	m.n = 0
	atomicEnd()
}

// A mapRange is a range over a map: each entry that is there from its begin until it is its turn comes once,
// in any order; one that is added meanwhile may come.
type mapRange struct {
	m    *hashMap
	last int // of the entries that were there at the begin
	past *passed
}

type passed struct {
	number int
	next   *passed
}

func rangeMap(m *hashMap) *mapRange {
	r := new(mapRange)
	r.m = m
	if m != nil {
		racingRead(&m.races)
		r.last = m.last
	}
	return r
}

func (r *mapRange) has(number int) bool {
	p := r.past
	for p != nil && p.number != number {
		p = p.next
	}
	return p != nil
}

func nextOfMap(r *mapRange) (ok bool, key, value uint64) {
	m := r.m
	if m == nil {
		return false, 0, 0
	}
	racingRead(&m.races)
	atomicBegin()
	clash := m.writing
	var chosen *entry
	for e := m.first; e != nil; e = e.next {
		if !r.has(e.number) {
			if chosen == nil && e.number <= r.last {
				chosen = e
			} else if coin("the order of a range over a map") {
				chosen = e
			}
		}
	}
	if chosen != nil {
		key, value, ok = chosen.key, chosen.value, true
		r.past = &passed{chosen.number, r.past}
	}
	atomicEnd()
	if clash {
		fatal("a map is ranged over and written at the same time")
	}
	return ok, key, value
}

func sameKey(keys int, a, b uint64) bool
func racingRead(p *uint32)
func racingWrite(p *uint32)
