package syntax

import (
	"reflect"

	"modernc.org/cc/v4"
)

// Unwrap removes the productions that only pass on their operand, but not parentheses.
func Unwrap(n cc.ExpressionNode) cc.ExpressionNode {
	for {
		inner := passedOn(n)
		if inner == nil {
			return n
		}
		n = inner
	}
}

func passedOn(n cc.ExpressionNode) cc.ExpressionNode {
	switch x := n.(type) {
	case *cc.ExpressionList:
		if x.ExpressionList == nil {
			return x.AssignmentExpression
		}
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionPrimary {
			return x.PrimaryExpression
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionPostfix {
			return x.PostfixExpression
		}
	case *cc.CastExpression:
		if x.Case == cc.CastExpressionUnary {
			return x.UnaryExpression
		}
	case *cc.MultiplicativeExpression:
		if x.Case == cc.MultiplicativeExpressionCast {
			return x.CastExpression
		}
	case *cc.AdditiveExpression:
		if x.Case == cc.AdditiveExpressionMul {
			return x.MultiplicativeExpression
		}
	case *cc.ShiftExpression:
		if x.Case == cc.ShiftExpressionAdd {
			return x.AdditiveExpression
		}
	case *cc.RelationalExpression:
		if x.Case == cc.RelationalExpressionShift {
			return x.ShiftExpression
		}
	case *cc.EqualityExpression:
		if x.Case == cc.EqualityExpressionRel {
			return x.RelationalExpression
		}
	case *cc.AndExpression:
		if x.Case == cc.AndExpressionEq {
			return x.EqualityExpression
		}
	case *cc.ExclusiveOrExpression:
		if x.Case == cc.ExclusiveOrExpressionAnd {
			return x.AndExpression
		}
	case *cc.InclusiveOrExpression:
		if x.Case == cc.InclusiveOrExpressionXor {
			return x.ExclusiveOrExpression
		}
	case *cc.LogicalAndExpression:
		if x.Case == cc.LogicalAndExpressionOr {
			return x.InclusiveOrExpression
		}
	case *cc.LogicalOrExpression:
		if x.Case == cc.LogicalOrExpressionLAnd {
			return x.LogicalAndExpression
		}
	case *cc.ConditionalExpression:
		if x.Case == cc.ConditionalExpressionLOr {
			return x.LogicalOrExpression
		}
	case *cc.AssignmentExpression:
		if x.Case == cc.AssignmentExpressionCond {
			return x.ConditionalExpression
		}
	case *cc.ConstantExpression:
		return x.ConditionalExpression
	}
	return nil
}

// Unparen removes parentheses as well, and takes a generic selection for the operand that is selected.
func Unparen(n cc.ExpressionNode) cc.ExpressionNode {
	for {
		n = Unwrap(n)
		x, ok := n.(*cc.PrimaryExpression)
		if !ok {
			return n
		}
		switch x.Case {
		case cc.PrimaryExpressionExpr:
			if l, ok := x.ExpressionList.(*cc.ExpressionList); ok && l != nil && l.ExpressionList != nil {
				return n
			}
			n = x.ExpressionList
		case cc.PrimaryExpressionGeneric:
			a := x.GenericSelection.Associated()
			if a == nil {
				return n
			}
			n = a.AssignmentExpression
		default:
			return n
		}
	}
}

// Uncast removes casts as well.
func Uncast(n cc.ExpressionNode) cc.ExpressionNode {
	for {
		n = Unparen(n)
		x, ok := n.(*cc.CastExpression)
		if !ok || x.Case != cc.CastExpressionCast {
			return n
		}
		n = x.CastExpression
	}
}

// IsNil reports whether there is no node, or a nil pointer to one.
func IsNil(n cc.Node) bool { return n == nil || reflect.ValueOf(n).IsNil() }
