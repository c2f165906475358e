package ctype

import "modernc.org/cc/v4"

// Kind divides the types.
type Kind uint8

// The kinds of types.
const (
	Void Kind = iota
	Basic
	Enum
	Pointer
	Array
	Func
	Record // struct or union
)

// Quals is a set of qualifiers.
type Quals uint8

// The qualifiers. Restrict plays no part in what a program can see of a type but for compatibility.
const (
	Const Quals = 1 << iota
	Volatile
	Restrict
	Atomic
)

// Lengths of arrays that are no numbers.
const (
	Unknown  = -1 // int a[]
	Variable = -2 // int a[n]
)

// Type is a C type. Types are shared and must not be changed.
type Type struct {
	Kind  Kind
	Quals Quals
	// Basic is that of a Basic type: cc.Bool, cc.Int, cc.Double and so on.
	Basic cc.Kind
	// Bits is the width of an integer type that only bit-fields have, 0 for
	// all others; Basic is then cc.LongLong or cc.ULongLong.
	Bits int
	// Elem is what a pointer points to, an array consists of or a function returns.
	Elem *Type
	Len  int64 // of an array, or Unknown or Variable
	// Params are those of a function with a prototype, without qualifiers.
	Params              []*Type
	Prototype, Variadic bool
	// Parser is the parser's type of an enumeration, a struct or union, an array or a function, and of some
	// basic types; nil if it has none that fits.
	Parser cc.Type
	// Under is the integer type of an enumeration; nil if it is not defined.
	Under *Type
	// Bitfield says that an expression designates or is read from a bit-field.
	Bitfield bool

	tag any // identity of an enumeration, struct or union
}

// Qualified returns t with the qualifiers q and its own. Those of an array are those of its elements.
func (t *Type) Qualified(q Quals) *Type {
	if t == nil || t.Quals|q == t.Quals {
		return t
	}
	c := *t
	if t.Kind == Array {
		c.Elem = t.Elem.Qualified(q)
		return &c
	}
	c.Quals |= q
	return &c
}

// Unqualified returns t without qualifiers.
func (t *Type) Unqualified() *Type {
	if t == nil || t.Quals == 0 {
		return t
	}
	c := *t
	c.Quals = 0
	return &c
}

// PointerTo returns the type of pointers to t.
func PointerTo(t *Type) *Type {
	if t == nil {
		return nil
	}
	return &Type{Kind: Pointer, Elem: t}
}

func basic(k cc.Kind) *Type { return &Type{Kind: Basic, Basic: k} }

// IsInteger reports whether t is an integer type, enumerations included.
func (t *Type) IsInteger() bool {
	if t == nil {
		return false
	}
	if t.Kind == Enum {
		return t.Under != nil
	}
	if t.Kind != Basic {
		return false
	}
	switch t.Basic {
	case cc.Bool, cc.Char, cc.SChar, cc.UChar, cc.Short, cc.UShort, cc.Int, cc.UInt, cc.Long, cc.ULong,
		cc.LongLong, cc.ULongLong, cc.Int128, cc.UInt128:
		return true
	}
	return false
}

// IsArithmetic reports whether t is an integer or a real floating type.
func (t *Type) IsArithmetic() bool {
	return t.IsInteger() || t != nil && t.Kind == Basic
}

// Compatible reports whether two types, also of different units, are compatible (C11 6.2.7), qualifiers
// included.
func Compatible(a, b *Type) bool {
	if a == nil || b == nil || a.Quals != b.Quals {
		return false
	}
	if a.Kind != b.Kind {
		// An enumeration is compatible with its integer type.
		if a.Kind == Enum {
			a = a.Under
		} else if b.Kind == Enum {
			b = b.Under
		}
		return a != nil && b != nil && a.Kind == Basic && b.Kind == Basic && a.Basic == b.Basic &&
			a.Bits == b.Bits
	}
	switch a.Kind {
	case Void:
		return true
	case Basic:
		return a.Basic == b.Basic && a.Bits == b.Bits
	case Pointer:
		return Compatible(a.Elem, b.Elem)
	case Array:
		return Compatible(a.Elem, b.Elem) && (a.Len < 0 || b.Len < 0 || a.Len == b.Len)
	case Func:
		return compatibleFunctions(a, b)
	}
	return a.tag == b.tag || acrossUnits(a.tag, b.tag)
}

// acrossUnits reports whether tags of two units are taken to stand for the same type (C11 6.2.7p1): those of
// one name in the scopes of files, and what has no tag and stands at the same place. What the types consist
// of is not looked at.
func acrossUnits(a, b any) bool {
	switch x := a.(type) {
	case tagKey:
		y, ok := b.(tagKey)
		return ok && x.tag == y.tag && x.scope.Parent == nil && y.scope.Parent == nil
	case cc.Node:
		y, ok := b.(cc.Node)
		return ok && x.Position() == y.Position()
	}
	return false
}

func compatibleFunctions(a, b *Type) bool {
	if !Compatible(a.Elem, b.Elem) {
		return false
	}
	if !a.Prototype {
		a, b = b, a
	}
	switch {
	case !a.Prototype:
		return true
	case !b.Prototype:
		// Callers without a prototype pass promoted arguments.
		for _, p := range a.Params {
			if p == nil || p.Kind == Basic && promotes(p.Basic) {
				return false
			}
		}
		return !a.Variadic
	}
	if len(a.Params) != len(b.Params) || a.Variadic != b.Variadic {
		return false
	}
	for i, p := range a.Params {
		if !Compatible(p, b.Params[i]) {
			return false
		}
	}
	return true
}

// promotes reports whether the default argument promotions change a type.
func promotes(k cc.Kind) bool {
	switch k {
	case cc.Bool, cc.Char, cc.SChar, cc.UChar, cc.Short, cc.UShort, cc.Float:
		return true
	}
	return false
}

// composite is the composite type of two compatible types (C11 6.2.7p3).
func composite(a, b *Type) *Type {
	switch {
	case a.Kind != b.Kind:
		return a
	case a.Kind == Array && a.Len < 0 && b.Len >= 0, a.Kind == Func && !a.Prototype:
		return b
	case a.Kind == Pointer:
		c := *a
		c.Elem = composite(a.Elem, b.Elem)
		return &c
	}
	return a
}

// Agrees reports whether the parser's type p is t but for qualifiers, the
// parameters of functions, and which struct, union or enumeration it is.
func Agrees(t *Type, p cc.Type) bool {
	switch x := p.(type) {
	case *cc.PointerType:
		return t.Kind == Pointer && Agrees(t.Elem, x.Elem())
	case *cc.ArrayType:
		return t.Kind == Array && Agrees(t.Elem, x.Elem()) && (t.Len == x.Len() || t.Len < 0 && x.Len() < 0)
	case *cc.FunctionType:
		return t.Kind == Func && Agrees(t.Elem, x.Result())
	case *cc.EnumType:
		return t.Kind == Enum
	case *cc.StructType, *cc.UnionType:
		return t.Kind == Record
	}
	if p.Kind() == cc.Void {
		return t.Kind == Void
	}
	return t.Kind == Basic && t.Bits == 0 && t.Basic == p.Kind()
}
