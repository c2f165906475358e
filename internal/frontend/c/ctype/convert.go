package ctype

import "modernc.org/cc/v4"

// rvalue is the type of the value of an lvalue of type t: arrays and functions
// become pointers, and qualifiers are dropped (C11 6.3.2.1).
func rvalue(t *Type) *Type { return decay(t).Unqualified() }

// width is the number of bits of an integer type.
func (t *Typer) width(ty *Type) int {
	if ty.Kind == Enum {
		ty = ty.Under
	}
	if ty.Bits > 0 {
		return ty.Bits
	}
	switch ty.Basic {
	case cc.Bool, cc.Char, cc.SChar, cc.UChar:
		return 8
	case cc.Short, cc.UShort:
		return 16
	case cc.Int, cc.UInt:
		return 32
	case cc.Long, cc.ULong:
		return int(8 * t.model.PtrSize())
	case cc.Int128, cc.UInt128:
		return 128
	}
	return 64
}

// signed reports whether an integer type has negative values.
func signed(t *Type) bool {
	if t.Kind == Enum {
		t = t.Under
	}
	switch t.Basic {
	case cc.Char, cc.SChar, cc.Short, cc.Int, cc.Long, cc.LongLong, cc.Int128:
		return true
	}
	return false
}

// bitField is the type of a bit-field's value. gcc gives it the type that was declared if that has the width,
// else the standard type of the width, else a type of its own.
func (t *Typer) bitField(declared *Type, width int) *Type {
	if !declared.IsInteger() {
		return nil
	}
	out := declared
	if own := t.width(declared); width != own && !(declared.Basic == cc.Bool && width == 1) {
		kinds := [2]cc.Kind{cc.UInt, cc.Int}
		bits := 0
		switch {
		case width == 32:
		case width == 8:
			kinds = [2]cc.Kind{cc.UChar, cc.SChar}
		case width == 16:
			kinds = [2]cc.Kind{cc.UShort, cc.Short}
		case width == 64 && t.model.PtrSize() == 8:
			kinds = [2]cc.Kind{cc.ULong, cc.Long}
		case width == 64:
			kinds = [2]cc.Kind{cc.ULongLong, cc.LongLong}
		default:
			kinds, bits = [2]cc.Kind{cc.ULongLong, cc.LongLong}, width
		}
		k := kinds[0]
		if signed(declared) {
			k = kinds[1]
		}
		out = &Type{Kind: Basic, Basic: k, Bits: bits, Quals: declared.Quals}
	}
	c := *out
	c.Bitfield = true
	return &c
}

// promoted applies the integer promotions to the type of a value.
func (t *Typer) promoted(ty *Type) *Type {
	if !ty.IsInteger() {
		return ty
	}
	w, s := t.width(ty), signed(ty)
	switch {
	case ty.Basic == cc.Bool || w < 32 || w == 32 && s && rank(ty) <= 4:
		return basic(cc.Int)
	case ty.Kind == Enum && w == 32:
		return basic(cc.UInt)
	case ty.Kind == Enum:
		k := [2]cc.Kind{cc.ULongLong, cc.LongLong}
		if t.model.PtrSize() == 8 {
			k = [2]cc.Kind{cc.ULong, cc.Long}
		}
		if s {
			return basic(k[1])
		}
		return basic(k[0])
	}
	if ty.Bitfield {
		c := *ty
		c.Bitfield = false
		return &c
	}
	return ty
}

// rank orders the integer types that promotions leave, and the floating ones
// above them. Types that only bit-fields have come by their width.
func rank(t *Type) int {
	if t.Kind == Enum || t.Bits > 0 {
		return 3
	}
	switch t.Basic {
	case cc.Int, cc.UInt:
		return 4
	case cc.Long, cc.ULong:
		return 5
	case cc.LongLong, cc.ULongLong:
		return 6
	case cc.Int128, cc.UInt128:
		return 7
	case cc.Float16, cc.BFloat16:
		return 11
	case cc.Float:
		return 12
	case cc.Float32:
		return 13
	case cc.Double:
		return 14
	case cc.Float32x:
		return 15
	case cc.Float64:
		return 16
	case cc.LongDouble:
		return 17
	case cc.Float64x:
		return 18
	case cc.Float128:
		return 19
	}
	return 3
}

// common is the type of the usual arithmetic conversions (C11 6.3.1.8), by the
// width of the types first, as gcc does; nil if an operand is not arithmetic.
func (t *Typer) common(a, b *Type) *Type {
	if !a.IsArithmetic() || !b.IsArithmetic() {
		return nil
	}
	a, b = t.promoted(a), t.promoted(b)
	switch fa, fb := rank(a) > 10, rank(b) > 10; {
	case fa && (!fb || rank(a) >= rank(b)):
		return a.Unqualified()
	case fb:
		return b.Unqualified()
	}
	switch wa, wb := t.width(a), t.width(b); {
	case wa > wb:
		return a.Unqualified()
	case wb > wa:
		return b.Unqualified()
	}
	if rank(a) < rank(b) {
		a, b = b, a
	}
	if signed(a) && !signed(b) {
		u := *a
		u.Basic, u.Quals = unsignedOf(a.Basic), 0
		return &u
	}
	return a.Unqualified()
}

// Parser returns the parser's type for t, nil if it has none. An integer type that only bit-fields have is
// represented by the type of 64 bits that it is a part of.
func (t *Typer) Parser(ty *Type) cc.Type {
	if ty == nil {
		return nil
	}
	switch ty.Kind {
	case Void:
		return t.ast.Void
	case Pointer:
		if e := t.Parser(ty.Elem); e != nil {
			return e.Pointer()
		}
		return nil
	case Basic:
		switch ty.Basic {
		case cc.Char:
			return t.ast.Char
		case cc.SChar:
			return t.ast.SChar
		case cc.UChar:
			return t.ast.UChar
		case cc.Short:
			return t.ast.Short
		case cc.UShort:
			return t.ast.UShort
		case cc.Int:
			return t.ast.Int
		case cc.UInt:
			return t.ast.UInt
		case cc.Long:
			return t.ast.Long
		case cc.ULong:
			return t.ast.ULong
		case cc.LongLong:
			return t.ast.LongLong
		case cc.ULongLong:
			return t.ast.ULongLong
		case cc.Float:
			return t.ast.Float
		case cc.Double:
			return t.ast.Double
		case cc.LongDouble:
			return t.ast.LongDouble
		}
	}
	if ty.Parser == nil || ty.Parser.Kind() == cc.InvalidKind {
		return nil
	}
	return ty.Parser
}

// Sizeof returns the size of a type in bytes; ok is false for incomplete types and variable-length arrays.
func (t *Typer) Sizeof(ty *Type) (n uint64, ok bool) {
	if ty == nil {
		return 0, false
	}
	switch ty.Kind {
	case Void, Func:
		return 1, true
	case Pointer:
		return t.model.PtrSize(), true
	case Array:
		n, ok := t.Sizeof(ty.Elem)
		if !ok || ty.Len < 0 || n != 0 && uint64(ty.Len) > 1<<62/n {
			return 0, false
		}
		return n * uint64(ty.Len), true
	case Enum:
		return t.Sizeof(ty.Under)
	case Basic:
		if ty.IsInteger() {
			n := uint64(1)
			for 8*n < uint64(t.width(ty)) {
				n *= 2
			}
			return n, true
		}
	}
	p := t.Parser(ty)
	if p == nil {
		return 0, false
	}
	n, err := t.lay.Sizeof(p)
	return n, err == nil
}
