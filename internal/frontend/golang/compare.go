package golang

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

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
		all := f.ts.True()
		for i := range u.NumFields() {
			if u.Field(i).Name() == "_" {
				continue
			}
			first, n := span(t, i)
			all = f.ts.And(all, f.equals(u.Field(i).Type(), a[first:first+n], b[first:first+n]))
		}
		return all
	case *types.Array:
		all := f.ts.True()
		n := len(f.partsOf(u.Elem()))
		for i := range int(u.Len()) {
			all = f.ts.And(all, f.equals(u.Elem(), a[i*n:(i+1)*n], b[i*n:(i+1)*n]))
		}
		return all
	case *types.Pointer, *types.Chan:
		return f.ts.Eq(a[0], b[0])
	}
	f.unsupported("a comparison of values of type " + typeName(t))
	return f.ts.True()
}
