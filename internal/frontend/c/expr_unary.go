package c

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/term"
)

func (f *fn) cast(x *cc.CastExpression) value {
	to := f.typeNamed(x.TypeName)
	if repr.IsVoid(to) {
		f.effect(x.CastExpression)
		return value{ty: f.types.Void}
	}
	if v, ok := f.vaArg(x, to); ok {
		return v
	}
	f.evalTypeName(x.TypeName)
	v := f.expr(x.CastExpression)
	f.at(x)
	if to.Kind() == cc.Union && f.types.Scalar(v.ty).Class != repr.None {
		// GNU C: a cast to a union that has a member of the operand's type.
		addr := f.tempObject(to, "union")
		for _, m := range f.types.Members(to) {
			if m.Type.IsCompatible(v.ty) {
				f.storeTo(f.placeOfMember(addr, &m), f.convert(v, m.Type))
				return value{addr: addr, ty: to}
			}
		}
	}
	if repr.IsVector(to) || repr.IsVector(v.ty) {
		return f.reinterpret(v, to)
	}
	r := f.convert(v, to)
	r.bits = 0
	return r
}

func (f *fn) unary(x *cc.UnaryExpression) value {
	switch x.Case {
	case cc.UnaryExpressionInc:
		return f.incDec(x, x.UnaryExpression, opAdd, false)
	case cc.UnaryExpressionDec:
		return f.incDec(x, x.UnaryExpression, opSub, false)
	case cc.UnaryExpressionAddrof:
		return f.addressOf(x)
	case cc.UnaryExpressionDeref:
		return f.load(f.lvalue(x))
	case cc.UnaryExpressionNot:
		return f.boolValue(f.ts.Not(f.cond(x.CastExpression)))
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
		v := f.expr(x.CastExpression)
		f.at(x)
		if repr.IsVector(v.ty) {
			return f.vectorUnary(x, v)
		}
		v = f.promote(v)
		s := f.types.Scalar(v.ty)
		switch {
		case s.Class == repr.None:
			return f.unsupportedValue(v.ty, "arithmetic on "+v.ty.String())
		case x.Case == cc.UnaryExpressionPlus:
			v.cond = term.None
			return v
		case s.Class == repr.Floating:
			if d, ok := f.floatOf(v); ok {
				return f.floatBits(v.ty, -d)
			}
			return f.unsupportedValue(v.ty, "floating-point negation")
		case x.Case == cc.UnaryExpressionCpl:
			return value{t: f.wrap(f.ts.BVNot(v.t), v.ty, v.bits), ty: v.ty, bits: v.bits}
		}
		f.opNode = x
		if f.overflow && s.Signed {
			f.checkOverflow(f.ts.BVNegO(v.t), "negation")
		}
		return value{t: f.wrapChecked(f.ts.BVNeg(v.t), v.ty, v.bits, "negation"), ty: v.ty, bits: v.bits}
	case cc.UnaryExpressionSizeofExpr:
		return f.sizeofExpr(x.UnaryExpression)
	case cc.UnaryExpressionSizeofType:
		if n, ok := f.unit.types.Sizeof(f.unit.types.Named(x.TypeName)); ok {
			return f.constant(f.types.SizeT, n)
		}
		f.evalTypeName(x.TypeName)
		return f.sizeofType(f.typeNamed(x.TypeName))
	case cc.UnaryExpressionAlignofExpr:
		return f.alignofExpr(x.UnaryExpression)
	case cc.UnaryExpressionAlignofType:
		return f.constant(f.types.SizeT, f.types.Align(f.typeNamed(x.TypeName)))
	case cc.UnaryExpressionLabelAddr:
		return f.constant(f.types.Pvoid, f.frame.Address(x.Token2.SrcStr()))
	}
	return f.unsupportedValue(x.Type(), "complex arithmetic")
}

func (f *fn) addressOf(x *cc.UnaryExpression) value {
	p := f.lvalue(x.CastExpression)
	f.at(x)
	if p.bit != nil || p.addr == term.None {
		return f.unsupportedValue(x.Type(), "this address")
	}
	return value{t: p.addr, ty: p.ty.Pointer()}
}

// sizeofExpr is sizeof of an expression, which is not evaluated unless its
// type is a variable-length array.
func (f *fn) sizeofExpr(n cc.ExpressionNode) value {
	if repr.ComputesBitInt(n) {
		return f.unsupportedValue(f.types.SizeT, "sizeof of an expression with operands of type _BitInt")
	}
	own := f.unit.types.Expr(n)
	if size, ok := f.unit.types.Sizeof(own); ok {
		return f.constant(f.types.SizeT, size)
	}
	t := f.types.Of(n).Undecay()
	if p := f.unit.types.Parser(own); p != nil {
		t = p
	}
	switch x := syntax.Unparen(n).(type) {
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionIdent:
			if d, ok := x.ResolvedTo().(*cc.Declarator); ok {
				t = d.Type()
				if lo := f.locals[d]; lo != nil {
					if lo.vla != term.None {
						return value{t: f.resizeToSize(lo.vla), ty: f.types.SizeT}
					}
					t = lo.ty
				} else if e := f.lookupObject(d); e != nil {
					f.objectSize(e)
					t = e.typ
				}
			}
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			b, _ := f.stringBytes(x)
			return f.constant(f.types.SizeT, uint64(len(b)))
		}
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionSelect || x.Case == cc.PostfixExpressionPSelect {
			st := x.PostfixExpression.Type()
			if x.Case == cc.PostfixExpressionPSelect {
				if e := repr.Elem(st); e != nil {
					st = e
				}
			}
			if m, ok := f.types.Member(st, x.Token2.SrcStr()); ok {
				t = m.Type
			}
		}
	}
	return f.sizeofType(t)
}

// alignofExpr is _Alignof of an expression, a GNU extension: what the type
// needs, or a declaration asks for.
func (f *fn) alignofExpr(n cc.ExpressionNode) value {
	t := f.unit.types.Parser(f.unit.types.Expr(n))
	if t == nil {
		t = f.types.Of(n).Undecay()
	}
	align := f.types.Align(t)
	if x, ok := syntax.Unparen(n).(*cc.PrimaryExpression); ok && x.Case == cc.PrimaryExpressionIdent {
		if d, ok := x.ResolvedTo().(*cc.Declarator); ok {
			align = max(align, f.types.Align(d.Type()), uint64(max(d.Alignas(), 0)))
		}
	}
	return f.constant(f.types.SizeT, align)
}

// lookupObject finds the entity of a declarator without making one.
func (f *fn) lookupObject(d *cc.Declarator) *entity {
	if e := f.statics[d]; e != nil {
		return e
	}
	if d.Type().Kind() == cc.Function || d.StorageDuration() == cc.Automatic {
		return nil
	}
	return f.find(f.unit, d.Name())
}

func (f *fn) sizeofType(t cc.Type) value {
	switch {
	case repr.IsVoid(t) || t.Kind() == cc.Function:
		return f.constant(f.types.SizeT, 1)
	case repr.IsVLA(t):
		return value{t: f.resizeToSize(f.vlaSize(t)), ty: f.types.SizeT}
	}
	n, ok := f.types.Size(t)
	if !ok {
		return f.unsupportedValue(f.types.SizeT, "sizeof of the incomplete type "+t.String())
	}
	return f.constant(f.types.SizeT, n)
}

func (f *fn) resizeToSize(t term.Term) term.Term {
	return f.resize(t, f.prog.PtrWidth, f.types.Scalar(f.types.SizeT).Width, false)
}
