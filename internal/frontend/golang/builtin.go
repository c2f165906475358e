package golang

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// builtin lowers a call of a built-in function.
func (f *fn) builtin(b *ssa.Builtin, c *ssa.CallCommon, vs [][]term.Term) []term.Term {
	one := func(t term.Term) []term.Term { return []term.Term{t} }
	switch b.Name() {
	case "len", "cap":
		switch t := c.Args[0].Type().Underlying().(type) {
		case *types.Slice:
			if b.Name() == "cap" {
				return one(vs[0][2])
			}
			return one(vs[0][1])
		case *types.Basic:
			return one(vs[0][1])
		case *types.Array:
			return one(f.prog.Ptr(uint64(t.Len())))
		case *types.Pointer:
			return one(f.prog.Ptr(uint64(t.Elem().Underlying().(*types.Array).Len())))
		case *types.Map:
			return f.callModel("mapLen", vs[0][0])
		case *types.Chan:
			if b.Name() == "cap" {
				return f.callModel("chanCap", vs[0][0])
			}
			return f.callModel("chanLen", vs[0][0])
		}
	case "delete":
		key := c.Args[0].Type().Underlying().(*types.Map).Key()
		f.hashable(key, vs[1])
		f.callModel("mapDelete", vs[0][0], f.toWord(key, vs[1]))
		return nil
	case "clear":
		if _, ok := c.Args[0].Type().Underlying().(*types.Map); ok {
			f.callModel("mapClear", vs[0][0])
			return nil
		}
	case "append":
		return f.append(c, vs)
	case "copy":
		return f.copy(c, vs)
	case "close":
		f.callModel("chanClose", vs[0][0])
		return nil
	case "recover":
		return f.recovers()
	case "min", "max":
		if t := c.Args[0].Type(); is(t, types.IsInteger) {
			out := vs[0][0]
			for _, v := range vs[1:] {
				less := f.ts.BVUlt(v[0], out)
				if isSigned(t) {
					less = f.ts.BVSlt(v[0], out)
				}
				if b.Name() == "max" {
					less = f.ts.Not(less)
				}
				out = f.ts.Ite(less, v[0], out)
			}
			return one(out)
		}
	case "ssa:wrapnilchk":
		p := vs[0][0]
		f.guard(f.ts.Not(f.ts.Eq(p, f.zero(p))), "a method of a value is called through a nil pointer")
		return vs[0]
	case "print", "println":
		f.print(b.Name() == "println", c.Args, vs)
		return nil
	}
	f.unsupported("the built-in function " + b.Name() + " of " + typeName(c.Args[0].Type()))
	return f.zeros(f.resultParts(c.Signature()))
}

// append adds elements to a slice.
func (f *fn) append(c *ssa.CallCommon, vs [][]term.Term) []term.Term {
	t := c.Args[0].Type().Underlying().(*types.Slice).Elem()
	size := sizes.Sizeof(t)
	if len(vs) < 2 {
		return vs[0]
	}
	if !supported(t) {
		f.unsupported("append to a slice of " + typeName(t))
		return vs[0]
	}
	s, from := vs[0], vs[1] // what is added is a slice or a string
	base, cap := f.reg("append", ptrBits), f.reg("append.cap", ptrBits)
	n := f.hold("append.len", f.ts.BVAdd(s[1], from[1]))
	next := f.newLoc()
	fits, grows := f.branch(f.ts.BVSle(n, s[2]))
	f.at(fits)
	f.assign(base, s[0])
	f.assign(cap, s[2])
	f.jump(next)
	f.at(grows)
	c2 := f.callModel("growCap", s[2], n, f.prog.Ptr(uint64(size)), f.bit(f.ts.Bool(hasPointers(t))))[0]
	to := f.array(t, c2)
	f.copyElements(t, to, s[0], s[1])
	f.assign(base, to)
	f.assign(cap, c2)
	f.jump(next)
	f.at(next)
	f.copyElements(t, f.element(f.sym(base), s[1], size), from[0], from[1])
	return []term.Term{f.sym(base), n, f.sym(cap)}
}

// hasPointers reports whether the garbage collector looks into values of a type.
func hasPointers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0 || u.Kind() == types.UnsafePointer
	case *types.Array:
		return u.Len() > 0 && hasPointers(u.Elem())
	case *types.Struct:
		for i := range u.NumFields() {
			if hasPointers(u.Field(i).Type()) {
				return true
			}
		}
		return false
	}
	return true
}

// copy lowers copy, whose arguments may overlap.
func (f *fn) copy(c *ssa.CallCommon, vs [][]term.Term) []term.Term {
	t := c.Args[0].Type().Underlying().(*types.Slice).Elem()
	to, from := vs[0], vs[1]
	n := f.hold("copied", f.ts.Ite(f.ts.BVSlt(to[1], from[1]), to[1], from[1]))
	if !supported(t) {
		f.unsupported("copy of a slice of " + typeName(t))
		return []term.Term{n}
	}
	f.copyElements(t, to[0], from[0], n)
	return []term.Term{n}
}

// copyElements copies elements from one place to another one, which may overlap: from the first to the last
// where they move down, and the other way where they move up.
func (f *fn) copyElements(t types.Type, to, from, n term.Term) {
	if sizes.Sizeof(t) == 0 {
		return
	}
	if k, ok := f.ts.ConstUint64(n); ok && k <= 1 {
		if k == 1 {
			ps := f.partsOf(t)
			f.stores(to, ps, f.loads(from, ps, f.order), f.order)
		}
		return
	}
	f.emit(cfa.Call{Dst: cfa.NoReg, Proc: f.copier(t).ID, Args: []term.Term{to, from, n}})
}

// copier is the procedure that copies elements of a type.
func (l *lowerer) copier(t types.Type) *cfa.Proc {
	key := "copy " + types.TypeString(t, nil)
	if p := l.helpers[key]; p != nil {
		return p
	}
	p := l.prog.NewProc("copy", l.place(0))
	p.Model = true
	l.helpers[key] = p
	f := l.newFn(p)
	var ps []term.Term
	for _, name := range []string{"to", "from", "n"} {
		r := f.reg(name, ptrBits)
		p.Params = append(p.Params, r)
		ps = append(ps, f.sym(r))
	}
	to, from, n := ps[0], ps[1], ps[2]
	i := f.reg("i", ptrBits)
	elements, size := f.partsOf(t), sizes.Sizeof(t)
	down, up := f.branch(f.ts.BVUle(to, from))
	for _, forward := range []bool{true, false} {
		if forward {
			f.at(down)
			f.assign(i, f.prog.Ptr(0))
		} else {
			f.at(up)
			f.assign(i, n)
		}
		head := f.newLoc()
		f.jump(head)
		f.at(head)
		more := f.ts.BVSlt(f.sym(i), n)
		if !forward {
			more = f.ts.BVSlt(f.prog.Ptr(0), f.sym(i))
		}
		body, done := f.branch(more)
		f.at(body)
		if !forward {
			f.assign(i, f.ts.BVSub(f.sym(i), f.prog.Ptr(1)))
		}
		v := f.loads(f.element(from, f.sym(i), size), elements, cfa.Plain)
		f.stores(f.element(to, f.sym(i), size), elements, v, cfa.Plain)
		if forward {
			f.assign(i, f.ts.BVAdd(f.sym(i), f.prog.Ptr(1)))
		}
		f.jump(head)
		f.at(done)
		f.end(cfa.Return{})
	}
	return p
}

func (f *fn) makeClosure(x *ssa.MakeClosure) {
	s := x.Fn.(*ssa.Function)
	offsets, size := captureOffsets(s)
	p := f.alloc(f.nameOf(s), f.prog.Ptr(uint64(size)), nil)
	f.emit(cfa.Store{Addr: p, Value: f.code(f.procOf(s)), Order: cfa.SeqCst})
	for i, v := range x.Bindings {
		f.stores(f.offset(p, offsets[i]), f.partsOf(v.Type()), f.get(v), cfa.SeqCst)
	}
	f.set(x, p)
}
