package repr

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/term"
)

// Class divides the scalar types by how they convert and compute.
type Class uint8

// The classes.
const (
	None Class = iota
	Integer
	Boolean // _Bool: one byte that holds 0 or 1
	Pointer
	Floating
)

// Scalar describes a scalar type.
type Scalar struct {
	Class  Class
	Width  int // bits
	Signed bool
}

// Scalar describes t; its class is None for void, arrays, functions, structs, unions and vectors. Complex
// types are not supported and count as not scalar.
func (ts *Types) Scalar(t cc.Type) Scalar {
	if t.VectorSize() > 0 || isExtVector(t) {
		return Scalar{}
	}
	s := ts.basicScalar(t)
	if n := layout.BitInt(t); n > 0 {
		s.Width = n
	}
	return s
}

func (ts *Types) basicScalar(t cc.Type) Scalar {
	ptr := ts.ptr
	switch k := t.Kind(); k {
	case cc.Bool:
		return Scalar{Boolean, 8, false}
	case cc.Char, cc.SChar:
		return Scalar{Integer, 8, true}
	case cc.UChar:
		return Scalar{Integer, 8, false}
	case cc.Short:
		return Scalar{Integer, 16, true}
	case cc.UShort:
		return Scalar{Integer, 16, false}
	case cc.Int:
		return Scalar{Integer, 32, true}
	case cc.UInt:
		return Scalar{Integer, 32, false}
	case cc.Long:
		return Scalar{Integer, ptr, true}
	case cc.ULong:
		return Scalar{Integer, ptr, false}
	case cc.LongLong:
		return Scalar{Integer, 64, true}
	case cc.ULongLong:
		return Scalar{Integer, 64, false}
	case cc.Int128:
		return Scalar{Integer, 128, true}
	case cc.UInt128:
		return Scalar{Integer, 128, false}
	case cc.Enum:
		et, isEnum := t.(*cc.EnumType)
		if sz, ok := ts.Size(t); ok && sz > 0 && isEnum {
			return Scalar{Integer, int(8 * sz), signed(ts.lay.EnumKind(et))}
		}
		return Scalar{Integer, 32, false}
	case cc.Ptr:
		return Scalar{Pointer, ptr, false}
	case cc.Float, cc.Float32, cc.Float16, cc.Double, cc.Float64, cc.Float32x, cc.LongDouble, cc.Float128,
		cc.Float64x, cc.Float128x,
		cc.BFloat16, cc.Decimal32, cc.Decimal64, cc.Decimal128:
		sz, _ := ts.Size(t)
		return Scalar{Floating, int(8 * max(sz, 2)), true}
	}
	return Scalar{}
}

// MemoryWidth is the number of bits that a scalar occupies in memory: more than it has if it is a _BitInt.
func (ts *Types) MemoryWidth(t cc.Type, s Scalar) int {
	if layout.BitInt(t) == 0 {
		return s.Width
	}
	n, _ := ts.Size(t)
	return int(8 * n)
}

// signed reports whether the type of an enumeration is signed.
func signed(k cc.Kind) bool {
	switch k {
	case cc.Char, cc.SChar, cc.Short, cc.Int, cc.Long, cc.LongLong:
		return true
	}
	return false
}

// Sort is the sort of the values of s.
func (s Scalar) Sort() term.Sort { return term.BitVec(s.Width) }
