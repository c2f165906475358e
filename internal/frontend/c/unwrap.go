package c

import "modernc.org/cc/v4"

// unwrap removes parentheses and productions that only pass on their operand.
func unwrap(n cc.ExpressionNode) cc.ExpressionNode {
	for {
		switch x := n.(type) {
		case *cc.PrimaryExpression:
			switch x.Case {
			case cc.PrimaryExpressionExpr:
				if el, ok := x.ExpressionList.(*cc.ExpressionList); ok && el != nil &&
					el.ExpressionList != nil {
					return n
				}
				n = x.ExpressionList
				continue
			case cc.PrimaryExpressionGeneric:
				if a := x.GenericSelection.Associated(); a != nil {
					n = a.AssignmentExpression
					continue
				}
			}
		case *cc.ExpressionList:
			if x.ExpressionList == nil {
				n = x.AssignmentExpression
				continue
			}
		case *cc.PostfixExpression:
			if x.Case == cc.PostfixExpressionPrimary {
				n = x.PrimaryExpression
				continue
			}
		case *cc.UnaryExpression:
			if x.Case == cc.UnaryExpressionPostfix {
				n = x.PostfixExpression
				continue
			}
		case *cc.CastExpression:
			if x.Case == cc.CastExpressionUnary {
				n = x.UnaryExpression
				continue
			}
		case *cc.MultiplicativeExpression:
			if x.Case == cc.MultiplicativeExpressionCast {
				n = x.CastExpression
				continue
			}
		case *cc.AdditiveExpression:
			if x.Case == cc.AdditiveExpressionMul {
				n = x.MultiplicativeExpression
				continue
			}
		case *cc.ShiftExpression:
			if x.Case == cc.ShiftExpressionAdd {
				n = x.AdditiveExpression
				continue
			}
		case *cc.RelationalExpression:
			if x.Case == cc.RelationalExpressionShift {
				n = x.ShiftExpression
				continue
			}
		case *cc.EqualityExpression:
			if x.Case == cc.EqualityExpressionRel {
				n = x.RelationalExpression
				continue
			}
		case *cc.AndExpression:
			if x.Case == cc.AndExpressionEq {
				n = x.EqualityExpression
				continue
			}
		case *cc.ExclusiveOrExpression:
			if x.Case == cc.ExclusiveOrExpressionAnd {
				n = x.AndExpression
				continue
			}
		case *cc.InclusiveOrExpression:
			if x.Case == cc.InclusiveOrExpressionXor {
				n = x.ExclusiveOrExpression
				continue
			}
		case *cc.LogicalAndExpression:
			if x.Case == cc.LogicalAndExpressionOr {
				n = x.InclusiveOrExpression
				continue
			}
		case *cc.LogicalOrExpression:
			if x.Case == cc.LogicalOrExpressionLAnd {
				n = x.LogicalAndExpression
				continue
			}
		case *cc.ConditionalExpression:
			if x.Case == cc.ConditionalExpressionLOr {
				n = x.LogicalOrExpression
				continue
			}
		case *cc.AssignmentExpression:
			if x.Case == cc.AssignmentExpressionCond {
				n = x.ConditionalExpression
				continue
			}
		case *cc.ConstantExpression:
			n = x.ConditionalExpression
			continue
		}
		return n
	}
}
