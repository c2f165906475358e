package c

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// declareVLA allocates a variable-length array where it is declared; it is
// freed when the declaration is reached again and at the end of its block.
func (f *fn) declareVLA(d *cc.Declarator, at *cc.ArrayType) {
	lo := f.locals[d]
	if lo == nil {
		r := f.newReg("&"+d.Name(), term.BitVec(f.prog.PtrWidth), "", false)
		lo = &local{ty: at, reg: cfa.NoReg, addr: r}
		f.locals[d] = lo
		f.scope.vlas = append(f.scope.vlas, r)
		f.unset = append(f.unset, r)
	}
	lo.vla = f.vlaSize(at)
	if f.loops > f.scope.loops || f.hasGoto {
		f.freeIfSet(lo.addr)
	}
	f.emit(cfa.Alloc{Dst: lo.addr, Size: lo.vla, Align: f.lay.alignOf(at), Kind: cfa.Stack, Name: d.Name()})
}

// vlaTypes evaluates the sizes of the variable-length array types inside a
// declared type, which C fixes at the declaration.
func (f *fn) vlaTypes(t cc.Type) {
	for t != nil {
		switch x := t.(type) {
		case *cc.PointerType:
			t = x.Elem()
			continue
		case *cc.ArrayType:
			if isVLA(x) && x.Len() < 0 && x.SizeExpression() != nil {
				f.evalVLASize(x)
			}
		}
		return
	}
}

// vlaSize computes the size in bytes of an array type at run time.
func (f *fn) vlaSize(t cc.Type) term.Term {
	at, ok := t.(*cc.ArrayType)
	if !ok || !isVLA(at) {
		n, ok := f.lay.sizeOf(t)
		if !ok {
			f.unsupported("the size of an incomplete type " + t.String())
		}
		return f.prog.Ptr(n)
	}
	if r, ok := f.vlaSizes[t]; ok {
		return f.sym(r)
	}
	return f.evalVLASize(at)
}

// evalVLASize evaluates the size of a variable-length array type where it is
// declared and remembers it for later uses of the type.
func (f *fn) evalVLASize(at *cc.ArrayType) term.Term {
	var inner term.Term
	if el, ok := at.Elem().(*cc.ArrayType); ok && isVLA(el) {
		inner = f.evalVLASize(el)
	} else {
		inner = f.vlaSize(at.Elem())
	}
	var count term.Term
	if at.Len() >= 0 {
		count = f.prog.Ptr(uint64(at.Len()))
	} else if e := at.SizeExpression(); e != nil {
		count = f.convert(f.expr(e), f.types.sizeT).t
	} else {
		f.unsupported("an array of unknown size")
		count = f.prog.Ptr(1)
	}
	r, ok := f.vlaSizes[at]
	if !ok {
		r = f.newReg("size", term.BitVec(f.prog.PtrWidth), "", false)
		f.vlaSizes[at] = r
	}
	f.emit(cfa.Assign{Dst: r, Value: f.ts.BVMul(count, inner)})
	return f.sym(r)
}

// vlaStride is the size of a variable-length array that a pointer points to.
func (f *fn) vlaStride(t cc.Type) term.Term { return f.vlaSize(t) }

func isVLA(t cc.Type) bool {
	at, ok := t.(*cc.ArrayType)
	return ok && at.IsVLA()
}
