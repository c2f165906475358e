package c

import (
	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/term"
)

// class divides the scalar types by how they convert and compute.
type class uint8

const (
	notScalar class = iota
	integer
	boolean // _Bool: one byte that holds 0 or 1
	pointer
	floating
)

// scalar describes a scalar type.
type scalar struct {
	class  class
	width  int // bits
	signed bool
}

// basicTypes are the types that operators produce.
type basicTypes struct {
	int, uint, long, ulong, llong, ullong cc.Type
	char, schar, uchar, short, ushort     cc.Type
	void, sizeT, pvoid, float, double     cc.Type
}

func newBasicTypes(a *cc.AST) basicTypes {
	return basicTypes{
		int: a.Int, uint: a.UInt, long: a.Long, ulong: a.ULong, llong: a.LongLong, ullong: a.ULongLong,
		char: a.Char, schar: a.SChar, uchar: a.UChar, short: a.Short, ushort: a.UShort,
		void: a.Void, sizeT: a.SizeT, pvoid: a.PVoid, float: a.Float, double: a.Double,
	}
}

// scalarOf describes t; its class is notScalar for void, arrays, functions,
// structs, unions and vectors. Complex types are not supported and count as
// not scalar.
func (l *lowerer) scalarOf(t cc.Type) scalar {
	if t.VectorSize() > 0 || isExtVector(t) {
		return scalar{}
	}
	s := l.basicScalar(t)
	if n := layout.BitInt(t); n > 0 {
		s.width = n
	}
	return s
}

func (l *lowerer) basicScalar(t cc.Type) scalar {
	ptr := l.prog.PtrWidth
	switch k := t.Kind(); k {
	case cc.Bool:
		return scalar{boolean, 8, false}
	case cc.Char, cc.SChar:
		return scalar{integer, 8, true}
	case cc.UChar:
		return scalar{integer, 8, false}
	case cc.Short:
		return scalar{integer, 16, true}
	case cc.UShort:
		return scalar{integer, 16, false}
	case cc.Int:
		return scalar{integer, 32, true}
	case cc.UInt:
		return scalar{integer, 32, false}
	case cc.Long:
		return scalar{integer, ptr, true}
	case cc.ULong:
		return scalar{integer, ptr, false}
	case cc.LongLong:
		return scalar{integer, 64, true}
	case cc.ULongLong:
		return scalar{integer, 64, false}
	case cc.Int128:
		return scalar{integer, 128, true}
	case cc.UInt128:
		return scalar{integer, 128, false}
	case cc.Enum:
		et, isEnum := t.(*cc.EnumType)
		if sz, ok := l.lay.sizeOf(t); ok && sz > 0 && isEnum {
			return scalar{integer, int(8 * sz), signedKind(l.lay.lay.EnumKind(et))}
		}
		return scalar{integer, 32, false}
	case cc.Ptr:
		return scalar{pointer, ptr, false}
	case cc.Float, cc.Float32, cc.Float16, cc.Double, cc.Float64, cc.Float32x, cc.LongDouble, cc.Float128,
		cc.Float64x, cc.Float128x,
		cc.BFloat16, cc.Decimal32, cc.Decimal64, cc.Decimal128:
		sz, _ := l.lay.sizeOf(t)
		return scalar{floating, int(8 * max(sz, 2)), true}
	}
	return scalar{}
}

// memoryWidth is the number of bits that a scalar occupies in memory: more than it has if it is a _BitInt.
func (l *lowerer) memoryWidth(t cc.Type, s scalar) int {
	if layout.BitInt(t) == 0 {
		return s.width
	}
	n, _ := l.lay.sizeOf(t)
	return int(8 * n)
}

// inMemoryBits is what memory holds of a scalar.
func (f *fn) inMemoryBits(t cc.Type, v term.Term) term.Term {
	s := f.scalarOf(t)
	if s.class != integer {
		return v
	}
	return f.resize(v, s.width, f.memoryWidth(t, s), s.signed)
}

// signedKind reports whether the type of an enumeration is signed.
func signedKind(k cc.Kind) bool {
	switch k {
	case cc.Char, cc.SChar, cc.Short, cc.Int, cc.Long, cc.LongLong:
		return true
	}
	return false
}

func (s scalar) sort() term.Sort { return term.BitVec(s.width) }

func isAggregate(t cc.Type) bool {
	switch t.Kind() {
	case cc.Struct, cc.Union, cc.Array:
		return true
	}
	return cc.IsComplexType(t) || isVector(t)
}

func isPointer(t cc.Type) bool { return t.Kind() == cc.Ptr }

func isVoid(t cc.Type) bool { return t == nil || t.Kind() == cc.Void }

// isConstObject reports whether an object that a declarator declares must not
// be written. The parser's const of a declaration belongs to the base type, so
// nothing is known of a pointer or an array of pointers.
func isConstObject(t cc.Type, d *cc.Declarator) bool {
	for {
		a, ok := t.(*cc.ArrayType)
		if !ok {
			break
		}
		t = a.Elem()
	}
	return !isPointer(t) && (t.Attributes().IsConst() || d.IsConst())
}

// elem returns what a pointer or an array consists of.
func elem(t cc.Type) cc.Type {
	switch x := t.(type) {
	case *cc.PointerType:
		return x.Elem()
	case *cc.ArrayType:
		return x.Elem()
	}
	return nil
}

// promoted applies the integer promotions to a type; see promotedBits for what
// bit-fields hold.
func (l *lowerer) promoted(t cc.Type) cc.Type {
	if layout.BitInt(t) > 0 {
		return t // C23 promotes no _BitInt
	}
	switch t.Kind() {
	case cc.Bool, cc.Char, cc.SChar, cc.UChar, cc.Short, cc.UShort:
		return l.types.int
	}
	s := l.scalarOf(t)
	if s.class != integer {
		return t
	}
	if t.Kind() == cc.Enum {
		switch {
		case s.width < 32 || s.width == 32 && s.signed:
			return l.types.int
		case s.width == 32:
			return l.types.uint
		case s.signed && l.prog.PtrWidth == 64:
			return l.types.long
		case s.signed:
			return l.types.llong
		case l.prog.PtrWidth == 64:
			return l.types.ulong
		}
		return l.types.ullong
	}
	return t
}

func rank(t cc.Type) int {
	switch t.Kind() {
	case cc.Int, cc.UInt:
		return 4
	case cc.Long, cc.ULong:
		return 5
	case cc.LongLong, cc.ULongLong:
		return 6
	case cc.Int128, cc.UInt128:
		return 7
	}
	return 3
}

// floatRank orders the floating types.
func floatRank(t cc.Type) int {
	switch t.Kind() {
	case cc.Float16, cc.BFloat16:
		return 1
	case cc.Float, cc.Float32, cc.Decimal32:
		return 2
	case cc.Double, cc.Float64, cc.Float32x, cc.Decimal64:
		return 3
	case cc.LongDouble, cc.Float64x:
		return 4
	}
	return 5
}

// common is the type of the usual arithmetic conversions of two promoted types.
func (l *lowerer) common(a, b cc.Type) cc.Type {
	sa, sb := l.scalarOf(a), l.scalarOf(b)
	switch {
	case sa.class == floating && sb.class == floating:
		if floatRank(a) >= floatRank(b) {
			return a
		}
		return b
	case sa.class == floating:
		return a
	case sb.class == floating:
		return b
	case layout.BitInt(a) > 0 || layout.BitInt(b) > 0:
		return l.commonBitInt(a, b)
	case sa.signed == sb.signed:
		if rank(a) >= rank(b) {
			return a
		}
		return b
	}
	u, s := a, b
	if sa.signed {
		u, s = b, a
	}
	switch {
	case rank(u) >= rank(s):
		return u
	case l.scalarOf(s).width > l.scalarOf(u).width:
		return s
	case s.Kind() == cc.Long:
		return l.types.ulong
	}
	return l.types.ullong
}

// commonBitInt is common where one of the types is a _BitInt. Of two integers the wider one has the higher
// rank, and of equally wide ones the one that is no _BitInt; the result is unsigned if the type that it comes
// from is.
func (l *lowerer) commonBitInt(a, b cc.Type) cc.Type {
	sa, sb := l.scalarOf(a), l.scalarOf(b)
	switch {
	case sa.width > sb.width:
		return a
	case sb.width > sa.width:
		return b
	case sa.signed != sb.signed && sa.signed:
		return b
	case sa.signed == sb.signed && layout.BitInt(a) > 0:
		return b
	}
	return a
}

// computesBitInt reports whether an expression that is no lvalue has operands of type _BitInt: neither the
// parser nor the computed types know which type it has.
func computesBitInt(n cc.ExpressionNode) bool {
	found := false
	if !syntax.IsLvalue(n) {
		syntax.Walk(n, func(m cc.Node) bool {
			if x, ok := m.(cc.ExpressionNode); ok && x.Type() != nil {
				found = found || layout.BitInt(x.Type()) > 0
			}
			return !found
		})
	}
	return found
}
