package repr

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/layout"
)

// The vectors of GNU C are aggregates here, like arrays in a struct: they are in memory, are copied element
// by element, and are passed and returned as structs are. An operator reads the elements of its operands,
// works on each as on a scalar that is not promoted, and leaves the result in an object of its own. The
// parser keeps the attribute vector_size with the type of the elements and takes the result of an operator
// for one element, so what an expression has as its type is found by Types.Of.

// vectorType is the type of a vector that the program need not have a name for: the type of its elements and
// its size.
type vectorType struct {
	cc.Type
	bytes int64
}

// VectorSize implements cc.Type.
func (t *vectorType) VectorSize() int64 { return t.bytes }

// Size implements cc.Type.
func (t *vectorType) Size() int64 { return t.bytes }

// Decay implements cc.Type.
func (t *vectorType) Decay() cc.Type { return t }

// Undecay implements cc.Type.
func (t *vectorType) Undecay() cc.Type { return t }

// String implements cc.Type.
func (t *vectorType) String() string { return "vector of " + t.Type.String() }

// IsVector reports whether a type is a vector of GNU C.
func IsVector(t cc.Type) bool { return t != nil && t.VectorSize() > 0 }

// extVectorMark is the visibility that the prelude gives to types with the attribute ext_vector_type: unlike
// attributes that the parser does not know, a visibility is kept with a type everywhere.
const extVectorMark = "whittle ext_vector_type"

// isExtVector recognises the vectors of clang, which are not supported; gcc ignores the attribute.
func isExtVector(t cc.Type) bool {
	a := t.Attributes()
	return a != nil && a.Visibility() == extVectorMark
}

// VectorShape describes the elements of a vector type.
type VectorShape struct {
	Elem   cc.Type
	Scalar Scalar
	N      int // how many
}

// Lanes returns the elements of a vector type; ok is false if t is none, or one of elements that are not
// supported.
func (ts *Types) Lanes(t cc.Type) (v VectorShape, ok bool) {
	if !IsVector(t) || layout.BitInt(t) > 0 {
		return VectorShape{}, false
	}
	switch t.Kind() {
	case cc.Char:
		v.Elem = ts.Char
	case cc.SChar:
		v.Elem = ts.schar
	case cc.UChar:
		v.Elem = ts.Uchar
	case cc.Short:
		v.Elem = ts.Short
	case cc.UShort:
		v.Elem = ts.Ushort
	case cc.Int:
		v.Elem = ts.Int
	case cc.UInt:
		v.Elem = ts.Uint
	case cc.Long:
		v.Elem = ts.Long
	case cc.ULong:
		v.Elem = ts.Ulong
	case cc.LongLong:
		v.Elem = ts.Llong
	case cc.ULongLong:
		v.Elem = ts.Ullong
	case cc.Float:
		v.Elem = ts.Float
	case cc.Double:
		v.Elem = ts.Double
	default:
		return VectorShape{}, false
	}
	v.Scalar = ts.Scalar(v.Elem)
	v.N = int(t.VectorSize()) / v.Size()
	return v, v.N > 0 && v.N <= MaxLeaves
}

// Size is the size of an element in bytes.
func (v VectorShape) Size() int { return v.Scalar.Width / 8 }

// Same reports whether vectors have as many elements, of types that hold the same values.
func (v VectorShape) Same(w VectorShape) bool { return v.N == w.N && v.Scalar == w.Scalar }

// VectorOf is the type of vectors with n elements of a type.
func VectorOf(elem cc.Type, n, size int) cc.Type { return &vectorType{elem, int64(n * size)} }

// Mask is the type of the results of comparisons, and of what selects elements.
func (ts *Types) Mask(v VectorShape) cc.Type {
	for _, t := range []cc.Type{ts.schar, ts.Short, ts.Int, ts.Llong} {
		if ts.Scalar(t).Width == v.Scalar.Width {
			return VectorOf(t, v.N, v.Size())
		}
	}
	return nil
}
