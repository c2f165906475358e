package value

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/term"
)

// lane reads the i-th element of a vector in memory.
func (ve *Vectors) lane(v Value, of repr.VectorShape, i int) Value {
	return ve.mem.Load(ve.mem.At(ve.prog.PtrAdd(v.Addr, ve.prog.Ptr(uint64(i*of.Size()))), of.Elem))
}

// Spread returns the elements of a vector, or a scalar as each of them.
func (ve *Vectors) Spread(v Value, of repr.VectorShape) []Value {
	out := make([]Value, of.N)
	for i := range out {
		if !repr.IsVector(v.Type) {
			out[i] = ve.arith.Convert(v, of.Elem)
			continue
		}
		out[i] = ve.lane(v, of, i)
	}
	return out
}

// Gather makes a vector of elements.
func (ve *Vectors) Gather(ty cc.Type, elems []term.Term) Value {
	addr := ve.mem.Temp(ty, "vector")
	size := uint64(0)
	if n, ok := ve.types.Size(ty); ok {
		size = n / uint64(len(elems))
	}
	for i, t := range elems {
		if !ve.flow.Constant {
			ve.flow.Emit(cfa.Store{Addr: ve.prog.PtrAdd(addr, ve.prog.Ptr(uint64(i)*size)), Value: t})
		}
	}
	return Value{Type: ty, Addr: addr}
}

// operate applies a binary operator to the elements of vectors; one of the operands may be a scalar.
func (ve *Vectors) operate(op Operator, a, b Value) Value {
	va, oka := ve.types.Lanes(a.Type)
	vb, okb := ve.types.Lanes(b.Type)
	what := "the operator " + op.String() + " on " + a.Type.String() + " and " + b.Type.String()
	shift := op == OpShl || op == OpShr
	switch {
	case repr.IsVector(a.Type) && !oka, repr.IsVector(b.Type) && !okb:
		return ve.values.Unsupported(a.Type, what)
	case oka && okb && !va.Same(vb) &&
		!(shift && va.N == vb.N && va.Scalar.Class == repr.Integer && vb.Scalar.Class == repr.Integer):
		return ve.values.Unsupported(a.Type, what)
	case !oka && ve.types.Scalar(a.Type).Class == repr.None, !okb &&
		ve.types.Scalar(b.Type).Class == repr.None:
		return ve.values.Unsupported(ve.types.Int, what)
	}
	ty := a.Type
	if !oka {
		va, ty = vb, b.Type
	}
	if !okb {
		vb = va
	}
	if op.isComparison() {
		ty = ve.types.Mask(va)
	}
	as, bs := ve.Spread(a, va), ve.Spread(b, vb)
	out := make([]term.Term, va.N)
	for i := range out {
		x, y := as[i], bs[i]
		switch {
		case va.Scalar.Class == repr.Floating:
			x = ve.arith.floatOp(op, x, y)
			if op.isComparison() {
				x = Value{Term: ve.allOnes(ve.values.Truth(x), va.Scalar.Width)}
			}
		case op.isComparison():
			x = Value{Term: ve.allOnes(ve.arith.Compare(op, x.Term, y.Term, va.Scalar.Signed),
				va.Scalar.Width)}
		case shift:
			x = ve.arith.shift(op, x, y)
		default:
			x = Value{Term: ve.arith.arith(op, x.Term, y.Term, va.Scalar)}
		}
		out[i] = x.Term
	}
	return ve.Gather(ty, out)
}

// allOnes is -1 where a condition holds, else 0.
func (ve *Vectors) allOnes(c term.Term, width int) term.Term {
	return ve.ts.Ite(c, ve.ts.BVNot(ve.values.Zero(width)), ve.values.Zero(width))
}

// Negate applies + - or ~ to each element.
func (ve *Vectors) Negate(x *cc.UnaryExpression, v Value) Value {
	of, ok := ve.types.Lanes(v.Type)
	floating := of.Scalar.Class == repr.Floating
	if !ok || of.Scalar.Class != repr.Integer && x.Case != cc.UnaryExpressionPlus &&
		(!floating || x.Case == cc.UnaryExpressionCpl) {
		return ve.values.Unsupported(v.Type, "arithmetic on "+v.Type.String())
	}
	ve.arith.Node = x
	out := make([]term.Term, of.N)
	for i, e := range ve.Spread(v, of) {
		switch {
		case x.Case == cc.UnaryExpressionPlus:
			out[i] = e.Term
		case x.Case == cc.UnaryExpressionCpl:
			out[i] = ve.ts.BVNot(e.Term)
		case floating:
			f := ve.values.Floats(e)
			if f == nil {
				return ve.values.Dummy(v.Type)
			}
			out[i] = f.Neg(e.Term)
		default:
			if ve.arith.Overflow && of.Scalar.Signed {
				ve.arith.CheckOverflow(ve.ts.BVNegO(e.Term), "negation")
			}
			out[i] = ve.ts.BVNeg(e.Term)
		}
	}
	return ve.Gather(v.Type, out)
}

// convert is an implicit conversion from or to a vector: of vectors with as many elements of the same kind.
func (ve *Vectors) convert(v Value, ty cc.Type) Value {
	va, oka := ve.types.Lanes(v.Type)
	vb, okb := ve.types.Lanes(ty)
	if oka && okb && va.N == vb.N && va.Scalar.Class == vb.Scalar.Class {
		return ve.Reinterpret(v, ty)
	}
	return ve.values.Unsupported(ty, "an implicit conversion from "+v.Type.String()+" to "+ty.String())
}

// Reinterpret is a cast from or to a vector: it takes the bytes of a vector for another type of the same
// size, or those of an integer for a vector.
func (ve *Vectors) Reinterpret(v Value, ty cc.Type) Value {
	from, ok1 := ve.types.Size(v.Type)
	to, ok2 := ve.types.Size(ty)
	s, r := ve.types.Scalar(v.Type), ve.types.Scalar(ty)
	switch {
	case !ok1 || !ok2 || from != to:
	case repr.IsVector(v.Type) && repr.IsVector(ty) && v.Addr != term.None:
		return Value{Type: ty, Addr: v.Addr}
	case repr.IsVector(v.Type) && v.Addr != term.None && r.Class == repr.Integer && !ve.flow.Constant:
		return ve.mem.Load(ve.mem.At(v.Addr, ty))
	case repr.IsVector(ty) && s.Class == repr.Integer && !ve.flow.Constant:
		addr := ve.mem.Temp(ty, "vector")
		ve.mem.Store(ve.mem.At(addr, v.Type), v)
		return Value{Type: ty, Addr: addr}
	}
	return ve.values.Unsupported(ty, "conversion from "+v.Type.String()+" to "+ty.String())
}

// Detach copies a vector, so that later assignments to what it was read from do not change it.
func (ve *Vectors) Detach(v Value) Value {
	of, ok := ve.types.Lanes(v.Type)
	if !ok || v.Addr == term.None {
		return v
	}
	out := make([]term.Term, of.N)
	for i, e := range ve.Spread(v, of) {
		out[i] = e.Term
	}
	return ve.Gather(v.Type, out)
}
