package syntax

import "modernc.org/cc/v4"

// The parser computes the value of some expressions that have effects as well: after a comma, and of what is
// assigned. Such an expression is no constant expression (C11 6.6p3), and has to be evaluated.

// ParserValue returns the value that the parser has computed for a constant expression.
func ParserValue(n cc.ExpressionNode) (int64, bool) {
	var value int64
	switch v := n.Value().(type) {
	case cc.Int64Value:
		value = int64(v)
	case cc.UInt64Value:
		value = int64(v)
	default:
		return 0, false
	}
	return value, !isEvaluated(n)
}

// isEvaluated reports whether an expression has a comma, an assignment or the size of an array of variable
// length, other than in the operand of a sizeof that is not evaluated.
func isEvaluated(n cc.Node) bool {
	found := false
	Walk(n, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.ExpressionList:
			found = found || x.ExpressionList != nil
		case *cc.AssignmentExpression:
			found = found || x.Case != cc.AssignmentExpressionCond
		case *cc.UnaryExpression:
			switch x.Case {
			case cc.UnaryExpressionSizeofExpr:
				found = found || IsVLA(x.UnaryExpression.Type().Undecay())
				return false
			case cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType:
				return false
			}
		}
		return !found
	})
	return found
}

// IsVLA reports whether a type is a variable-length array: one of its lengths is no constant expression. The
// parser may have computed a length for it all the same.
func IsVLA(t cc.Type) bool {
	for {
		at, ok := t.(*cc.ArrayType)
		if !ok {
			return false
		}
		if HasVariableLength(at) {
			return true
		}
		t = at.Elem()
	}
}

// HasVariableLength reports whether the length of an array itself is no constant expression.
func HasVariableLength(at *cc.ArrayType) bool {
	e := at.SizeExpression()
	if IsNil(e) {
		return false
	}
	return at.Len() < 0 && e.Value() == cc.Unknown || isEvaluated(e)
}
