package c

import (
	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

func (f *fn) cast(x *cc.CastExpression) value.Value {
	to := f.typeNamed(x.TypeName)
	if repr.IsVoid(to) {
		f.effect(x.CastExpression)
		return value.Value{Type: f.types.Void}
	}
	if v, ok := f.vaArg(x, to); ok {
		return v
	}
	f.evalTypeName(x.TypeName)
	v := f.expr(x.CastExpression)
	f.at(x)
	if to.Kind() == cc.Union && f.types.Scalar(v.Type).Class != repr.None {
		// GNU C: a cast to a union that has a member of the operand's type.
		addr := f.mem.Temp(to, "union")
		for _, m := range f.types.Members(to) {
			if m.Type.IsCompatible(v.Type) {
				f.mem.Store(f.mem.Member(addr, &m), f.arith.Convert(v, m.Type))
				return value.Value{Addr: addr, Type: to}
			}
		}
	}
	if repr.IsVector(to) || repr.IsVector(v.Type) {
		return f.vec.Reinterpret(v, to)
	}
	r := f.arith.Convert(v, to)
	r.Bits = 0
	return r
}

func (f *fn) unary(x *cc.UnaryExpression) value.Value {
	switch x.Case {
	case cc.UnaryExpressionInc:
		return f.incDec(x, x.UnaryExpression, value.OpAdd, false)
	case cc.UnaryExpressionDec:
		return f.incDec(x, x.UnaryExpression, value.OpSub, false)
	case cc.UnaryExpressionAddrof:
		return f.addressOf(x)
	case cc.UnaryExpressionDeref:
		return f.mem.Load(f.lvalue(x))
	case cc.UnaryExpressionNot:
		return f.values.Bool(f.ts.Not(f.cond(x.CastExpression)))
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
		v := f.expr(x.CastExpression)
		f.at(x)
		if repr.IsVector(v.Type) {
			return f.vec.Negate(x, v)
		}
		v = f.arith.Promote(v)
		s := f.types.Scalar(v.Type)
		switch {
		case s.Class == repr.None:
			return f.values.Unsupported(v.Type, "arithmetic on "+v.Type.String())
		case x.Case == cc.UnaryExpressionPlus:
			v.Cond = term.None
			return v
		case s.Class == repr.Floating:
			if d, ok := f.values.FloatOf(v); ok {
				return f.values.Float(v.Type, -d)
			}
			return f.values.Unsupported(v.Type, "floating-point negation")
		case x.Case == cc.UnaryExpressionCpl:
			return value.Value{Term: f.arith.Wrap(f.ts.BVNot(v.Term), v.Type, v.Bits), Type: v.Type,
				Bits: v.Bits}
		}
		f.arith.Node = x
		if f.arith.Overflow && s.Signed {
			f.arith.CheckOverflow(f.ts.BVNegO(v.Term), "negation")
		}
		return value.Value{Term: f.arith.WrapChecked(f.ts.BVNeg(v.Term), v.Type, v.Bits, "negation"),
			Type: v.Type, Bits: v.Bits}
	case cc.UnaryExpressionSizeofExpr:
		return f.sizeofExpr(x.UnaryExpression)
	case cc.UnaryExpressionSizeofType:
		if n, ok := f.unit.types.Sizeof(f.unit.types.Named(x.TypeName)); ok {
			return f.values.Const(f.types.SizeT, n)
		}
		f.evalTypeName(x.TypeName)
		return f.sizeofType(f.typeNamed(x.TypeName))
	case cc.UnaryExpressionAlignofExpr:
		return f.alignofExpr(x.UnaryExpression)
	case cc.UnaryExpressionAlignofType:
		return f.values.Const(f.types.SizeT, f.types.Align(f.typeNamed(x.TypeName)))
	case cc.UnaryExpressionLabelAddr:
		return f.values.Const(f.types.Pvoid, f.frame.Address(x.Token2.SrcStr()))
	}
	return f.values.Unsupported(x.Type(), "complex arithmetic")
}

func (f *fn) addressOf(x *cc.UnaryExpression) value.Value {
	p := f.lvalue(x.CastExpression)
	f.at(x)
	if p.Bit != nil || p.Addr == term.None {
		return f.values.Unsupported(x.Type(), "this address")
	}
	return value.Value{Term: p.Addr, Type: p.Type.Pointer()}
}

// sizeofExpr is sizeof of an expression, which is not evaluated unless its
// type is a variable-length array.
func (f *fn) sizeofExpr(n cc.ExpressionNode) value.Value {
	if repr.ComputesBitInt(n) {
		return f.values.Unsupported(f.types.SizeT, "sizeof of an expression with operands of type _BitInt")
	}
	own := f.unit.types.Expr(n)
	if size, ok := f.unit.types.Sizeof(own); ok {
		return f.values.Const(f.types.SizeT, size)
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
						return value.Value{Term: f.resizeToSize(lo.vla), Type: f.types.SizeT}
					}
					t = lo.ty
				} else if e := f.lookupObject(d); e != nil {
					f.objectSize(e)
					t = e.typ
				}
			}
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			b, _ := f.stringBytes(x)
			return f.values.Const(f.types.SizeT, uint64(len(b)))
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
func (f *fn) alignofExpr(n cc.ExpressionNode) value.Value {
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
	return f.values.Const(f.types.SizeT, align)
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

func (f *fn) sizeofType(t cc.Type) value.Value {
	switch {
	case repr.IsVoid(t) || t.Kind() == cc.Function:
		return f.values.Const(f.types.SizeT, 1)
	case repr.IsVLA(t):
		return value.Value{Term: f.resizeToSize(f.vlaSize(t)), Type: f.types.SizeT}
	}
	n, ok := f.types.Size(t)
	if !ok {
		return f.values.Unsupported(f.types.SizeT, "sizeof of the incomplete type "+t.String())
	}
	return f.values.Const(f.types.SizeT, n)
}

func (f *fn) resizeToSize(t term.Term) term.Term {
	return f.values.Resize(t, f.prog.PtrWidth, f.types.Scalar(f.types.SizeT).Width, false)
}

// unchecked reports whether signed overflow is not looked for at the present place.
func (f *fn) unchecked() bool { return f.unit.model || f.monitor != nil && f.monitor.busy }
