package c

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/term"
)

// lane reads the i-th element of a vector in memory.
func (f *fn) lane(v value, of repr.VectorShape, i int) value {
	return f.load(f.inMemory(f.prog.PtrAdd(v.addr, f.prog.Ptr(uint64(i*of.Size()))), of.Elem))
}

// spread returns the elements of a vector, or a scalar as each of them.
func (f *fn) spread(v value, of repr.VectorShape) []value {
	out := make([]value, of.N)
	for i := range out {
		if !repr.IsVector(v.ty) {
			out[i] = f.convert(v, of.Elem)
			continue
		}
		out[i] = f.lane(v, of, i)
	}
	return out
}

// gather makes a vector of elements.
func (f *fn) gather(ty cc.Type, elems []term.Term) value {
	addr := f.tempObject(ty, "vector")
	size := uint64(0)
	if n, ok := f.types.Size(ty); ok {
		size = n / uint64(len(elems))
	}
	for i, t := range elems {
		if !f.flow.Constant {
			f.flow.Emit(cfa.Store{Addr: f.prog.PtrAdd(addr, f.prog.Ptr(uint64(i)*size)), Value: t})
		}
	}
	return value{ty: ty, addr: addr}
}

// vectorOp applies a binary operator to the elements of vectors; one of the operands may be a scalar.
func (f *fn) vectorOp(op operator, a, b value) value {
	va, oka := f.types.Lanes(a.ty)
	vb, okb := f.types.Lanes(b.ty)
	what := "the operator " + op.String() + " on " + a.ty.String() + " and " + b.ty.String()
	shift := op == opShl || op == opShr
	switch {
	case repr.IsVector(a.ty) && !oka, repr.IsVector(b.ty) && !okb:
		return f.unsupportedValue(a.ty, what)
	case oka && okb && !va.Same(vb) &&
		!(shift && va.N == vb.N && va.Scalar.Class == repr.Integer && vb.Scalar.Class == repr.Integer):
		return f.unsupportedValue(a.ty, what)
	case !oka && f.types.Scalar(a.ty).Class == repr.None, !okb && f.types.Scalar(b.ty).Class == repr.None:
		return f.unsupportedValue(f.types.Int, what)
	}
	ty := a.ty
	if !oka {
		va, ty = vb, b.ty
	}
	if !okb {
		vb = va
	}
	if op.isComparison() {
		ty = f.types.Mask(va)
	}
	as, bs := f.spread(a, va), f.spread(b, vb)
	out := make([]term.Term, va.N)
	for i := range out {
		x, y := as[i], bs[i]
		switch {
		case va.Scalar.Class == repr.Floating:
			x = f.floatOp(op, x, y)
			if op.isComparison() {
				x = value{t: f.allOnes(f.truth(x), va.Scalar.Width)}
			}
		case op.isComparison():
			x = value{t: f.allOnes(f.compare(op, x.t, y.t, va.Scalar.Signed), va.Scalar.Width)}
		case shift:
			x = f.shift(op, x, y)
		default:
			x = value{t: f.arith(op, x.t, y.t, va.Scalar)}
		}
		out[i] = x.t
	}
	return f.gather(ty, out)
}

// allOnes is -1 where a condition holds, else 0.
func (f *fn) allOnes(c term.Term, width int) term.Term {
	return f.ts.Ite(c, f.ts.BVNot(f.zero(width)), f.zero(width))
}

// vectorUnary applies + - or ~ to each element.
func (f *fn) vectorUnary(x *cc.UnaryExpression, v value) value {
	of, ok := f.types.Lanes(v.ty)
	if !ok || of.Scalar.Class != repr.Integer && x.Case != cc.UnaryExpressionPlus {
		return f.unsupportedValue(v.ty, "arithmetic on "+v.ty.String())
	}
	f.opNode = x
	out := make([]term.Term, of.N)
	for i, e := range f.spread(v, of) {
		switch x.Case {
		case cc.UnaryExpressionPlus:
			out[i] = e.t
		case cc.UnaryExpressionCpl:
			out[i] = f.ts.BVNot(e.t)
		default:
			if f.overflow && of.Scalar.Signed {
				f.checkOverflow(f.ts.BVNegO(e.t), "negation")
			}
			out[i] = f.ts.BVNeg(e.t)
		}
	}
	return f.gather(v.ty, out)
}

// convertVector is an implicit conversion from or to a vector: of vectors with as many elements of the same
// kind.
func (f *fn) convertVector(v value, ty cc.Type) value {
	va, oka := f.types.Lanes(v.ty)
	vb, okb := f.types.Lanes(ty)
	if oka && okb && va.N == vb.N && va.Scalar.Class == vb.Scalar.Class {
		return f.reinterpret(v, ty)
	}
	return f.unsupportedValue(ty, "an implicit conversion from "+v.ty.String()+" to "+ty.String())
}

// reinterpret is a cast from or to a vector: it takes the bytes of a vector for another type of the same
// size, or those of an integer for a vector.
func (f *fn) reinterpret(v value, ty cc.Type) value {
	from, ok1 := f.types.Size(v.ty)
	to, ok2 := f.types.Size(ty)
	s, r := f.types.Scalar(v.ty), f.types.Scalar(ty)
	switch {
	case !ok1 || !ok2 || from != to:
	case repr.IsVector(v.ty) && repr.IsVector(ty) && v.addr != term.None:
		return value{ty: ty, addr: v.addr}
	case repr.IsVector(v.ty) && v.addr != term.None && r.Class == repr.Integer && !f.flow.Constant:
		return f.load(f.inMemory(v.addr, ty))
	case repr.IsVector(ty) && s.Class == repr.Integer && !f.flow.Constant:
		addr := f.tempObject(ty, "vector")
		f.storeTo(f.inMemory(addr, v.ty), v)
		return value{ty: ty, addr: addr}
	}
	return f.unsupportedValue(ty, "conversion from "+v.ty.String()+" to "+ty.String())
}

// detach copies a vector, so that later assignments to what it was read from do not change it.
func (f *fn) detach(v value) value {
	of, ok := f.types.Lanes(v.ty)
	if !ok || v.addr == term.None {
		return v
	}
	out := make([]term.Term, of.N)
	for i, e := range f.spread(v, of) {
		out[i] = e.t
	}
	return f.gather(v.ty, out)
}

// vectorIndex is an element of a vector.
func (f *fn) vectorIndex(base place, index value, n cc.Node) place {
	of, ok := f.types.Lanes(base.ty)
	if !ok {
		f.flow.Unsupported("[] on " + base.ty.String())
		return f.badPlace(base.ty)
	}
	f.at(n)
	p := f.inMemory(f.offset(base.addr, f.promote(index), f.prog.Ptr(uint64(of.Size()))), of.Elem)
	p.volatile = base.volatile
	return p
}
