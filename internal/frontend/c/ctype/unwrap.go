package ctype

import "modernc.org/cc/v4"

// Unwrap removes the productions that only pass on their operand, but not
// parentheses.
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
