package golang

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// equal is the condition that two values are equal. One of them may be an interface that the other is put
// into first.
func (f *fn) equal(t, u types.Type, a, b []term.Term, x *ssa.BinOp) term.Term {
	switch {
	case types.IsInterface(t) && isNil(x.Y):
		return f.ts.Eq(a[0], f.zero(a[0]))
	case types.IsInterface(t) && isNil(x.X):
		return f.ts.Eq(b[0], f.zero(b[0]))
	case types.IsInterface(t) && !types.IsInterface(u):
		return f.equals(t, a, f.boxed(u, b))
	case types.IsInterface(u) && !types.IsInterface(t):
		return f.equals(u, f.boxed(t, a), b)
	}
	switch t.Underlying().(type) {
	case *types.Slice, *types.Map, *types.Signature: // with nil
		return f.ts.Eq(a[0], b[0])
	}
	return f.equals(t, a, b)
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}

// equals is the condition that two values of a type are equal, which may take steps.
func (f *fn) equals(t types.Type, a, b []term.Term) term.Term {
	if f.dead {
		return f.ts.True()
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			if a[1] != b[1] && f.ts.IsConst(a[1]) && f.ts.IsConst(b[1]) {
				return f.ts.False()
			}
			return f.isSet(f.callModel("stringEqual", a[0], a[1], b[0], b[1])[0])
		case u.Info()&(types.IsFloat|types.IsComplex) != 0:
			f.unsupported("a comparison of floating-point numbers")
			return f.ts.True()
		}
		return f.ts.Eq(a[0], b[0])
	case *types.Interface:
		r := f.reg("equal", 8)
		if f.model { // in a section, which no panic may leave
			f.ask(askComparable, nil, nil, r, a[:1])
			yes, no := f.branch(f.isSet(f.sym(r)))
			f.at(no)
			f.unsupported("a key whose type is not comparable")
			f.at(yes)
		}
		f.ask(askEqual, nil, nil, r, append(append([]term.Term{}, a...), b...))
		if !f.model {
			f.afterCall()
		}
		return f.isSet(f.sym(r))
	case *types.Struct:
		return f.equalInOrder(u.NumFields(), func(i int) (types.Type, int) {
			if u.Field(i).Name() == "_" {
				return nil, 0
			}
			first, _ := span(t, i)
			return u.Field(i).Type(), first
		}, a, b)
	case *types.Array:
		n := len(f.partsOf(u.Elem()))
		return f.equalInOrder(int(u.Len()), func(i int) (types.Type, int) { return u.Elem(), i * n }, a, b)
	case *types.Pointer, *types.Chan:
		return f.ts.Eq(a[0], b[0])
	}
	f.unsupported("a comparison of values of type " + typeName(t))
	return f.ts.True()
}

// equalInOrder is the condition that all components of two values are equal. component says of each what its
// type is and which part is its first; nil: it does not count. They are compared in their order up to the
// first difference, which matters where a comparison may panic.
func (f *fn) equalInOrder(n int, component func(i int) (types.Type, int), a, b []term.Term) term.Term {
	all, differ := f.ts.True(), cfa.LocID(-1)
	result := cfa.NoReg
	for i := range n {
		t, first := component(i)
		if t == nil {
			continue
		}
		if holdsInterface(t) && !f.ts.IsTrue(all) && !f.dead {
			if differ < 0 {
				differ, result = f.newLoc(), f.reg("equal", 8)
			}
			yes, no := f.branch(all)
			f.at(no)
			f.assign(result, f.ts.BV(8, 0))
			f.jump(differ)
			f.at(yes)
			all = f.ts.True()
		}
		last := first + len(f.partsOf(t))
		all = f.ts.And(all, f.equals(t, a[first:last], b[first:last]))
	}
	if differ < 0 {
		return all
	}
	f.assign(result, f.bit(all))
	f.jump(differ)
	f.at(differ)
	return f.isSet(f.sym(result))
}

// holdsInterface reports whether values of a type are or have interfaces, whose comparison may panic.
func holdsInterface(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return true
	case *types.Array:
		return u.Len() > 0 && holdsInterface(u.Elem())
	case *types.Struct:
		for i := range u.NumFields() {
			if u.Field(i).Name() != "_" && holdsInterface(u.Field(i).Type()) {
				return true
			}
		}
	}
	return false
}

// hashable panics where a key of a map has an interface whose value cannot be compared: also if the map is
// empty, or nil and read.
func (f *fn) hashable(t types.Type, v []term.Term) {
	if f.dead || !holdsInterface(t) {
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Interface:
		f.ask(askHashable, nil, nil, cfa.NoReg, v)
		f.afterCall()
	case *types.Array:
		n := len(f.partsOf(u.Elem()))
		for i := range int(u.Len()) {
			f.hashable(u.Elem(), v[i*n:(i+1)*n])
		}
	case *types.Struct:
		for i := range u.NumFields() {
			if u.Field(i).Name() != "_" {
				first, n := span(t, i)
				f.hashable(u.Field(i).Type(), v[first:first+n])
			}
		}
	}
}
