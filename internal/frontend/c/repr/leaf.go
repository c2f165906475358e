package repr

import (
	"modernc.org/cc/v4"
)

// WholeObject lists the parts of a type with the padding between and after
// them: memcpy and memset write that too, and memcmp reads it.
func (ts *Types) WholeObject(t cc.Type) (out []Leaf, ok bool) {
	ls, ok := ts.Leaves(t, MaxLeaves)
	if !ok {
		return nil, false
	}
	size, _ := ts.Size(t)
	at := uint64(0)
	for _, lf := range ls {
		if lf.Off > at {
			out = append(out, words(at, lf.Off-at, 1, MaxLeaves)...)
		}
		out = append(out, lf)
		at = max(at, lf.Off+uint64(lf.Width/8))
	}
	if size > at {
		out = append(out, words(at, size-at, 1, MaxLeaves)...)
	}
	return out, len(out) <= MaxLeaves
}

// Padding lists the bytes of a type that belong to no part of it, in words. Of a structure with more than
// MaxLeaves parts these are the bytes between its members and after them, and of an array with more none: its
// elements and members have padding of their own.
func (ts *Types) Padding(t cc.Type) (out []Leaf) {
	ls, ok := ts.Leaves(t, MaxLeaves)
	if !ok {
		s, isStruct := t.(*cc.StructType)
		if !isStruct {
			return nil
		}
		ls = nil
		for _, m := range ts.Members(s) {
			if m.IsBit {
				first, last := uint64(m.BitOff/8), uint64((m.BitOff+m.Bits+7)/8)
				ls = append(ls, Leaf{first, int(8 * (last - first))})
				continue
			}
			n, _ := ts.Size(m.Type)
			ls = append(ls, Leaf{m.Off, int(8 * n)})
		}
	}
	size, _ := ts.Size(t)
	at := uint64(0)
	gap := func(end uint64) {
		for at < end {
			w := words(at, end-at, at&-at, 1)[0]
			out = append(out, w)
			at += uint64(w.Width / 8)
		}
	}
	for _, lf := range ls {
		gap(lf.Off)
		at = max(at, lf.Off+uint64(lf.Width/8))
	}
	gap(size)
	return out
}

// Padded reports whether an object of a type has bytes that belong to no part
// of it. It may say so of types without any.
func (ts *Types) Padded(t cc.Type) bool {
	switch x := t.(type) {
	case *cc.ArrayType:
		return ts.Padded(x.Elem())
	case *cc.StructType:
		size, _ := ts.Size(t)
		at := uint64(0)
		for _, m := range ts.Members(t) {
			if m.IsBit || m.Off != at || ts.Padded(m.Type) {
				return true
			}
			n, _ := ts.Size(m.Type)
			at += n
		}
		return at != size
	}
	return false
}

// Leaf is a scalar part of an object that a copy moves in one step.
type Leaf struct {
	Off   uint64
	Width int // bits
}

// MaxLeaves bounds the straight-line copies; larger ones become loops.
const MaxLeaves = 64

// Leaves lists the scalar parts of a type. Unions, and members that overlap,
// are cut into words of their alignment. ok is false beyond the limit.
func (ts *Types) Leaves(t cc.Type, limit int) (out []Leaf, ok bool) {
	ok = true
	parts := 0
	var walk func(t cc.Type, off uint64)
	walk = func(t cc.Type, off uint64) {
		// Parts without leaves, such as empty structs, count too.
		if parts++; len(out) > limit || parts > 16*limit {
			ok = false
			return
		}
		switch x := t.(type) {
		case *cc.ArrayType:
			size, _ := ts.Size(x.Elem())
			for i := int64(0); i < x.Len() && ok; i++ {
				walk(x.Elem(), off+uint64(i)*size)
			}
			return
		case *cc.StructType:
			end := uint64(0) // of the last container of bit-fields
			for _, m := range ts.Members(t) {
				if m.IsBit {
					if m.Bits == 0 {
						continue
					}
					first, last := uint64(m.BitOff/8), uint64((m.BitOff+m.Bits-1)/8)
					for b := max(first, end); b <= last; b++ {
						out = append(out, Leaf{off + b, 8})
					}
					end = last + 1
					continue
				}
				walk(m.Type, off+m.Off)
			}
			return
		case *cc.UnionType:
			size, _ := ts.Size(t)
			out = append(out, words(off, size, ts.Align(t), limit)...)
			if len(out) > limit {
				ok = false
			}
			return
		}
		if v, ok := ts.Lanes(t); ok {
			for i := range v.N {
				out = append(out, Leaf{off + uint64(i*v.Size()), v.Scalar.Width})
			}
			return
		}
		size, _ := ts.Size(t)
		if size == 0 {
			return
		}
		if s := ts.Scalar(t); s.Class == None {
			out = append(out, words(off, size, ts.Align(t), limit)...)
			return
		}
		out = append(out, Leaf{off, int(8 * size)})
	}
	walk(t, 0)
	if len(out) > limit {
		ok = false
	}
	return out, ok
}

// words cuts size bytes into words of at most an alignment. There is one word
// more than limit when there are too many.
func words(off, size, align uint64, limit int) []Leaf {
	var out []Leaf
	step := max(min(align, 8), 1)
	for size > 0 && len(out) <= limit {
		for step > size {
			step /= 2
		}
		out = append(out, Leaf{off, int(8 * step)})
		off += step
		size -= step
	}
	return out
}
