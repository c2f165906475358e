package c

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
)

// expr lowers an expression and returns its value, arrays and functions as
// addresses. Operands are evaluated from left to right.
func (f *fn) expr(n cc.ExpressionNode) value {
	n = syntax.Unparen(n)
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
		return value{ty: f.types.Void}
	}
	return f.unsupportedValue(n.Type(), "this kind of expression")
}

// effect evaluates an expression whose value is not used.
func (f *fn) effect(n cc.ExpressionNode) {
	n = syntax.Unparen(n)
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
		if repr.IsVoid(f.typeNamed(x.TypeName)) {
			f.effect(x.CastExpression)
			return
		}
	}
	f.unused = n
	f.expr(n)
}

func (f *fn) primary(x *cc.PrimaryExpression) value {
	switch x.Case {
	case cc.PrimaryExpressionIdent:
		if e, ok := x.ResolvedTo().(*cc.Enumerator); ok {
			return f.enumConstant(x, e)
		}
		if v, ok := f.resultOf(x); ok {
			return v
		}
		return f.load(f.lvalue(x))
	case cc.PrimaryExpressionInt:
		return f.intConstant(x)
	case cc.PrimaryExpressionChar:
		if v, ok := x.Value().(cc.Int64Value); ok {
			return f.constant(f.types.Int, uint64(v))
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

func (f *fn) postfix(x *cc.PostfixExpression) value {
	switch x.Case {
	case cc.PostfixExpressionIndex, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect,
		cc.PostfixExpressionComplit:
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
	section := f.beginAtomicUpdate(p, n)
	v := f.load(p)
	if old && p.reg != cfa.NoReg {
		v = f.hold(v)
	}
	if old && repr.IsVector(p.ty) {
		v = f.detach(v)
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
func (f *fn) beginAtomicUpdate(p place, n cc.Node) bool {
	if p.order == cfa.Plain || p.reg != cfa.NoReg {
		return false
	}
	f.flow.Emit(cfa.AtomicBegin{}).Node = n
	return true
}

func (f *fn) endAtomicUpdate(open bool) {
	if open {
		f.flow.Emit(cfa.AtomicEnd{})
	}
}
