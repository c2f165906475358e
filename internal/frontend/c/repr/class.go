package repr

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/frontend/c/syntax"
)

// ArrayLen is the number of elements of an array, or -1.
func ArrayLen(t *cc.ArrayType) int64 {
	if t.Len() >= 0 && !t.IsIncomplete() {
		return t.Len()
	}
	return -1
}

// IsCharArray reports whether a string literal can initialise an array.
func IsCharArray(at *cc.ArrayType) bool { return cc.IsIntegerType(at.Elem()) }

// RoundUp is the next multiple of an alignment.
func RoundUp(n, align uint64) uint64 {
	if align <= 1 {
		return n
	}
	return (n + align - 1) / align * align
}

// IsAggregate reports whether a value of a type is in memory: a struct, a union, an array, a vector.
func IsAggregate(t cc.Type) bool {
	switch t.Kind() {
	case cc.Struct, cc.Union, cc.Array:
		return true
	}
	return cc.IsComplexType(t) || IsVector(t)
}

// IsPointer reports whether a type is that of a pointer.
func IsPointer(t cc.Type) bool { return t.Kind() == cc.Ptr }

// IsVoid reports whether a type is void or missing.
func IsVoid(t cc.Type) bool { return t == nil || t.Kind() == cc.Void }

// IsConstObject reports whether an object that a declarator declares must not be written. The parser's const
// of a declaration belongs to the base type, so that of a pointer is looked up where it stands.
func IsConstObject(t cc.Type, d *cc.Declarator) bool {
	for {
		a, ok := t.(*cc.ArrayType)
		if !ok {
			break
		}
		t = a.Elem()
	}
	if IsPointer(t) {
		return constPointer(d)
	}
	return t.Attributes().IsConst() || d.IsConst()
}

// Elem returns what a pointer or an array consists of.
func Elem(t cc.Type) cc.Type {
	switch x := t.(type) {
	case *cc.PointerType:
		return x.Elem()
	case *cc.ArrayType:
		return x.Elem()
	}
	return nil
}

// ComputesBitInt reports whether an expression that is no lvalue has operands of type _BitInt: neither the
// parser nor the computed types know which type it has.
func ComputesBitInt(n cc.ExpressionNode) bool {
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

// IsStream recognises the objects behind streams and directories, which programs do not look into.
func IsStream(t cc.Type) bool {
	switch Name(t) {
	case "FILE", "DIR", "struct _IO_FILE", "struct __dirstream":
		return true
	}
	return false
}

// IsDirectory recognises the objects behind directories.
func IsDirectory(t cc.Type) bool { return Name(t) == "DIR" || Name(t) == "struct __dirstream" }

// IsVLA reports whether a type is a variable-length array.
func IsVLA(t cc.Type) bool { return syntax.IsVLA(t) }
