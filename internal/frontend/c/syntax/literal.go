package syntax

import (
	"modernc.org/cc/v4"
)

// StringLiteral is the string literal that an expression is; nil: it is none.
func StringLiteral(e cc.ExpressionNode) *cc.PrimaryExpression {
	if x, ok := Unparen(e).(*cc.PrimaryExpression); ok &&
		(x.Case == cc.PrimaryExpressionString || x.Case == cc.PrimaryExpressionLString) {
		return x
	}
	return nil
}
