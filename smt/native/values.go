package native

import (
	"encoding/binary"

	"whittle.dev/internal/simplex/rational"
	"whittle.dev/term"
)

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

// valueOf returns the number of a value in the model: the same for values of one sort that are equal.
func (r *refinement) valueOf(p place) int32 {
	switch p.w {
	case inForms:
		return r.numbers.ofRat(r.nums.value(r.arr.places.form(p)))
	case inElements:
		return r.same.class(int32(p.off))
	case inArrays:
		return r.arrayNumber(int32(p.off))
	}
	return r.valueOfBits(p)
}

// valueOfBits is valueOf for vectors.
func (r *refinement) valueOfBits(ref place) int32 {
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
	return in.ofText(in.buf)
}

// ofText returns the number of a value by a text that no other value of its sort has.
func (in *interner) ofText(text []byte) int32 {
	id, ok := in.large[string(text)]
	if !ok {
		in.n++
		id = in.n
		in.large[string(text)] = id
	}
	return id
}

// ofRat returns the number of a rational.
func (in *interner) ofRat(x rational.Rat) int32 {
	n, ok := x.Int64()
	if !ok {
		in.buf = append(in.buf[:0], x.String()...)
		return in.ofText(in.buf)
	}
	id, ok := in.small[uint64(n)]
	if !ok {
		in.n++
		id = in.n
		in.small[uint64(n)] = id
	}
	return id
}

// arrayNumber is valueOf for arrays: those that equations in the search make equal have one number. Arrays
// that are told apart by none may turn out to be equal, see shared arrays in activate.go.
func (r *refinement) arrayNumber(id int32) int32 {
	if elems := r.arr.nodes[id].elems; elems != nil {
		text := make([]byte, 0, 64)
		for _, e := range elems {
			text = binary.AppendUvarint(text, uint64(r.valueOf(e)))
		}
		return r.numbers.ofText(text)
	}
	if r.classes == nil {
		r.findClasses()
	}
	return r.classOf(id)
}

// findClasses finds the arrays that are equal in the model: by equations, and constant arrays by elements.
func (r *refinement) findClasses() {
	r.classes = map[int32]int32{}
	for _, q := range r.liveEqs {
		if eq := &r.arr.eqs[q]; r.values.value(eq.e) {
			r.classes[r.classOf(eq.a)] = r.classOf(eq.b)
		}
	}
	for changed := true; changed; { // an element may be a constant array too
		changed = false
		first := map[[2]uint32]int32{} // by sort and element
		for id := range r.nodeActive {
			n := &r.arr.nodes[id]
			if !r.nodeActive[id] || n.kind != aConst || n.elems != nil {
				continue
			}
			key := [2]uint32{uint32(n.sort), uint32(r.valueOf(n.val))}
			if other, ok := first[key]; !ok {
				first[key] = int32(id)
			} else if a, b := r.classOf(int32(id)), r.classOf(other); a != b {
				r.classes[a] = b
				changed = true
			}
		}
	}
}

// classOf follows the links of equal arrays.
func (r *refinement) classOf(id int32) int32 {
	for {
		up, ok := r.classes[id]
		if !ok || up == id {
			return id
		}
		id = up
	}
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
			v = r.bits.st.ArrayValue(sort, r.sortedValue(n.val, elem))
		case aStore:
			v = v.With(r.sortedValue(n.idx, index), r.sortedValue(n.val, elem))
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
			def = r.sortedValue(root.dflt, elem)
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
		entries = append(entries, term.ArrayEntry{Index: r.sortedValue(e.idx, index),
			Elem: r.sortedValue(e.elem, elem)})
	}
	return r.bits.st.ArrayValue(sort, def, entries...)
}

// sortedValue returns a value of the given sort in the model.
func (r *refinement) sortedValue(p place, sort term.Sort) term.Value {
	switch p.w {
	case inForms:
		return sortedNumber(r.nums.value(r.arr.places.form(p)), sort)
	case inElements:
		return r.bits.st.ElementValue(sort, r.element(int32(p.off)))
	case inArrays:
		return r.arrayValue(int32(p.off), sort)
	}
	v := r.bits.at(p)
	if sort.IsBool() {
		return term.BoolValue(r.values.value(v[0]))
	}
	return r.values.vecValue(v)
}
