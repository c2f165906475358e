package golang

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// instr lowers an instruction.
func (f *fn) instr(in ssa.Instruction) {
	switch x := in.(type) {
	case *ssa.Phi, *ssa.DebugRef:
	case *ssa.Alloc:
		f.set(x, f.allocType(allocName(x), elem(x.Type())))
	case *ssa.BinOp:
		f.binOp(x)
	case *ssa.UnOp:
		f.unOp(x)
	case *ssa.Convert:
		f.convert(x)
	case *ssa.MultiConvert:
		f.unsupported("a conversion of a type parameter")
	case *ssa.ChangeType:
		f.set(x, f.get(x.X)...)
	case *ssa.ChangeInterface:
		f.set(x, f.get(x.X)...)
	case *ssa.SliceToArrayPointer:
		f.sliceToArray(x)
	case *ssa.Store:
		f.notNil(x.Addr)
		f.stores(f.one(x.Addr), f.partsOf(x.Val.Type()), f.get(x.Val), f.order)
	case *ssa.FieldAddr:
		f.notNil(x.X)
		s := elem(x.X.Type()).Underlying().(*types.Struct)
		f.set(x, f.offset(f.one(x.X), fieldOffsets(s)[x.Field]))
	case *ssa.Field:
		first, n := span(x.X.Type(), x.Field)
		f.set(x, f.get(x.X)[first:first+n]...)
	case *ssa.Extract:
		first, n := span(x.Tuple.Type(), x.Index)
		f.vals[x] = f.get(x.Tuple)[first : first+n]
	case *ssa.IndexAddr:
		f.indexAddr(x)
	case *ssa.Index:
		f.indexValue(x)
	case *ssa.Slice:
		f.slice(x)
	case *ssa.MakeSlice:
		f.makeSlice(x)
	case *ssa.MakeInterface:
		f.set(x, f.boxed(x.X.Type(), f.get(x.X))...)
	case *ssa.TypeAssert:
		f.typeAssert(x)
	case *ssa.MakeClosure:
		f.makeClosure(x)
	case *ssa.Call:
		f.set(x, f.call(&x.Call)...)
	case *ssa.Go:
		f.goStatement(x)
	case *ssa.Defer:
		f.deferCall(x)
	case *ssa.RunDefers:
		f.runDefers()
	case *ssa.Panic:
		v := f.get(x.X)
		f.panics("a panic: "+f.panicText(x), v[0], v[1])
	case *ssa.Return:
		f.returns(x)
	case *ssa.Jump:
		f.follow(x.Block(), 0)
	case *ssa.If:
		yes, no := f.branch(f.isSet(f.one(x.Cond)))
		f.at(yes)
		f.follow(x.Block(), 0)
		f.at(no)
		f.follow(x.Block(), 1)
	case *ssa.MakeMap:
		keys := f.keysOf(x.Type())
		m := f.allocType("map", f.world.models.Type("hashMap").Type())
		f.emit(cfa.Store{Addr: m, Value: keys, Order: cfa.SeqCst})
		f.set(x, m)
	case *ssa.MapUpdate:
		m := x.Map.Type().Underlying().(*types.Map)
		f.hashable(m.Key(), f.get(x.Key))
		key, value := f.toWord(m.Key(), f.get(x.Key)), f.toWord(m.Elem(), f.get(x.Value))
		f.callModel("mapUpdate", f.one(x.Map), key, value)
	case *ssa.Lookup:
		f.lookup(x)
	case *ssa.Range:
		f.rangeOver(x)
	case *ssa.Next:
		f.next(x)
	case *ssa.MakeChan:
		f.makeChan(x)
	case *ssa.Send:
		f.send(x)
	case *ssa.Select:
		f.selects(x)
	default:
		f.unsupported(fmt.Sprintf("an instruction of the kind %T", in))
	}
}

func allocName(x *ssa.Alloc) string {
	if x.Comment == "" {
		return typeName(elem(x.Type()))
	}
	return x.Comment
}

func (f *fn) returns(x *ssa.Return) {
	var ts []term.Term
	for _, r := range x.Results {
		ts = append(ts, f.get(r)...)
	}
	f.returnParts(ts)
}

// returnParts returns from the function: the first part as its result, others in registers of the thread.
func (f *fn) returnParts(ts []term.Term) {
	f.tellRecovery()
	for i, r := range f.moreResults(f.ssa.Signature) {
		f.assign(r, ts[i+1])
	}
	first := term.None
	if len(ts) > 0 {
		first = ts[0]
	}
	f.end(cfa.Return{Value: first})
}

func (f *fn) unOp(x *ssa.UnOp) {
	switch x.Op {
	case token.MUL:
		f.notNil(x.X)
		if !supported(x.Type()) { // see isIndexedAtOnce
			f.vals[x] = f.get(x.X)
			return
		}
		f.set(x, f.loads(f.one(x.X), f.partsOf(x.Type()), f.order)...)
	case token.ARROW:
		f.receive(x)
	case token.NOT:
		f.set(x, f.bit(f.ts.Not(f.isSet(f.one(x.X)))))
	case token.XOR:
		f.set(x, f.ts.BVNot(f.one(x.X)))
	case token.SUB:
		if !is(x.X.Type(), types.IsInteger) {
			v := f.one(x.X)
			w := f.ts.Sort(v).Width()
			f.set(x, f.ts.BVAdd(v, f.ts.BV(w, 1<<(w-1)))) // the sign is the first bit
			return
		}
		f.set(x, f.ts.BVNeg(f.one(x.X)))
	default:
		f.unsupported("the operator " + x.Op.String())
	}
}

// notNil panics where a pointer is nil.
func (f *fn) notNil(v ssa.Value) {
	if f.model || f.isNonNil(v) {
		return
	}
	p := f.one(v)
	f.guard(f.ts.Not(f.ts.Eq(p, f.zero(p))), "a nil pointer is followed")
	f.nonNil[v] = append(f.nonNil[v], f.block)
}

// isNonNil reports whether a pointer is known not to be nil at the present place.
func (f *fn) isNonNil(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.Global, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.MakeClosure, *ssa.Function:
		return true
	case *ssa.FreeVar:
		return f.ssa.Synthetic == "" // a variable
	case *ssa.ChangeType:
		return f.isNonNil(v.X)
	}
	for _, b := range f.nonNil[v] {
		if b.Dominates(f.block) {
			return true
		}
	}
	return false
}

// guard panics where a condition does not hold.
func (f *fn) guard(holds term.Term, what string) {
	if f.ts.IsTrue(holds) || f.dead || f.model {
		return
	}
	yes, no := f.branch(holds)
	f.at(no)
	f.runtimePanic(what)
	f.at(yes)
}

// integer is the value of an integer as one of 64 bits.
func (f *fn) integer(v ssa.Value) term.Term {
	return f.resize(f.one(v), ptrBits, isSigned(v.Type()))
}

// inBounds panics where an index is not below a length, and returns the index.
func (f *fn) inBounds(index ssa.Value, n term.Term) term.Term {
	i := f.integer(index)
	f.guard(f.ts.BVUlt(i, n), "an index is out of range")
	return i
}

func (f *fn) element(base, i term.Term, size int64) term.Term {
	return f.prog.PtrAdd(base, f.ts.BVMul(i, f.prog.Ptr(uint64(size))))
}

func (f *fn) indexAddr(x *ssa.IndexAddr) {
	switch t := x.X.Type().Underlying().(type) {
	case *types.Slice:
		s := f.get(x.X)
		i := f.inBounds(x.Index, s[1])
		f.set(x, f.element(s[0], i, sizes.Sizeof(t.Elem())))
	case *types.Pointer:
		f.notNil(x.X)
		a := t.Elem().Underlying().(*types.Array)
		i := f.inBounds(x.Index, f.prog.Ptr(uint64(a.Len())))
		f.set(x, f.element(f.one(x.X), i, sizes.Sizeof(a.Elem())))
	}
}

// isIndexedAtOnce reports whether a value is a large array that is read, and of which nothing is used but
// elements in the next instructions: so the elements alone are read.
func isIndexedAtOnce(v ssa.Value) bool {
	x, ok := v.(*ssa.UnOp)
	if _, isArray := v.Type().Underlying().(*types.Array); !ok || x.Op != token.MUL || !isArray {
		return false
	}
	for _, r := range *x.Referrers() {
		if i, ok := r.(*ssa.Index); !ok || i.X != v || !isNext(x, i) {
			return false
		}
	}
	return true
}

// isNext reports whether nothing stands between two instructions that may have an effect.
func isNext(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return false
	}
	between := false
	for _, in := range a.Block().Instrs {
		switch in.(type) {
		case *ssa.Store, *ssa.Call, *ssa.Send, *ssa.Select, *ssa.RunDefers, *ssa.MapUpdate:
			if between {
				return false
			}
		}
		if in == a {
			between = true
		}
		if in == b {
			return between
		}
	}
	return false
}

// indexValue is an element of an array that is not in memory, or a byte of a string.
func (f *fn) indexValue(x *ssa.Index) {
	v := f.get(x.X)
	if t, ok := x.X.Type().Underlying().(*types.Array); ok && !supported(x.X.Type()) {
		i := f.inBounds(x.Index, f.prog.Ptr(uint64(t.Len())))
		f.set(x, f.loads(f.element(v[0], i, sizes.Sizeof(t.Elem())), f.partsOf(x.Type()), f.order)...)
		return
	}
	a, ok := x.X.Type().Underlying().(*types.Array)
	if !ok {
		i := f.inBounds(x.Index, v[1])
		f.set(x, f.loads(f.prog.PtrAdd(v[0], i), f.partsOf(x.Type()), cfa.SeqCst)...)
		return
	}
	n := len(f.partsOf(a.Elem()))
	i := f.inBounds(x.Index, f.prog.Ptr(uint64(a.Len())))
	out := f.zeros(f.partsOf(a.Elem()))
	for k := int(a.Len()) - 1; k >= 0; k-- {
		for j := range out {
			out[j] = f.ts.Ite(f.ts.Eq(i, f.prog.Ptr(uint64(k))), v[k*n+j], out[j])
		}
	}
	f.set(x, out...)
}

func (f *fn) slice(x *ssa.Slice) {
	var base, n, c term.Term
	var size int64 = 1
	isString := false
	v := f.get(x.X)
	switch t := x.X.Type().Underlying().(type) {
	case *types.Slice:
		base, n, c, size = v[0], v[1], v[2], sizes.Sizeof(t.Elem())
	case *types.Basic:
		base, n, c, isString = v[0], v[1], v[1], true
	case *types.Pointer:
		f.notNil(x.X)
		a := t.Elem().Underlying().(*types.Array)
		base, n, size = v[0], f.prog.Ptr(uint64(a.Len())), sizes.Sizeof(a.Elem())
		c = n
	}
	bound := func(v ssa.Value, otherwise term.Term) term.Term {
		if v == nil {
			return otherwise
		}
		return f.integer(v)
	}
	low, high := bound(x.Low, f.prog.Ptr(0)), bound(x.High, n)
	limit := bound(x.Max, c)
	f.guard(f.ts.And(f.ts.BVUle(low, high), f.ts.BVUle(high, limit), f.ts.BVUle(limit, c)),
		"the bounds of a slice are out of range")
	start := f.element(base, low, size)
	if isString {
		f.set(x, start, f.ts.BVSub(high, low))
		return
	}
	f.set(x, start, f.ts.BVSub(high, low), f.ts.BVSub(limit, low))
}

// largest is the size in bytes that an object may have.
const largest = 1 << (offsetBits - 2)

func (f *fn) makeSlice(x *ssa.MakeSlice) {
	size := sizes.Sizeof(x.Type().Underlying().(*types.Slice).Elem())
	n, c := f.integer(x.Len), f.integer(x.Cap)
	most := uint64(1) << 47 / uint64(max(size, 1))
	f.guard(f.ts.BVUle(n, f.prog.Ptr(most)), "the length of a slice is out of range")
	f.guard(f.ts.And(f.ts.BVUle(n, c), f.ts.BVUle(c, f.prog.Ptr(most))),
		"the capacity of a slice is out of range")
	f.set(x, f.array(x.Type().Underlying().(*types.Slice).Elem(), c), n, c)
}

// array makes an array of elements.
func (f *fn) array(t types.Type, n term.Term) term.Term {
	size := sizes.Sizeof(t)
	if size == 0 {
		return f.alloc("array", f.prog.Ptr(1), nil)
	}
	fits := f.ts.BVUle(n, f.prog.Ptr(largest/uint64(size)))
	if !f.ts.IsTrue(fits) {
		yes, no := f.branch(fits)
		f.at(no)
		f.unsupported(fmt.Sprintf("an array of more than %d elements", largest/size))
		f.at(yes)
	}
	bytes := f.ts.BVMul(n, f.prog.Ptr(uint64(size)))
	if b, ok := f.ts.ConstUint64(bytes); !ok || b == 0 {
		bytes = f.hold("bytes", f.ts.Ite(f.ts.Eq(n, f.zero(n)), f.prog.Ptr(1), bytes))
	}
	lay := &cfa.Layout{Type: "[]" + typeName(t), Elem: layout(t, layoutDepth)}
	return f.alloc("["+"]"+typeName(t), bytes, lay)
}

func (f *fn) sliceToArray(x *ssa.SliceToArrayPointer) {
	s := f.get(x.X)
	n := elem(x.Type()).Underlying().(*types.Array).Len()
	f.guard(f.ts.BVUle(f.prog.Ptr(uint64(n)), s[1]), "a slice is too short for an array")
	f.set(x, s[0])
}
