package layout

import (
	"fmt"

	"modernc.org/cc/v4"
	"modernc.org/token"

	"whittle.dev/internal/frontend/c/syntax"
)

// Layout knows the layout of the types of one program. It is not safe for concurrent use.
type Layout struct {
	model Model
	units []*unit
	specs map[specKey]*spec
	// special says that some definition without any named member, to which no specKey leads, is packed or
	// aligned.
	special bool
	done    map[cc.Type]*record
	open    map[cc.Type]bool // being laid out: a struct that contains itself
}

// Field is a member of a struct or union.
type Field struct {
	Name string // empty for an unnamed member
	Type cc.Type
	// Offset is that of the member's first byte. Of a bit-field it is the first byte of its container, the
	// bytes that are read and written to access it.
	Offset uint64
	// Container is the number of bytes to access: the size of the type, or of
	// the bit-field's container (not always a power of two).
	Container uint64
	// IsBitField tells bit-fields; those of width 0 are not listed.
	IsBitField bool
	// BitOffset is the number of bits of the container below the bit-field, BitWidth the number of its bits.
	BitOffset, BitWidth uint
	// First and End are the bytes of the memory location that a bit-field belongs to, from First on and below
	// End: those of all bit-fields that it stands between, up to one of width 0 or another member (C11 3.14).
	First, End uint64
	// Member is the parser's view; its offsets are not to be trusted.
	Member *cc.Field
}

// record is the layout of a struct or union, in bits unless stated.
type record struct {
	size      uint64 // bytes
	align     uint64 // bytes
	userAlign bool
	fields    []Field
	err       error
}

// New returns the layout rules of a data model.
func New(model Model) *Layout {
	return &Layout{
		model: model,
		specs: make(map[specKey]*spec),
		done:  make(map[cc.Type]*record),
		open:  make(map[cc.Type]bool),
	}
}

// AddUnit makes the types of a translation unit known. pack returns the alignment limit in bytes that #pragma
// pack sets at a place, 0 for none; it may be nil.
func (l *Layout) AddUnit(ast *cc.AST, pack func(token.Position) uint64) {
	l.units = append(l.units, &unit{ast: ast, pack: pack})
}

// Sizeof returns the size of t in bytes. Functions and void have size 1, as
// in gcc. Incomplete types and arrays of variable length give an error.
func (l *Layout) Sizeof(t cc.Type) (uint64, error) {
	if v := t.VectorSize(); v > 0 {
		return uint64(v), nil
	}
	switch x := t.(type) {
	case *cc.ArrayType:
		if x.Len() < 0 || syntax.HasVariableLength(x) {
			return 0, fmt.Errorf("the size of %s is not constant", x)
		}
		n, err := l.Sizeof(x.Elem())
		if err != nil {
			return 0, err
		}
		if n != 0 && uint64(x.Len()) > 1<<62/n {
			return 0, fmt.Errorf("%s is too large", x)
		}
		return n * uint64(x.Len()), nil
	case *cc.StructType, *cc.UnionType:
		r := l.record(t)
		return r.size, r.err
	case *cc.EnumType:
		if attrSet(t, "packed", "__packed__") {
			return 0, fmt.Errorf("packed enumerations are not supported")
		}
		if x.UnderlyingType() == nil {
			return 0, fmt.Errorf("%s is incomplete", x)
		}
		return l.Sizeof(x.UnderlyingType())
	case *cc.PointerType:
		return l.model.PtrSize(), nil
	case *cc.FunctionType:
		return 1, nil
	case *cc.PredefinedType:
		s, _, err := l.basic(t.Kind())
		return s, err
	}
	return 0, fmt.Errorf("the size of %s is not known", t)
}

// Alignof returns the alignment of t in bytes that C11's _Alignof gives: that
// of a member of the type. Objects of the type may be aligned more.
func (l *Layout) Alignof(t cc.Type) (uint64, error) {
	a, user, err := l.align(t)
	if err != nil {
		return 0, err
	}
	return l.memberAlign(t, a, user), nil
}

// Fields returns the members of a struct or union in the order of their declaration, unnamed struct and union
// members and named bit-fields included.
func (l *Layout) Fields(t cc.Type) ([]Field, error) {
	switch t.(type) {
	case *cc.StructType, *cc.UnionType:
		r := l.record(t)
		return r.fields, r.err
	}
	return nil, fmt.Errorf("%s has no members", t)
}

// align returns gcc's TYPE_ALIGN and TYPE_USER_ALIGN.
func (l *Layout) align(t cc.Type) (a uint64, user bool, err error) {
	if v := aligned(t); v > 0 {
		// An aligned attribute of a typedef or a declaration. The parser also
		// expresses the alignment of _Atomic types in this way.
		_, isAtomic := l.atomicAlign(t)
		switch t.(type) {
		case *cc.StructType, *cc.UnionType:
			r := l.record(t)
			return max(v, r.align), true, r.err
		}
		return v, !isAtomic, nil
	}
	if v := t.VectorSize(); v > 0 {
		return uint64(v), false, nil
	}
	switch x := t.(type) {
	case *cc.ArrayType:
		return l.align(x.Elem())
	case *cc.StructType, *cc.UnionType:
		r := l.record(t)
		return r.align, r.userAlign, r.err
	case *cc.EnumType:
		if x.UnderlyingType() == nil {
			return 0, false, fmt.Errorf("%s is incomplete", x)
		}
		return l.align(x.UnderlyingType())
	case *cc.PointerType:
		return l.model.PtrSize(), false, nil
	case *cc.FunctionType:
		return 1, false, nil
	case *cc.PredefinedType:
		_, a, err := l.basic(t.Kind())
		if BitInt(t) > 64 {
			a = min(a, 8) // it consists of words
		}
		return a, false, err
	}
	return 0, false, fmt.Errorf("the alignment of %s is not known", t)
}

// atomicAlign recognises the alignment that the parser gives to _Atomic types
// of eight bytes on i386; it is no attribute of the program's.
func (l *Layout) atomicAlign(t cc.Type) (uint64, bool) {
	if l.model != ILP32 || aligned(t) != 8 || attrSet(t, "aligned", "__aligned__") {
		return 0, false
	}
	s, err := l.Sizeof(t)
	return 8, err == nil && s == 8
}

// memberAlign is gcc's ADJUST_FIELD_ALIGN: on i386, a member whose machine
// mode is an integer or double is aligned to four at most.
func (l *Layout) memberAlign(t cc.Type, a uint64, user bool) uint64 {
	if l.model != ILP32 || user || a <= 4 {
		return a
	}
	for {
		x, ok := t.(*cc.ArrayType)
		if !ok {
			break
		}
		t = x.Elem()
	}
	if _, ok := l.atomicAlign(t); ok {
		return a
	}
	switch t.Kind() {
	case cc.LongLong, cc.ULongLong, cc.Double, cc.Float64, cc.Float32x, cc.ComplexDouble, cc.ComplexLongLong,
		cc.Enum:
		if t.VectorSize() > 0 {
			return a
		}
		return 4
	case cc.Struct, cc.Union:
		// A struct of a machine word's size has an integer mode.
		if s, err := l.Sizeof(t); err == nil && s == 8 {
			return 4
		}
	}
	return a
}

// basic returns size and alignment of a basic type. Like gcc's __alignof__,
// it gives eight for long long on i386; members are a case of their own.
func (l *Layout) basic(k cc.Kind) (size, align uint64, err error) {
	p := l.model.PtrSize()
	same := func(n uint64) (uint64, uint64, error) { return n, n, nil }
	switch k {
	case cc.Void, cc.Bool, cc.Char, cc.SChar, cc.UChar:
		return same(1)
	case cc.Short, cc.UShort, cc.Float16, cc.BFloat16:
		return same(2)
	case cc.Int, cc.UInt, cc.Float, cc.Float32, cc.Decimal32:
		return same(4)
	case cc.Long, cc.ULong:
		return same(p)
	case cc.LongLong, cc.ULongLong, cc.Double, cc.Float64, cc.Float32x, cc.Decimal64:
		return same(8)
	case cc.LongDouble, cc.Float64x:
		if l.model == ILP32 {
			return 12, 4, nil
		}
		return same(16)
	case cc.Int128, cc.UInt128:
		if l.model == ILP32 {
			return 0, 0, fmt.Errorf("__int128 does not exist in ILP32")
		}
		return same(16)
	case cc.Float128, cc.Decimal128:
		return same(16)
	case cc.ComplexFloat:
		return 8, 4, nil
	case cc.ComplexDouble:
		return 16, 8, nil
	case cc.ComplexLongDouble:
		if l.model == ILP32 {
			return 24, 4, nil
		}
		return 32, 16, nil
	case cc.ComplexChar:
		return 2, 1, nil
	case cc.ComplexShort, cc.ComplexUShort:
		return 4, 2, nil
	case cc.ComplexInt, cc.ComplexUInt:
		return 8, 4, nil
	case cc.ComplexLong:
		return 2 * p, p, nil
	case cc.ComplexLongLong:
		return 16, 8, nil
	}
	return 0, 0, fmt.Errorf("the size of type %v is not known", k)
}

// aligned returns the aligned attribute that is part of a type, 0 for none.
func aligned(t cc.Type) uint64 {
	if a := t.Attributes(); a != nil {
		if v := a.Aligned(); v > 0 {
			return uint64(v)
		}
		if attrSet(t, "aligned", "__aligned__") && len(a.AttrValue("aligned")) == 0 &&
			len(a.AttrValue("__aligned__")) == 0 {
			return biggestAlign
		}
	}
	return 0
}

// biggestAlign is what an aligned attribute without a number asks for.
const biggestAlign = 16

func attrSet(t cc.Type, names ...string) bool {
	if a := t.Attributes(); a != nil {
		for _, n := range names {
			if a.IsAttrSet(n) {
				return true
			}
		}
	}
	return false
}
