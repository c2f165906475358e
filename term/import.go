package term

// Importer copies terms from one store to another, each shared term once. They are simplified as by the
// constructors of the destination. The stores may be unrelated; symbols are matched by name.
type Importer struct {
	dst, src *Store
	memo     memo[Term]
	stack    []Term
	args     []Term
}

// NewImporter returns an importer of terms of src into dst.
func NewImporter(dst, src *Store) *Importer { return &Importer{dst: dst, src: src} }

// Sort returns the sort of dst that sort is in src.
func (m *Importer) Sort(sort Sort) Sort {
	if !sort.IsArray() {
		return sort
	}
	index, elem := m.src.ArrayParts(sort)
	return m.dst.ArraySort(m.Sort(index), m.Sort(elem))
}

// Import returns t as a term of the destination.
func (m *Importer) Import(t Term) Term {
	m.stack = append(m.stack[:0], t)
	for len(m.stack) > 0 {
		t := m.stack[len(m.stack)-1]
		if _, ok := m.memo.get(t); !ok {
			r, ready := m.rebuild(t)
			if !ready {
				continue
			}
			m.memo.put(t, r)
		}
		m.stack = m.stack[:len(m.stack)-1]
	}
	r, _ := m.memo.get(t)
	return r
}

func (m *Importer) rebuild(t Term) (r Term, ready bool) {
	n := m.src.node(t)
	switch n.op() {
	case OpSymbol:
		return m.dst.Symbol(m.src.Name(t), m.Sort(n.sort())), true
	case OpConst:
		return m.dst.FromValue(m.src.ConstValue(t)), true
	}
	m.args = m.args[:0]
	ready = true
	for _, a := range m.src.args(n) {
		r, ok := m.memo.get(a)
		if !ok {
			m.stack = append(m.stack, a)
			ready = false
			continue
		}
		m.args = append(m.args, r)
	}
	if !ready {
		return None, false
	}
	return m.dst.applyLike(m.src, t, m.Sort(n.sort()), m.args), true
}
