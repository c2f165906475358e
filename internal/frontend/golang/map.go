package golang

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"whittle.dev/term"
)

// keysOf is the number of a map's type of keys, by which the model compares them.
func (f *fn) keysOf(t types.Type) term.Term {
	key := t.Underlying().(*types.Map).Key()
	f.question(askSameKey, nil, nil)
	if is(key, types.IsFloat|types.IsComplex) {
		f.unsupported("a map with keys of type " + typeName(key))
	}
	n := f.number(key)
	for _, k := range f.keys {
		if types.Identical(k, key) {
			return f.prog.Ptr(n)
		}
	}
	f.keys = append(f.keys, key)
	return f.prog.Ptr(n)
}

// lookup lowers an index of a map.
func (f *fn) lookup(x *ssa.Lookup) {
	m, ok := x.X.Type().Underlying().(*types.Map)
	if !ok {
		f.unsupported("an index of a value of type " + typeName(x.X.Type()))
		return
	}
	f.hashable(m.Key(), f.get(x.Index))
	r := f.callModel("mapLookup", f.one(x.X), f.toWord(m.Key(), f.get(x.Index)))
	v := f.received(m.Elem(), r[0], f.isSet(r[1]))
	if x.CommaOk {
		v = append(v, r[1])
	}
	f.set(x, v...)
}

func (f *fn) rangeOver(x *ssa.Range) {
	if _, ok := x.X.Type().Underlying().(*types.Map); !ok {
		v := f.get(x.X)
		f.vals[x] = f.callModel("rangeString", v...)
		return
	}
	f.vals[x] = f.callModel("rangeMap", f.one(x.X))
}

// next lowers a step of a range over a map or a string.
func (f *fn) next(x *ssa.Next) {
	if x.IsString {
		f.set(x, f.callModel("nextOfString", f.get(x.Iter)...)...)
		return
	}
	m := x.Iter.(*ssa.Range).X.Type().Underlying().(*types.Map)
	r := f.callModel("nextOfMap", f.get(x.Iter)...)
	ok := f.isSet(r[0])
	out := []term.Term{r[0]}
	// The types of what is not used are not those of the map.
	t := x.Type().(*types.Tuple)
	for i, ty := range []types.Type{m.Key(), m.Elem()} {
		if b, isBasic := t.At(i + 1).Type().(*types.Basic); isBasic && b.Kind() == types.Invalid {
			continue
		}
		out = append(out, f.received(ty, r[i+1], ok)...)
	}
	f.vals[x] = out
}
