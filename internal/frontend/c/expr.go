package c

import (
	"math"
	"math/big"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// expr lowers an expression and returns its value, arrays and functions as
// addresses. Operands are evaluated from left to right.
func (f *fn) expr(n cc.ExpressionNode) value {
	n = unwrap(n)
	f.at(n)
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		return f.primary(x)
	case *cc.PostfixExpression:
		return f.postfix(x)
	case *cc.UnaryExpression:
		return f.unary(x)
	case *cc.CastExpression:
		return f.cast(x)
	case *cc.MultiplicativeExpression:
		op := opMul
		switch x.Case {
		case cc.MultiplicativeExpressionDiv:
			op = opDiv
		case cc.MultiplicativeExpressionMod:
			op = opRem
		}
		return f.binary(x, op, x.MultiplicativeExpression, x.CastExpression)
	case *cc.AdditiveExpression:
		op := opAdd
		if x.Case == cc.AdditiveExpressionSub {
			op = opSub
		}
		return f.binary(x, op, x.AdditiveExpression, x.MultiplicativeExpression)
	case *cc.ShiftExpression:
		op := opShl
		if x.Case == cc.ShiftExpressionRsh {
			op = opShr
		}
		return f.binary(x, op, x.ShiftExpression, x.AdditiveExpression)
	case *cc.AndExpression:
		return f.binary(x, opAnd, x.AndExpression, x.EqualityExpression)
	case *cc.ExclusiveOrExpression:
		return f.binary(x, opXor, x.ExclusiveOrExpression, x.AndExpression)
	case *cc.InclusiveOrExpression:
		return f.binary(x, opOr, x.InclusiveOrExpression, x.ExclusiveOrExpression)
	case *cc.RelationalExpression:
		op := map[cc.RelationalExpressionCase]operator{
			cc.RelationalExpressionLt: opLt, cc.RelationalExpressionGt: opGt,
			cc.RelationalExpressionLeq: opLe, cc.RelationalExpressionGeq: opGe,
		}[x.Case]
		return f.binary(x, op, x.RelationalExpression, x.ShiftExpression)
	case *cc.EqualityExpression:
		op := opEq
		if x.Case == cc.EqualityExpressionNeq {
			op = opNe
		}
		return f.binary(x, op, x.EqualityExpression, x.RelationalExpression)
	case *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		return f.boolValue(f.cond(n))
	case *cc.ConditionalExpression:
		return f.conditional(x)
	case *cc.AssignmentExpression:
		return f.assignment(x)
	case *cc.ExpressionList:
		for l := x; l != nil; l = l.ExpressionList {
			if l.ExpressionList == nil {
				return f.expr(l.AssignmentExpression)
			}
			f.effect(l.AssignmentExpression)
		}
	case nil:
		return value{ty: f.types.void}
	}
	return f.unsupportedValue(n.Type(), "this kind of expression")
}

// effect evaluates an expression whose value is not used.
func (f *fn) effect(n cc.ExpressionNode) {
	n = unwrap(n)
	switch x := n.(type) {
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionInc:
			f.incDec(x, x.PostfixExpression, opAdd, false)
			return
		case cc.PostfixExpressionDec:
			f.incDec(x, x.PostfixExpression, opSub, false)
			return
		}
	case *cc.ExpressionList:
		for l := x; l != nil; l = l.ExpressionList {
			f.effect(l.AssignmentExpression)
		}
		return
	case *cc.CastExpression:
		if isVoid(x.TypeName.Type()) {
			f.effect(x.CastExpression)
			return
		}
	}
	f.expr(n)
}

func (f *fn) primary(x *cc.PrimaryExpression) value {
	switch x.Case {
	case cc.PrimaryExpressionIdent:
		if e, ok := x.ResolvedTo().(*cc.Enumerator); ok {
			return f.enumConstant(e)
		}
		return f.load(f.identPlace(x))
	case cc.PrimaryExpressionInt:
		return f.intConstant(x)
	case cc.PrimaryExpressionChar:
		if v, ok := x.Value().(cc.Int64Value); ok {
			return f.constant(f.types.int, uint64(v))
		}
	case cc.PrimaryExpressionLChar:
		if v, ok := x.Value().(cc.Int64Value); ok {
			return f.constant(x.Type(), uint64(v))
		}
	case cc.PrimaryExpressionFloat:
		return f.floatConstant(x.Type(), x.Value())
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		return f.load(f.stringPlace(x))
	case cc.PrimaryExpressionStmt:
		return f.statementExpr(x.CompoundStatement)
	case cc.PrimaryExpressionExpr:
		return f.expr(x.ExpressionList)
	case cc.PrimaryExpressionGeneric:
		if a := x.GenericSelection.Associated(); a != nil {
			return f.expr(a.AssignmentExpression)
		}
	}
	return f.unsupportedValue(x.Type(), "the expression "+x.Token.SrcStr())
}

func (f *fn) enumConstant(e *cc.Enumerator) value {
	switch v := e.Value().(type) {
	case cc.Int64Value:
		return f.enumValue(int64(v), int64(v) < 0)
	case cc.UInt64Value:
		return f.enumValue(int64(v), false)
	}
	return f.unsupportedValue(f.types.int, "the enumeration constant "+e.Token.SrcStr())
}

// enumValue is an enumeration constant: an int if it fits, else the next type
// that holds it.
func (f *fn) enumValue(v int64, negative bool) value {
	switch {
	case negative && v >= math.MinInt32, !negative && uint64(v) <= math.MaxInt32:
		return f.constant(f.types.int, uint64(v))
	case !negative && uint64(v) <= math.MaxUint32:
		return f.constant(f.types.uint, uint64(v))
	case negative || uint64(v) <= math.MaxInt64:
		return f.constant(f.types.llong, uint64(v))
	}
	return f.constant(f.types.ullong, uint64(v))
}

func (f *fn) intConstant(x *cc.PrimaryExpression) value {
	switch v := x.Value().(type) {
	case cc.Int64Value:
		return f.constant(x.Type(), uint64(v))
	case cc.UInt64Value:
		return f.constant(x.Type(), uint64(v))
	}
	return f.unsupportedValue(x.Type(), "the constant "+x.Token.SrcStr())
}

// floatConstant is the representation of a floating constant.
func (f *fn) floatConstant(ty cc.Type, v cc.Value) value {
	var d float64
	switch x := v.(type) {
	case cc.Float64Value:
		d = float64(x)
	case *cc.LongDoubleValue:
		d, _ = (*big.Float)(x).Float64()
		if f.scalarOf(ty).width > 64 {
			return f.unsupportedValue(ty, "a long double constant")
		}
	default:
		return f.unsupportedValue(ty, "this floating-point constant")
	}
	return f.floatBits(ty, d)
}

func (f *fn) floatBits(ty cc.Type, d float64) value {
	switch s := f.scalarOf(ty); s.width {
	case 32:
		return value{t: f.ts.BV(32, uint64(math.Float32bits(float32(d)))), ty: ty}
	case 64:
		return value{t: f.ts.BV(64, math.Float64bits(d)), ty: ty}
	}
	return f.unsupportedValue(ty, "a constant of type "+ty.String())
}

// floatOf is the value of a floating constant.
func (f *fn) floatOf(v value) (float64, bool) {
	u, ok := f.ts.ConstUint64(v.t)
	if !ok {
		return 0, false
	}
	switch f.scalarOf(v.ty).width {
	case 32:
		return float64(math.Float32frombits(uint32(u))), true
	case 64:
		return math.Float64frombits(u), true
	}
	return 0, false
}

// convertFloat converts from or to a floating type: constants exactly, and
// anything between types of one representation; the rest is not supported.
func (f *fn) convertFloat(v value, from scalar, ty cc.Type, to scalar) value {
	switch {
	case from.class == floating && to.class == floating && from.width == to.width:
		return value{t: v.t, ty: ty}
	case from.class == floating && f.ts.IsConst(v.t):
		d, ok := f.floatOf(v)
		if !ok {
			break
		}
		if to.class == floating {
			return f.floatBits(ty, d)
		}
		if to.class == boolean {
			return f.convert(f.boolValue(f.ts.Bool(d != 0)), ty)
		}
		t := math.Trunc(d)
		if to.width <= 64 && (to.signed && t >= -math.Exp2(float64(to.width-1)) && t < math.Exp2(float64(to.width-1)) ||
			!to.signed && t > -1 && t < math.Exp2(float64(to.width))) {
			i, _ := new(big.Float).SetFloat64(t).Int(nil)
			return value{t: f.ts.BVBig(to.width, new(big.Int).Mod(i, new(big.Int).Lsh(big.NewInt(1), uint(to.width)))), ty: ty}
		}
	case to.class == floating && from.class != floating && f.ts.IsConst(v.t):
		u, ok := f.ts.ConstUint64(v.t)
		if !ok {
			break
		}
		d := float64(u)
		if from.signed && from.width <= 64 {
			d = float64(int64(u<<uint(64-from.width)) >> uint(64-from.width))
		}
		return f.floatBits(ty, d)
	}
	return f.unsupportedValue(ty, "floating-point conversion from "+v.ty.String()+" to "+ty.String())
}

func (f *fn) postfix(x *cc.PostfixExpression) value {
	switch x.Case {
	case cc.PostfixExpressionIndex, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect, cc.PostfixExpressionComplit:
		return f.load(f.lvalue(x))
	case cc.PostfixExpressionCall:
		return f.call(x)
	case cc.PostfixExpressionInc:
		return f.incDec(x, x.PostfixExpression, opAdd, true)
	case cc.PostfixExpressionDec:
		return f.incDec(x, x.PostfixExpression, opSub, true)
	}
	return f.unsupportedValue(x.Type(), "this expression")
}

// incDec lowers ++ and --; old asks for the value before.
func (f *fn) incDec(n cc.Node, operand cc.ExpressionNode, op operator, old bool) value {
	p := f.lvalue(operand)
	f.at(n)
	section := f.beginAtomicUpdate(p)
	v := f.load(p)
	if old && p.reg != cfa.NoReg {
		v = f.hold(v)
	}
	one := f.intValue(1)
	next := f.convert(f.operate(n, op, v, one), p.ty)
	result := f.storeTo(p, next)
	f.endAtomicUpdate(section)
	if old {
		return v
	}
	return result
}

// beginAtomicUpdate opens the section that makes an update of an _Atomic
// object one step.
func (f *fn) beginAtomicUpdate(p place) bool {
	if p.order == cfa.Plain || p.reg != cfa.NoReg {
		return false
	}
	f.emit(cfa.AtomicBegin{})
	return true
}

func (f *fn) endAtomicUpdate(open bool) {
	if open {
		f.emit(cfa.AtomicEnd{})
	}
}

func (f *fn) cast(x *cc.CastExpression) value {
	to := x.TypeName.Type()
	if isVoid(to) {
		f.effect(x.CastExpression)
		return value{ty: f.types.void}
	}
	if v, ok := f.vaArg(x, to); ok {
		return v
	}
	v := f.expr(x.CastExpression)
	f.at(x)
	if to.Kind() == cc.Union && f.scalarOf(v.ty).class != notScalar {
		// GNU C: a cast to a union that has a member of the operand's type.
		addr := f.tempObject(to, "union")
		for _, m := range f.lay.membersOf(to) {
			if m.ty.IsCompatible(v.ty) {
				f.storeTo(f.placeOfMember(addr, &m, false), f.convert(v, m.ty))
				return value{addr: addr, ty: to}
			}
		}
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
		v := f.promote(f.expr(x.CastExpression))
		f.at(x)
		s := f.scalarOf(v.ty)
		switch {
		case s.class == notScalar:
			return f.unsupportedValue(v.ty, "arithmetic on "+v.ty.String())
		case x.Case == cc.UnaryExpressionPlus:
			v.cond = term.None
			return v
		case s.class == floating:
			if d, ok := f.floatOf(v); ok {
				return f.floatBits(v.ty, -d)
			}
			return f.unsupportedValue(v.ty, "floating-point negation")
		case x.Case == cc.UnaryExpressionCpl:
			return value{t: f.ts.BVNot(v.t), ty: v.ty}
		}
		if f.overflow && s.signed {
			f.checkOverflow(f.ts.BVNegO(v.t), "negation")
		}
		return value{t: f.ts.BVNeg(v.t), ty: v.ty}
	case cc.UnaryExpressionSizeofExpr:
		return f.sizeofExpr(x.UnaryExpression)
	case cc.UnaryExpressionSizeofType:
		return f.sizeofType(x.TypeName.Type())
	case cc.UnaryExpressionAlignofExpr:
		return f.constant(f.types.sizeT, f.lay.alignOf(x.UnaryExpression.Type().Undecay()))
	case cc.UnaryExpressionAlignofType:
		return f.constant(f.types.sizeT, f.lay.alignOf(x.TypeName.Type()))
	case cc.UnaryExpressionLabelAddr:
		return f.constant(f.types.pvoid, f.labelAddress(x.Token2.SrcStr()))
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
	t := n.Type().Undecay()
	switch x := unwrap(n).(type) {
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionIdent:
			if d, ok := x.ResolvedTo().(*cc.Declarator); ok {
				t = d.Type()
				if lo := f.locals[d]; lo != nil {
					if lo.vla != term.None {
						return value{t: f.resizeToSize(lo.vla), ty: f.types.sizeT}
					}
					t = lo.ty
				} else if e := f.lookupObject(d); e != nil {
					f.objectSize(e)
					t = e.typ
				}
			}
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			b, _ := f.stringBytes(x)
			return f.constant(f.types.sizeT, uint64(len(b)))
		}
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionSelect || x.Case == cc.PostfixExpressionPSelect {
			st := x.PostfixExpression.Type()
			if x.Case == cc.PostfixExpressionPSelect {
				if e := elem(st); e != nil {
					st = e
				}
			}
			if m, ok := f.lay.find(st, x.Token2.SrcStr()); ok {
				t = m.ty
			}
		}
	}
	return f.sizeofType(t)
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
	case isVoid(t) || t.Kind() == cc.Function:
		return f.constant(f.types.sizeT, 1)
	case isVLA(t):
		return value{t: f.resizeToSize(f.vlaSize(t)), ty: f.types.sizeT}
	}
	n, ok := f.lay.sizeOf(t)
	if !ok {
		return f.unsupportedValue(f.types.sizeT, "sizeof of the incomplete type "+t.String())
	}
	return f.constant(f.types.sizeT, n)
}

func (f *fn) resizeToSize(t term.Term) term.Term {
	return f.resize(t, f.prog.PtrWidth, f.scalarOf(f.types.sizeT).width, false)
}
