package repr

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/syntax"
)

// Of is the type of an expression: the parser's, but for what has to do with vectors.
func (ts *Types) Of(n cc.ExpressionNode) cc.Type {
	n = syntax.Unparen(n)
	t, ok := ts.exprTypes[n]
	if !ok {
		t = ts.findType(n)
		ts.exprTypes[n] = t
	}
	return t
}

// findType is Of for an expression that was not met; without remembering them, those that are nested
// would be looked at twice on each level.
func (ts *Types) findType(n cc.ExpressionNode) cc.Type {
	either := func(a, b cc.ExpressionNode, compare bool) cc.Type {
		for _, x := range []cc.ExpressionNode{a, b} {
			t := ts.Of(x)
			if v, ok := ts.Lanes(t); ok && compare {
				return ts.Mask(v)
			}
			if IsVector(t) {
				return t
			}
		}
		t := n.Type()
		if !IsVector(t) {
			return t
		}
		ta, tb := ts.Of(a), ts.Of(b)
		if ts.Scalar(ta).Class == None || ts.Scalar(tb).Class == None {
			return ts.Int
		}
		return ts.Common(ts.Promoted(ta), ts.Promoted(tb))
	}
	switch x := n.(type) {
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionIndex {
			if v, ok := ts.Lanes(ts.Of(x.PostfixExpression)); ok {
				return v.Elem
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
		return ts.Of(n)
	}
	return n.Type()
}
