package golang

import (
	"fmt"
	"go/types"

	"whittle.dev/internal/cfa"
)

// sizes are those of the gc compiler on machines of 64 bits.
var sizes = types.SizesFor("gc", "amd64")

const (
	ptrBits = 64
	word    = 8 // bytes
)

// A part of a value is a scalar: a number of 8, 16, 32 or 64 bits, a bool (8 bits, 0 or 1), or an address.
type part struct {
	offset int64 // in memory
	bits   int
	name   string // for people: ".x", "[2]", ".len"; empty if it is the whole
	signed bool
}

// maxParts bounds how many parts a value may have that is not in memory.
const maxParts = 64

// parts are those of a type, in the order of their offsets; ok is false for values that are not supported.
func parts(t types.Type) (ps []part, ok bool) {
	ps, ok = appendParts(nil, t, 0, "")
	return ps, ok && len(ps) <= maxParts
}

func appendParts(ps []part, t types.Type, at int64, name string) ([]part, bool) {
	words := func(names ...string) ([]part, bool) {
		for i, n := range names {
			ps = append(ps, part{at + int64(i)*word, ptrBits, name + n, n == ".len" || n == ".cap"})
		}
		return ps, true
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsUntyped != 0 {
			u = types.Default(u).(*types.Basic)
		}
		switch {
		case u.Kind() == types.UntypedNil || u.Kind() == types.UnsafePointer:
			return words("")
		case u.Info()&types.IsString != 0:
			return words("", ".len")
		case u.Info()&types.IsComplex != 0, u.Kind() == types.Invalid:
			return ps, false
		}
		return append(ps, part{at, int(sizes.Sizeof(u)) * 8, name,
			u.Info()&types.IsInteger != 0 && u.Info()&types.IsUnsigned == 0}), true
	case *types.Pointer, *types.Chan, *types.Map, *types.Signature:
		return words("")
	case *types.Slice:
		return words("", ".len", ".cap")
	case *types.Interface:
		return words(".type", "")
	case *types.Array:
		size := sizes.Sizeof(u.Elem())
		for i := range u.Len() {
			var ok bool
			if ps, ok = appendParts(ps, u.Elem(), at+i*size, name+index(i)); !ok || len(ps) > maxParts {
				return ps, false
			}
		}
		return ps, true
	case *types.Struct:
		offsets := fieldOffsets(u)
		for i := range u.NumFields() {
			var ok bool
			if ps, ok = appendParts(ps, u.Field(i).Type(), at+offsets[i], name+"."+u.Field(i).Name()); !ok {
				return ps, false
			}
		}
		return ps, len(ps) <= maxParts
	case *types.Tuple:
		for i := range u.Len() {
			var ok bool
			if ps, ok = appendParts(ps, u.At(i).Type(), 0, index(int64(i))); !ok {
				return ps, false
			}
		}
		return ps, true
	}
	return ps, false
}

func fieldOffsets(s *types.Struct) []int64 {
	fields := make([]*types.Var, s.NumFields())
	for i := range fields {
		fields[i] = s.Field(i)
	}
	return sizes.Offsetsof(fields)
}

// span is where in the parts of a value those of a component are: of field or element i.
func span(t types.Type, i int) (first, n int) {
	component := func(k int) types.Type {
		switch u := t.Underlying().(type) {
		case *types.Struct:
			return u.Field(k).Type()
		case *types.Array:
			return u.Elem()
		case *types.Tuple:
			return u.At(k).Type()
		}
		return t
	}
	for k := range i {
		ps, _ := parts(component(k))
		first += len(ps)
	}
	ps, _ := parts(component(i))
	return first, len(ps)
}

// layoutDepth bounds how deep layouts describe types.
const layoutDepth = 6

// layout describes a type for people.
func layout(t types.Type, depth int) *cfa.Layout {
	l := &cfa.Layout{Type: typeName(t), Size: uint64(sizes.Sizeof(t))}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		l.Signed = u.Info()&types.IsInteger != 0 && u.Info()&types.IsUnsigned == 0
		if u.Info()&types.IsString != 0 {
			l.Fields = words("ptr", "len")
		}
	case *types.Slice:
		l.Fields = words("ptr", "len", "cap")
	case *types.Interface:
		l.Fields = words("type", "value")
	case *types.Array:
		if depth > 0 {
			l.Elem, l.Len = layout(u.Elem(), depth-1), uint64(u.Len())
		}
	case *types.Struct:
		if depth == 0 {
			break
		}
		offsets := fieldOffsets(u)
		for i := range u.NumFields() {
			l.Fields = append(l.Fields, cfa.Field{Name: u.Field(i).Name(), Offset: uint64(offsets[i]),
				Layout: layout(u.Field(i).Type(), depth-1)})
		}
	}
	return l
}

func words(names ...string) (fields []cfa.Field) {
	for i, n := range names {
		fields = append(fields, cfa.Field{Name: n, Offset: uint64(i) * word,
			Layout: &cfa.Layout{Type: "word", Size: word, Signed: n == "len" || n == "cap"}})
	}
	return fields
}

// typeName is a type for people: names of packages are short.
func typeName(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p.Name() == "main" {
			return ""
		}
		return p.Name()
	})
}

// isSigned reports whether a type is one of signed integers.
func isSigned(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0 && b.Info()&types.IsUnsigned == 0
}

// is reports whether a type is a basic one of a kind of information.
func is(t types.Type, info types.BasicInfo) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&info != 0
}

// elem is what a pointer leads to.
func elem(t types.Type) types.Type { return t.Underlying().(*types.Pointer).Elem() }

func index(i int64) string { return fmt.Sprintf("[%d]", i) }
