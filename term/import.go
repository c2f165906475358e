package term

// Importer copies terms from one store to another, each shared term once. They are simplified as by the
// constructors of the destination. The stores may be unrelated; symbols are matched by name.
type Importer struct {
	dst, src *Store
	images   bottomUp
	args     []Term
}

// NewImporter returns an importer of terms of src into dst.
func NewImporter(dst, src *Store) *Importer { return &Importer{dst: dst, src: src} }

// Sort returns the sort of dst that sort is in src.
func (m *Importer) Sort(sort Sort) Sort {
	switch {
	case sort.IsArray():
		index, elem := m.src.ArrayParts(sort)
		return m.dst.ArraySort(m.Sort(index), m.Sort(elem))
	case sort.IsFunc():
		params, result := m.src.FuncParts(sort)
		images := make([]Sort, len(params))
		for i, p := range params {
			images[i] = m.Sort(p)
		}
		return m.dst.FuncSort(images, m.Sort(result))
	case sort.IsUninterpreted():
		return m.dst.SortSymbol(m.src.SortName(sort))
	}
	return sort
}

// Import returns t as a term of the destination.
func (m *Importer) Import(t Term) Term { return m.images.of(t, m.rebuild) }

func (m *Importer) rebuild(t Term) (r Term, ready bool) {
	n := m.src.node(t)
	switch n.op() {
	case OpSymbol:
		return m.dst.Symbol(m.src.Name(t), m.Sort(n.sort())), true
	case OpConst:
		if sort := n.sort(); sort.IsUninterpreted() {
			return m.dst.FromValue(m.dst.ElementValue(m.Sort(sort), n.bits())), true
		}
		return m.dst.FromValue(m.src.ConstValue(t)), true
	}
	m.args = m.args[:0]
	ready = true
	for _, a := range m.src.args(n) {
		r, ok := m.images.get(a)
		if !ok {
			m.images.push(a)
			ready = false
		}
		m.args = append(m.args, r)
	}
	if !ready {
		return None, false
	}
	return m.dst.applyLike(m.src, t, m.Sort(n.sort()), m.args), true
}
