package c

import (
	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/term"
)

// The vectors of GNU C are aggregates here, like arrays in a struct: they are in memory, are copied element
// by element, and are passed and returned as structs are. An operator reads the elements of its operands,
// works on each as on a scalar that is not promoted, and leaves the result in an object of its own. The
// parser keeps the attribute vector_size with the type of the elements and takes the result of an operator
// for one element, so what an expression has as its type is found by exprType.

// vectorType is the type of a vector that the program need not have a name for: the type of its elements and
// its size.
type vectorType struct {
	cc.Type
	bytes int64
}

// VectorSize implements cc.Type.
func (t *vectorType) VectorSize() int64 { return t.bytes }

// Size implements cc.Type.
func (t *vectorType) Size() int64 { return t.bytes }

// Decay implements cc.Type.
func (t *vectorType) Decay() cc.Type { return t }

// Undecay implements cc.Type.
func (t *vectorType) Undecay() cc.Type { return t }

// String implements cc.Type.
func (t *vectorType) String() string { return "vector of " + t.Type.String() }

func isVector(t cc.Type) bool { return t != nil && t.VectorSize() > 0 }

// extVectorMark is the visibility that the prelude gives to types with the attribute ext_vector_type: unlike
// attributes that the parser does not know, a visibility is kept with a type everywhere.
const extVectorMark = "whittle ext_vector_type"

// isExtVector recognises the vectors of clang, which are not supported; gcc ignores the attribute.
func isExtVector(t cc.Type) bool {
	a := t.Attributes()
	return a != nil && a.Visibility() == extVectorMark
}

// lanes describes the elements of a vector type.
type lanes struct {
	elem cc.Type
	s    scalar
	n    int
}

// lanesOf returns the elements of a vector type; ok is false if t is none, or one of elements that are not
// supported.
func (l *lowerer) lanesOf(t cc.Type) (v lanes, ok bool) {
	if !isVector(t) || layout.BitInt(t) > 0 {
		return lanes{}, false
	}
	switch t.Kind() {
	case cc.Char:
		v.elem = l.types.char
	case cc.SChar:
		v.elem = l.types.schar
	case cc.UChar:
		v.elem = l.types.uchar
	case cc.Short:
		v.elem = l.types.short
	case cc.UShort:
		v.elem = l.types.ushort
	case cc.Int:
		v.elem = l.types.int
	case cc.UInt:
		v.elem = l.types.uint
	case cc.Long:
		v.elem = l.types.long
	case cc.ULong:
		v.elem = l.types.ulong
	case cc.LongLong:
		v.elem = l.types.llong
	case cc.ULongLong:
		v.elem = l.types.ullong
	case cc.Float:
		v.elem = l.types.float
	case cc.Double:
		v.elem = l.types.double
	default:
		return lanes{}, false
	}
	v.s = l.scalarOf(v.elem)
	v.n = int(t.VectorSize()) / v.size()
	return v, v.n > 0 && v.n <= maxLeaves
}

func (v lanes) size() int { return v.s.width / 8 }

// same reports whether vectors have as many elements, of types that hold the same values.
func (v lanes) same(w lanes) bool { return v.n == w.n && v.s == w.s }

// vectorOf is the type of vectors with n elements of a type.
func vectorOf(elem cc.Type, n, size int) cc.Type { return &vectorType{elem, int64(n * size)} }

// mask is the type of the results of comparisons, and of what selects elements.
func (l *lowerer) mask(v lanes) cc.Type {
	for _, t := range []cc.Type{l.types.schar, l.types.short, l.types.int, l.types.llong} {
		if l.scalarOf(t).width == v.s.width {
			return vectorOf(t, v.n, v.size())
		}
	}
	return nil
}

// lane reads the i-th element of a vector in memory.
func (f *fn) lane(v value, of lanes, i int) value {
	return f.load(f.inMemory(f.prog.PtrAdd(v.addr, f.prog.Ptr(uint64(i*of.size()))), of.elem))
}

// spread returns the elements of a vector, or a scalar as each of them.
func (f *fn) spread(v value, of lanes) []value {
	out := make([]value, of.n)
	for i := range out {
		if !isVector(v.ty) {
			out[i] = f.convert(v, of.elem)
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
	if n, ok := f.lay.sizeOf(ty); ok {
		size = n / uint64(len(elems))
	}
	for i, t := range elems {
		if !f.isConst {
			f.emit(cfa.Store{Addr: f.prog.PtrAdd(addr, f.prog.Ptr(uint64(i)*size)), Value: t})
		}
	}
	return value{ty: ty, addr: addr}
}

// vectorOp applies a binary operator to the elements of vectors; one of the operands may be a scalar.
func (f *fn) vectorOp(op operator, a, b value) value {
	va, oka := f.lanesOf(a.ty)
	vb, okb := f.lanesOf(b.ty)
	what := "the operator " + op.String() + " on " + a.ty.String() + " and " + b.ty.String()
	shift := op == opShl || op == opShr
	switch {
	case isVector(a.ty) && !oka, isVector(b.ty) && !okb:
		return f.unsupportedValue(a.ty, what)
	case oka && okb && !va.same(vb) &&
		!(shift && va.n == vb.n && va.s.class == integer && vb.s.class == integer):
		return f.unsupportedValue(a.ty, what)
	case !oka && f.scalarOf(a.ty).class == notScalar, !okb && f.scalarOf(b.ty).class == notScalar:
		return f.unsupportedValue(f.types.int, what)
	}
	ty := a.ty
	if !oka {
		va, ty = vb, b.ty
	}
	if !okb {
		vb = va
	}
	if op.isComparison() {
		ty = f.mask(va)
	}
	as, bs := f.spread(a, va), f.spread(b, vb)
	out := make([]term.Term, va.n)
	for i := range out {
		x, y := as[i], bs[i]
		switch {
		case va.s.class == floating:
			x = f.floatOp(op, x, y)
			if op.isComparison() {
				x = value{t: f.allOnes(f.truth(x), va.s.width)}
			}
		case op.isComparison():
			x = value{t: f.allOnes(f.compare(op, x.t, y.t, va.s.signed), va.s.width)}
		case shift:
			x = f.shift(op, x, y)
		default:
			x = value{t: f.arith(op, x.t, y.t, va.s)}
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
	of, ok := f.lanesOf(v.ty)
	if !ok || of.s.class != integer && x.Case != cc.UnaryExpressionPlus {
		return f.unsupportedValue(v.ty, "arithmetic on "+v.ty.String())
	}
	f.opNode = x
	out := make([]term.Term, of.n)
	for i, e := range f.spread(v, of) {
		switch x.Case {
		case cc.UnaryExpressionPlus:
			out[i] = e.t
		case cc.UnaryExpressionCpl:
			out[i] = f.ts.BVNot(e.t)
		default:
			if f.overflow && of.s.signed {
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
	va, oka := f.lanesOf(v.ty)
	vb, okb := f.lanesOf(ty)
	if oka && okb && va.n == vb.n && va.s.class == vb.s.class {
		return f.reinterpret(v, ty)
	}
	return f.unsupportedValue(ty, "an implicit conversion from "+v.ty.String()+" to "+ty.String())
}

// reinterpret is a cast from or to a vector: it takes the bytes of a vector for another type of the same
// size, or those of an integer for a vector.
func (f *fn) reinterpret(v value, ty cc.Type) value {
	from, ok1 := f.lay.sizeOf(v.ty)
	to, ok2 := f.lay.sizeOf(ty)
	s, r := f.scalarOf(v.ty), f.scalarOf(ty)
	switch {
	case !ok1 || !ok2 || from != to:
	case isVector(v.ty) && isVector(ty) && v.addr != term.None:
		return value{ty: ty, addr: v.addr}
	case isVector(v.ty) && v.addr != term.None && r.class == integer && !f.isConst:
		return f.load(f.inMemory(v.addr, ty))
	case isVector(ty) && s.class == integer && !f.isConst:
		addr := f.tempObject(ty, "vector")
		f.storeTo(f.inMemory(addr, v.ty), v)
		return value{ty: ty, addr: addr}
	}
	return f.unsupportedValue(ty, "conversion from "+v.ty.String()+" to "+ty.String())
}

// detach copies a vector, so that later assignments to what it was read from do not change it.
func (f *fn) detach(v value) value {
	of, ok := f.lanesOf(v.ty)
	if !ok || v.addr == term.None {
		return v
	}
	out := make([]term.Term, of.n)
	for i, e := range f.spread(v, of) {
		out[i] = e.t
	}
	return f.gather(v.ty, out)
}

// vectorIndex is an element of a vector.
func (f *fn) vectorIndex(base place, index value, n cc.Node) place {
	of, ok := f.lanesOf(base.ty)
	if !ok {
		f.unsupported("[] on " + base.ty.String())
		return f.badPlace(base.ty)
	}
	f.at(n)
	p := f.inMemory(f.offset(base.addr, f.promote(index), f.prog.Ptr(uint64(of.size()))), of.elem)
	p.volatile = base.volatile
	return p
}

// exprType is the type of an expression: the parser's, but for what has to do with vectors.
func (l *lowerer) exprType(n cc.ExpressionNode) cc.Type {
	n = syntax.Unparen(n)
	t, ok := l.exprTypes[n]
	if !ok {
		t = l.findType(n)
		l.exprTypes[n] = t
	}
	return t
}

// findType is exprType for an expression that was not met; without remembering them, those that are nested
// would be looked at twice on each level.
func (l *lowerer) findType(n cc.ExpressionNode) cc.Type {
	either := func(a, b cc.ExpressionNode, compare bool) cc.Type {
		for _, x := range []cc.ExpressionNode{a, b} {
			t := l.exprType(x)
			if v, ok := l.lanesOf(t); ok && compare {
				return l.mask(v)
			}
			if isVector(t) {
				return t
			}
		}
		t := n.Type()
		if !isVector(t) {
			return t
		}
		ta, tb := l.exprType(a), l.exprType(b)
		if l.scalarOf(ta).class == notScalar || l.scalarOf(tb).class == notScalar {
			return l.types.int
		}
		return l.common(l.promoted(ta), l.promoted(tb))
	}
	switch x := n.(type) {
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionIndex {
			if v, ok := l.lanesOf(l.exprType(x.PostfixExpression)); ok {
				return v.elem
			}
		}
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
			return either(x.CastExpression, x.CastExpression, false)
		}
	case *cc.MultiplicativeExpression:
		return either(x.MultiplicativeExpression, x.CastExpression, false)
	case *cc.AdditiveExpression:
		return either(x.AdditiveExpression, x.MultiplicativeExpression, false)
	case *cc.ShiftExpression:
		return either(x.ShiftExpression, x.AdditiveExpression, false)
	case *cc.AndExpression:
		return either(x.AndExpression, x.EqualityExpression, false)
	case *cc.ExclusiveOrExpression:
		return either(x.ExclusiveOrExpression, x.AndExpression, false)
	case *cc.InclusiveOrExpression:
		return either(x.InclusiveOrExpression, x.ExclusiveOrExpression, false)
	case *cc.RelationalExpression:
		return either(x.RelationalExpression, x.ShiftExpression, true)
	case *cc.EqualityExpression:
		return either(x.EqualityExpression, x.RelationalExpression, true)
	case *cc.ConditionalExpression:
		return either(x.ConditionalExpression, x.ConditionalExpression, false)
	case *cc.ExpressionList:
		for l := x; l != nil; l = l.ExpressionList {
			n = l.AssignmentExpression
		}
		return l.exprType(n)
	}
	return n.Type()
}
