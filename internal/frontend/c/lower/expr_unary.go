package lower

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/ctype"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

func (ex *expressions) cast(x *cc.CastExpression) value.Value {
	to := ex.typeNamed(x.TypeName)
	if repr.IsVoid(to) {
		ex.Effect(x.CastExpression)
		return value.Value{Type: ex.types.Void}
	}
	if v, ok := ex.calls.vaArg(x, to); ok {
		return v
	}
	ex.vars.evalTypeName(x.TypeName)
	v := ex.Expr(x.CastExpression)
	ex.marks.At(x)
	if to.Kind() == cc.Union && ex.types.Scalar(v.Type).Class != repr.None {
		// GNU C: a cast to a union that has a member of the operand's type.
		addr := ex.mem.Temp(to, "union")
		for _, m := range ex.types.Members(to) {
			if m.Type.IsCompatible(v.Type) {
				ex.mem.Store(ex.mem.Member(addr, &m), ex.arith.Convert(v, m.Type))
				return value.Value{Addr: addr, Type: to}
			}
		}
	}
	if repr.IsVector(to) || repr.IsVector(v.Type) {
		return ex.vec.Reinterpret(v, to)
	}
	ex.low.noteRetyped(x, ex.unit, v.Type)
	r := ex.arith.Convert(v, to)
	r.Bits = 0
	return r
}

func (ex *expressions) unary(x *cc.UnaryExpression) value.Value {
	switch x.Case {
	case cc.UnaryExpressionInc:
		return ex.incDec(x, x.UnaryExpression, value.OpAdd, false)
	case cc.UnaryExpressionDec:
		return ex.incDec(x, x.UnaryExpression, value.OpSub, false)
	case cc.UnaryExpressionAddrof:
		return ex.addressOf(x)
	case cc.UnaryExpressionDeref:
		return ex.mem.Load(ex.lvalues.Lvalue(x))
	case cc.UnaryExpressionNot:
		return ex.values.Bool(ex.ts.Not(ex.Cond(x.CastExpression)))
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
		v := ex.Expr(x.CastExpression)
		ex.marks.At(x)
		if repr.IsVector(v.Type) {
			return ex.vec.Negate(x, v)
		}
		v = ex.arith.Promote(v)
		s := ex.types.Scalar(v.Type)
		switch {
		case s.Class == repr.None:
			return ex.values.Unsupported(v.Type, "arithmetic on "+v.Type.String())
		case x.Case == cc.UnaryExpressionPlus:
			v.Cond = term.None
			return v
		case s.Class == repr.Floating:
			f := ex.values.Floats(v)
			if f == nil || x.Case == cc.UnaryExpressionCpl {
				return ex.values.Unsupported(v.Type, "this operator on "+v.Type.String())
			}
			return value.Value{Term: f.Neg(v.Term), Type: v.Type}
		case x.Case == cc.UnaryExpressionCpl:
			return value.Value{Term: ex.arith.Wrap(ex.ts.BVNot(v.Term), v.Type, v.Bits), Type: v.Type,
				Bits: v.Bits}
		}
		ex.arith.Node = x
		if ex.arith.Overflow && s.Signed {
			ex.arith.CheckOverflow(ex.ts.BVNegO(v.Term), "negation")
		}
		return value.Value{Term: ex.arith.WrapChecked(ex.ts.BVNeg(v.Term), v.Type, v.Bits, "negation"),
			Type: v.Type, Bits: v.Bits}
	case cc.UnaryExpressionSizeofExpr:
		return ex.sizeofExpr(x.UnaryExpression)
	case cc.UnaryExpressionSizeofType:
		if n, ok := ex.unit.Types.Sizeof(ex.unit.Types.Named(x.TypeName)); ok {
			return ex.values.Const(ex.types.SizeT, n)
		}
		ex.vars.evalTypeName(x.TypeName)
		return ex.sizeofType(ex.typeNamed(x.TypeName))
	case cc.UnaryExpressionAlignofExpr:
		return ex.alignofExpr(x.UnaryExpression)
	case cc.UnaryExpressionAlignofType:
		return ex.values.Const(ex.types.SizeT, ex.types.Align(ex.typeNamed(x.TypeName)))
	case cc.UnaryExpressionLabelAddr:
		return ex.values.Const(ex.types.Pvoid, ex.frame.Address(x.Token2.SrcStr()))
	}
	return ex.values.Unsupported(x.Type(), "complex arithmetic")
}

func (ex *expressions) addressOf(x *cc.UnaryExpression) value.Value {
	ex.lvalues.addressed = syntax.Unparen(x.CastExpression)
	p := ex.lvalues.Lvalue(x.CastExpression)
	ex.marks.At(x)
	if p.Bit != nil || p.Addr == term.None {
		return ex.values.Unsupported(x.Type(), "this address")
	}
	return value.Value{Term: p.Addr, Type: p.Type.Pointer()}
}

// sizeofExpr is sizeof of an expression, which is not evaluated unless its type is a variable-length array.
func (ex *expressions) sizeofExpr(n cc.ExpressionNode) value.Value {
	if repr.ComputesBitInt(n) {
		return ex.values.Unsupported(ex.types.SizeT, "sizeof of an expression with operands of type _BitInt")
	}
	own := ex.unit.Types.Expr(n)
	if size, ok := ex.unit.Types.Sizeof(own); ok {
		return ex.values.Const(ex.types.SizeT, size)
	}
	t := ex.types.Of(n).Undecay()
	if p := ex.unit.Types.Parser(own); p != nil {
		t = p
	}
	switch x := syntax.Unparen(n).(type) {
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionIdent:
			if d, ok := x.ResolvedTo().(*cc.Declarator); ok {
				t = d.Type()
				if lo := ex.vars.Vars[d]; lo != nil {
					if lo.vla != term.None {
						return value.Value{Term: ex.resizeToSize(lo.vla), Type: ex.types.SizeT}
					}
					t = lo.Ty
				} else if e := ex.lvalues.lookupObject(d); e != nil {
					ex.low.objectSize(e)
					t = e.Typ
				}
			}
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			b, _ := ex.lvalues.StringBytes(x)
			return ex.values.Const(ex.types.SizeT, uint64(len(b)))
		}
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionSelect || x.Case == cc.PostfixExpressionPSelect {
			st := x.PostfixExpression.Type()
			if x.Case == cc.PostfixExpressionPSelect {
				if e := repr.Elem(st); e != nil {
					st = e
				}
			}
			if m, ok := ex.types.Member(st, x.Token2.SrcStr()); ok {
				t = m.Type
			}
		}
	}
	if repr.IsVLA(t) {
		ex.lvalues.Lvalue(n) // evaluated, unlike operands of other types (C11 6.5.3.4p2)
	}
	return ex.sizeofType(t)
}

// alignofExpr is _Alignof of an expression, a GNU extension: what the type needs, or a declaration asks for.
func (ex *expressions) alignofExpr(n cc.ExpressionNode) value.Value {
	t := ex.unit.Types.Parser(ex.unit.Types.Expr(n))
	if t == nil {
		t = ex.types.Of(n).Undecay()
	}
	align := ex.types.Align(t)
	if x, ok := syntax.Unparen(n).(*cc.PrimaryExpression); ok && x.Case == cc.PrimaryExpressionIdent {
		if d, ok := x.ResolvedTo().(*cc.Declarator); ok {
			align = max(align, ex.types.Align(d.Type()), uint64(max(d.Alignas(), 0)))
		}
	}
	return ex.values.Const(ex.types.SizeT, align)
}

// lookupObject finds the entity of a declarator without making one.
func (lv *lvalues) lookupObject(d *cc.Declarator) *Entity {
	if e := lv.low.statics[d]; e != nil {
		return e
	}
	if d.Type().Kind() == cc.Function || d.StorageDuration() == cc.Automatic {
		return nil
	}
	return lv.low.Find(lv.unit, d.Name())
}

func (ex *expressions) sizeofType(t cc.Type) value.Value {
	switch {
	case repr.IsVoid(t) || t.Kind() == cc.Function:
		return ex.values.Const(ex.types.SizeT, 1)
	case repr.IsVLA(t):
		return value.Value{Term: ex.resizeToSize(ex.vars.vlaSize(t)), Type: ex.types.SizeT}
	}
	n, ok := ex.types.Size(t)
	if !ok {
		return ex.values.Unsupported(ex.types.SizeT, "sizeof of the incomplete type "+t.String())
	}
	return ex.values.Const(ex.types.SizeT, n)
}

func (ex *expressions) resizeToSize(t term.Term) term.Term {
	return ex.values.Resize(t, ex.prog.PtrWidth, ex.types.Scalar(ex.types.SizeT).Width, false)
}

// The parser gives __typeof__ and __auto_type the types that it has computed
// for expressions. Where those are wrong, ours is taken; if the parser has no
// such type, as for bit-fields of 40 bits, the declaration is not supported.

// typeNamed is the type that a type name names.
func (ex *expressions) typeNamed(n *cc.TypeName) cc.Type {
	for l := n.SpecifierQualifierList; l != nil; l = l.SpecifierQualifierList {
		if syntax.IsTypeof(l.TypeSpecifier) {
			return ex.agreed(ex.unit.Types.Named(n), n.Type())
		}
	}
	return n.Type()
}

// declaredType is the type of a variable of the function; specs is nil for __auto_type.
func (ls *locals) declaredType(d *cc.Declarator, specs *cc.DeclarationSpecifiers) cc.Type {
	found := specs == nil
	for ; specs != nil; specs = specs.DeclarationSpecifiers {
		found = found || syntax.IsTypeof(specs.TypeSpecifier)
	}
	if !found {
		return d.Type()
	}
	return ls.exprs.agreed(ls.unit.Types.Declared(d), d.Type())
}

// agreed returns the parser's type if it is the same as ours, or if we have none, else one for ours.
func (ex *expressions) agreed(own *ctype.Type, parsers cc.Type) cc.Type {
	if own == nil || ctype.Agrees(own, parsers) {
		return parsers
	}
	if p, bits := ex.parserBits(own); p != nil && bits == 0 {
		return p
	}
	ex.flow.Unsupported("__typeof__ of this expression")
	return parsers
}

// parserBits is the parser's type for one of ours, with the width of its own
// that it has, or 0; nil if it has none.
func (ex *expressions) parserBits(t *ctype.Type) (cc.Type, int) {
	p := ex.unit.Types.Parser(t)
	if p == nil {
		return nil, 0
	}
	return p, t.Bits
}
