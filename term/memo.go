package term

// memo is a map from terms to V with open addressing. It takes memory for the
// terms it holds, not for all terms of the store.
type memo[V any] struct {
	keys []Term
	vals []V
	used int
}

func (m *memo[V]) slot(t Term) uint32 {
	mask := uint32(len(m.keys) - 1)
	i := uint32(t) * 0x9e3779b1
	i = (i ^ i>>15) & mask
	for m.keys[i] != None && m.keys[i] != t {
		i = (i + 1) & mask
	}
	return i
}

func (m *memo[V]) get(t Term) (v V, ok bool) {
	if m.used == 0 {
		return v, false
	}
	i := m.slot(t)
	return m.vals[i], m.keys[i] == t
}

func (m *memo[V]) put(t Term, v V) {
	if m.used*4 >= len(m.keys)*3 {
		old := *m
		size := max(16, 2*len(m.keys))
		m.keys, m.vals = make([]Term, size), make([]V, size)
		for i, k := range old.keys {
			if k != None {
				j := m.slot(k)
				m.keys[j], m.vals[j] = k, old.vals[i]
			}
		}
	}
	i := m.slot(t)
	if m.keys[i] == None {
		m.keys[i] = t
		m.used++
	}
	m.vals[i] = v
}

// clear forgets all and keeps the memory.
func (m *memo[V]) clear() {
	if m.used > 0 {
		clear(m.keys)
		clear(m.vals)
		m.used = 0
	}
}
