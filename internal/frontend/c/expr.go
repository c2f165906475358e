package c

import (
	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
)

// expr lowers an expression and returns its value, arrays and functions as
// addresses. Operands are evaluated from left to right.
func (f *fn) expr(n cc.ExpressionNode) value.Value {
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
		op := value.OpMul
		switch x.Case {
		case cc.MultiplicativeExpressionDiv:
			op = value.OpDiv
		case cc.MultiplicativeExpressionMod:
			op = value.OpRem
		}
		return f.binary(x, op, x.MultiplicativeExpression, x.CastExpression)
	case *cc.AdditiveExpression:
		op := value.OpAdd
		if x.Case == cc.AdditiveExpressionSub {
			op = value.OpSub
		}
		return f.binary(x, op, x.AdditiveExpression, x.MultiplicativeExpression)
	case *cc.ShiftExpression:
		op := value.OpShl
		if x.Case == cc.ShiftExpressionRsh {
			op = value.OpShr
		}
		return f.binary(x, op, x.ShiftExpression, x.AdditiveExpression)
	case *cc.AndExpression:
		return f.binary(x, value.OpAnd, x.AndExpression, x.EqualityExpression)
	case *cc.ExclusiveOrExpression:
		return f.binary(x, value.OpXor, x.ExclusiveOrExpression, x.AndExpression)
	case *cc.InclusiveOrExpression:
		return f.binary(x, value.OpOr, x.InclusiveOrExpression, x.ExclusiveOrExpression)
	case *cc.RelationalExpression:
		op := map[cc.RelationalExpressionCase]value.Operator{
			cc.RelationalExpressionLt: value.OpLt, cc.RelationalExpressionGt: value.OpGt,
			cc.RelationalExpressionLeq: value.OpLe, cc.RelationalExpressionGeq: value.OpGe,
		}[x.Case]
		return f.binary(x, op, x.RelationalExpression, x.ShiftExpression)
	case *cc.EqualityExpression:
		op := value.OpEq
		if x.Case == cc.EqualityExpressionNeq {
			op = value.OpNe
		}
		return f.binary(x, op, x.EqualityExpression, x.RelationalExpression)
	case *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		return f.values.Bool(f.cond(n))
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
		return value.Value{Type: f.types.Void}
	}
	return f.values.Unsupported(n.Type(), "this kind of expression")
}

// effect evaluates an expression whose value is not used.
func (f *fn) effect(n cc.ExpressionNode) {
	n = syntax.Unparen(n)
	switch x := n.(type) {
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionInc:
			f.incDec(x, x.PostfixExpression, value.OpAdd, false)
			return
		case cc.PostfixExpressionDec:
			f.incDec(x, x.PostfixExpression, value.OpSub, false)
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

func (f *fn) primary(x *cc.PrimaryExpression) value.Value {
	switch x.Case {
	case cc.PrimaryExpressionIdent:
		if e, ok := x.ResolvedTo().(*cc.Enumerator); ok {
			return f.enumConstant(x, e)
		}
		if v, ok := f.resultOf(x); ok {
			return v
		}
		return f.mem.Load(f.lvalue(x))
	case cc.PrimaryExpressionInt:
		return f.intConstant(x)
	case cc.PrimaryExpressionChar:
		if v, ok := x.Value().(cc.Int64Value); ok {
			return f.values.Const(f.types.Int, uint64(v))
		}
	case cc.PrimaryExpressionLChar:
		if v, ok := x.Value().(cc.Int64Value); ok {
			return f.values.Const(x.Type(), uint64(v))
		}
	case cc.PrimaryExpressionFloat:
		return f.values.FloatConstant(x.Type(), x.Value())
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		return f.mem.Load(f.stringPlace(x))
	case cc.PrimaryExpressionStmt:
		return f.statementExpr(x.CompoundStatement)
	case cc.PrimaryExpressionExpr:
		return f.expr(x.ExpressionList)
	case cc.PrimaryExpressionGeneric:
		if a := x.GenericSelection.Associated(); a != nil {
			return f.expr(a.AssignmentExpression)
		}
	}
	return f.values.Unsupported(x.Type(), "the expression "+x.Token.SrcStr())
}

func (f *fn) postfix(x *cc.PostfixExpression) value.Value {
	switch x.Case {
	case cc.PostfixExpressionIndex, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect,
		cc.PostfixExpressionComplit:
		return f.mem.Load(f.lvalue(x))
	case cc.PostfixExpressionCall:
		return f.call(x)
	case cc.PostfixExpressionInc:
		return f.incDec(x, x.PostfixExpression, value.OpAdd, true)
	case cc.PostfixExpressionDec:
		return f.incDec(x, x.PostfixExpression, value.OpSub, true)
	}
	return f.values.Unsupported(x.Type(), "this expression")
}

// incDec lowers ++ and --; old asks for the value before.
func (f *fn) incDec(n cc.Node, operand cc.ExpressionNode, op value.Operator, old bool) value.Value {
	p := f.lvalue(operand)
	f.at(n)
	section := f.beginAtomicUpdate(p, n)
	v := f.mem.Load(p)
	if old && p.Reg != cfa.NoReg {
		v = f.values.Hold(v)
	}
	if old && repr.IsVector(p.Type) {
		v = f.vec.Detach(v)
	}
	one := f.values.Int(1)
	next := f.arith.Convert(f.arith.Operate(n, op, v, one), p.Type)
	result := f.mem.Store(p, next)
	f.endAtomicUpdate(section)
	if old {
		return v
	}
	return result
}

// beginAtomicUpdate opens the section that makes an update of an _Atomic
// object one step.
func (f *fn) beginAtomicUpdate(p value.Place, n cc.Node) bool {
	if p.Order == cfa.Plain || p.Reg != cfa.NoReg {
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

// enumConstant is an enumeration constant; see package ctype for its type.
func (f *fn) enumConstant(x *cc.PrimaryExpression, e *cc.Enumerator) value.Value {
	if ty := f.unit.types.Parser(f.unit.types.Expr(x)); ty != nil {
		switch v := e.Value().(type) {
		case cc.Int64Value:
			return f.values.Const(ty, uint64(v))
		case cc.UInt64Value:
			return f.values.Const(ty, uint64(v))
		}
	}
	return f.values.Unsupported(f.types.Int, "the enumeration constant "+e.Token.SrcStr())
}

func (f *fn) intConstant(x *cc.PrimaryExpression) value.Value {
	switch v := x.Value().(type) {
	case cc.Int64Value:
		return f.values.Const(x.Type(), uint64(v))
	case cc.UInt64Value:
		return f.values.Const(x.Type(), uint64(v))
	}
	return f.values.Unsupported(x.Type(), "the constant "+x.Token.SrcStr())
}
