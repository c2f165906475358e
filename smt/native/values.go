package native

import "whittle.dev/term"

// interner numbers the values of vectors in one model, so that they are compared and
// looked up as numbers. Vectors of different widths may share a number.
type interner struct {
	small map[uint64]int32
	large map[string]int32
	n     int32
	buf   []byte
}

func (in *interner) reset() {
	if in.small == nil {
		in.small, in.large = map[uint64]int32{}, map[string]int32{}
	}
	clear(in.small)
	clear(in.large)
	in.n = 0
}

// lookup returns the number of a value that fits in 64 bits, if it has one.
func (in *interner) lookup(x uint64) (int32, bool) {
	id, ok := in.small[x]
	return id, ok
}

// valueOf returns the number of the value of a vector in the model.
func (r *refinement) valueOf(ref vecRef) int32 {
	in := &r.numbers
	x, big := uint64(0), false
	v := r.bits.at(ref)
	for i, l := range v {
		if r.values.value(l) {
			if i >= 64 {
				big = true
				break
			}
			x |= 1 << i
		}
	}
	if !big {
		id, ok := in.small[x]
		if !ok {
			in.n++
			id = in.n
			in.small[x] = id
		}
		return id
	}
	in.buf = in.buf[:0]
	b := byte(0)
	for i, l := range v {
		if r.values.value(l) {
			b |= 1 << (i & 7)
		}
		if i&7 == 7 || i == len(v)-1 {
			in.buf = append(in.buf, b)
			b = 0
		}
	}
	// Leading zeros do not count: widths may differ.
	for in.buf[len(in.buf)-1] == 0 {
		in.buf = in.buf[:len(in.buf)-1]
	}
	id, ok := in.large[string(in.buf)]
	if !ok {
		in.n++
		id = in.n
		in.large[string(in.buf)] = id
	}
	return id
}

// builtArray is the value of an array in the model.
type builtArray = term.Value

// arrayValue returns the value of an array, of the given sort, in the model.
func (r *refinement) arrayValue(id int32, sort term.Sort) term.Value {
	if elems := r.arr.nodes[id].elems; elems != nil {
		return r.tableValue(elems, sort)
	}
	if r.built == nil {
		r.built = map[int32]builtArray{}
	}
	// Down to an array whose value is known or has none below, then up again.
	var path []int32
	v, ok := r.built[id]
	for !ok {
		path = append(path, id)
		n := &r.arr.nodes[id]
		if n.kind == aSymbol || n.kind == aConst {
			break
		}
		if id = n.a; n.kind == aIte && !r.values.value(n.cond) {
			id = n.b
		}
		v, ok = r.built[id]
	}
	index, elem := r.bits.st.ArrayParts(sort)
	for i := len(path) - 1; i >= 0; i-- {
		id := path[i]
		switch n := &r.arr.nodes[id]; n.kind {
		case aSymbol:
			v = r.symbolArray(id, sort)
		case aConst:
			v = r.bits.st.ArrayValue(sort, r.values.sortedValue(n.val, elem))
		case aStore:
			v = v.With(r.values.sortedValue(n.idx, index), r.values.sortedValue(n.val, elem))
		}
		r.built[id] = v
	}
	return v
}

// symbolArray returns the value of an array symbol: its entries, and elsewhere the default of its component.
func (r *refinement) symbolArray(id int32, sort term.Sort) term.Value {
	index, elem := r.bits.st.ArrayParts(sort)
	def := r.bits.st.ZeroValue(elem)
	if r.info[id] != nil {
		if root := r.info[r.find(id)]; root.hasDflt {
			def = r.values.sortedValue(root.dflt, elem)
		}
	}
	if r.byArray == nil {
		r.byArray = map[int32][]int32{}
		for i := range r.entries {
			a := r.entries[i].arr
			r.byArray[a] = append(r.byArray[a], int32(i))
		}
	}
	var entries []term.ArrayEntry
	for _, i := range r.byArray[id] {
		e := &r.entries[i]
		entries = append(entries, term.ArrayEntry{Index: r.values.sortedValue(e.idx, index),
			Elem: r.values.sortedValue(e.elem, elem)})
	}
	return r.bits.st.ArrayValue(sort, def, entries...)
}

// sortedValue returns the value of a vector as one of a Bool or bit-vector sort.
func (m *valuation) sortedValue(ref vecRef, sort term.Sort) term.Value {
	v := m.bits.at(ref)
	if sort.IsBool() {
		return term.BoolValue(m.value(v[0]))
	}
	return m.vecValue(v)
}
