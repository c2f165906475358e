package cache

import "whittle.dev/term"

// table is a map from terms to V with open addressing that is emptied in constant
// time: a slot counts only if it carries the current stamp.
type table[V any] struct {
	keys  []uint64 // stamp<<32 | term
	vals  []V
	used  int
	stamp uint32
}

// reset forgets all and keeps the memory.
func (m *table[V]) reset() {
	m.used = 0
	m.stamp++
	if m.stamp == 0 {
		clear(m.keys)
		m.stamp = 1
	}
}

func (m *table[V]) slot(t term.Term) int {
	mask := uint32(len(m.keys) - 1)
	i := uint32(t) * 0x9e3779b1
	i = (i ^ i>>15) & mask
	want := uint64(m.stamp)<<32 | uint64(t)
	for m.keys[i] != want && uint32(m.keys[i]>>32) == m.stamp {
		i = (i + 1) & mask
	}
	return int(i)
}

func (m *table[V]) get(t term.Term) (v V, ok bool) {
	if m.used == 0 {
		return v, false
	}
	i := m.slot(t)
	if m.keys[i] != uint64(m.stamp)<<32|uint64(t) {
		return v, false
	}
	return m.vals[i], true
}

func (m *table[V]) put(t term.Term, v V) {
	if m.stamp == 0 {
		m.stamp = 1 // the zero table has stamped nothing, and 0 marks empty slots
	}
	if m.used*4 >= len(m.keys)*3 {
		m.grow()
	}
	i := m.slot(t)
	if want := uint64(m.stamp)<<32 | uint64(t); m.keys[i] != want {
		m.keys[i] = want
		m.used++
	}
	m.vals[i] = v
}

func (m *table[V]) grow() {
	old := *m
	size := max(16, 2*len(old.keys))
	m.keys, m.vals = make([]uint64, size), make([]V, size)
	for i, k := range old.keys {
		if uint32(k>>32) == old.stamp {
			j := m.slot(term.Term(uint32(k)))
			m.keys[j], m.vals[j] = k, old.vals[i]
		}
	}
}
