package llvm

import "whittle.dev/internal/frontend/llvm/ir"

// A value of LLVM is a list of parts, each of which is a term: an integer, a pointer, a number. Structures,
// arrays and vectors have the parts of their elements, in order.

// maxParts limits how many parts a value may have.
const maxParts = 256

// maxBits limits the width of a part.
const maxBits = 1024

// A part is where a part of a value lies in memory, and its type.
type part struct {
	typ *ir.Type
	off uint64
}

// partsOf lists the parts of a type; ok is false if values of it are not supported.
func partsOf(l *ir.Layout, t *ir.Type) (parts []part, ok bool) { return appendParts(l, nil, t, 0) }

func appendParts(l *ir.Layout, parts []part, t *ir.Type, off uint64) ([]part, bool) {
	switch t.Kind {
	case ir.Void:
		return parts, true
	case ir.Int, ir.Pointer, ir.Float, ir.Double, ir.Half, ir.BFloat, ir.X86FP80, ir.FP128:
		return append(parts, part{t, off}), len(parts) < maxParts && t.Bits <= maxBits
	case ir.Struct:
		if t.Opaque {
			return nil, false
		}
		for i, f := range t.Fields {
			var ok bool
			if parts, ok = appendParts(l, parts, f, off+l.Offset(t, i)); !ok {
				return nil, false
			}
		}
		return parts, true
	case ir.Array, ir.Vector:
		size, ok := l.Size(t.Elem)
		if !ok || t.Scalable || t.Len > maxParts || t.Kind == ir.Vector && isBitwise(t.Elem) {
			return nil, false
		}
		for i := range t.Len {
			if parts, ok = appendParts(l, parts, t.Elem, off+i*size); !ok {
				return nil, false
			}
		}
		return parts, true
	}
	return nil, false
}

// isBitwise reports whether the elements of a vector of a type lie in memory without padding between them, so
// that they do not begin at bytes.
func isBitwise(t *ir.Type) bool { return t.Kind == ir.Int && t.Bits%8 != 0 }

// valueParts lists the types of the parts of a value, which need not lie in memory.
func valueParts(l *ir.Layout, t *ir.Type) ([]*ir.Type, bool) {
	if t.Kind == ir.Vector && isBitwise(t.Elem) && !t.Scalable && t.Len <= maxParts {
		out := make([]*ir.Type, t.Len)
		for i := range out {
			out[i] = t.Elem
		}
		return out, true
	}
	if t.Kind == ir.Struct && !t.Opaque || t.Kind == ir.Array && t.Len <= maxParts {
		var out []*ir.Type
		n := uint64(len(t.Fields))
		if t.Kind == ir.Array {
			n = t.Len
		}
		for i := range n {
			elem := t.Elem
			if t.Kind == ir.Struct {
				elem = t.Fields[i]
			}
			inner, ok := valueParts(l, elem)
			if out = append(out, inner...); !ok || len(out) > maxParts {
				return nil, false
			}
		}
		return out, true
	}
	parts, ok := partsOf(l, t)
	var out []*ir.Type
	for _, p := range parts {
		out = append(out, p.typ)
	}
	return out, ok
}

// element finds an element of a value: its type, and where its parts begin among those of the value.
func element(l *ir.Layout, t *ir.Type, i int) (elem *ir.Type, from int, ok bool) {
	if i < 0 {
		return nil, 0, false
	}
	switch t.Kind {
	case ir.Struct:
		if i >= len(t.Fields) {
			return nil, 0, false
		}
		for _, f := range t.Fields[:i] {
			parts, ok := valueParts(l, f)
			if !ok {
				return nil, 0, false
			}
			from += len(parts)
		}
		return t.Fields[i], from, true
	case ir.Array, ir.Vector:
		parts, ok := valueParts(l, t.Elem)
		return t.Elem, i * len(parts), ok && uint64(i) < t.Len
	}
	return nil, 0, false
}

// width is how many bits a part has.
func width(t *ir.Type, ptr int) int {
	switch t.Kind {
	case ir.Int:
		return t.Bits
	case ir.Pointer:
		return ptr
	case ir.Float:
		return 32
	case ir.Half, ir.BFloat:
		return 16
	case ir.X86FP80:
		return 80
	case ir.FP128:
		return 128
	}
	return 64
}

// isOther reports whether numbers of a type are neither float nor double: they are stored and copied, and
// that is all.
func isOther(t *ir.Type) bool {
	switch t.Kind {
	case ir.Half, ir.BFloat, ir.X86FP80, ir.FP128:
		return true
	case ir.Vector:
		return isOther(t.Elem)
	}
	return false
}

// carrier is the C type in which a part is passed, and its width; empty: there is none.
func carrier(t *ir.Type, ptr int) (name string, bits int) {
	switch t.Kind {
	case ir.Int:
		switch {
		case t.Bits <= 8:
			return "unsigned char", 8
		case t.Bits <= 16:
			return "unsigned short", 16
		case t.Bits <= 32:
			return "int", 32
		case t.Bits <= 64:
			return "long long", 64
		}
	case ir.Pointer:
		return "void *", ptr
	case ir.Float:
		return "float", 32
	case ir.Double:
		return "double", 64
	}
	return "", 0
}
